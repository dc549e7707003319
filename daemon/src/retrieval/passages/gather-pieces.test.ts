import { expect, it } from 'vitest'
import { LONGEST, type Piece, TARGET, TINY } from './cut-blocks.ts'
import { gatherPieces } from './cut-passages.ts'

/** Length, labels joined by "/", and whether it stands alone. */
type Sketch = readonly [length: number, labels?: string, isAlone?: true]

/** One piece after the other. */
function pieces(each: readonly Sketch[]): Piece[] {
  let end = 0
  return each.map(([length, labels = '', isAlone = false]) => {
    const start = end
    end += length
    return { start, end, labels: labels.split('/'), isAlone }
  })
}

function lengths(...each: readonly Sketch[]): number[] {
  return gatherPieces(pieces(each)).map(({ start, end }) => end - start)
}

it('puts neighbours together up to the target, those that stand alone excepted', () => {
  expect(lengths([300], [300], [TARGET - 600], [300])).toEqual([TARGET, 300])
  expect(lengths([300], [400, 'a', true], [300])).toEqual([300, 400, 300])
})

it('gives what is tiny to the neighbour that it has more in common with', () => {
  expect(lengths([400, 'a/b', true], [50, 'a/b'], [400, 'c', true])).toEqual([450, 400])
  expect(lengths([400, 'a/b', true], [50, 'c'], [400, 'c', true])).toEqual([400, 450])
})

it('goes up to the bound with what is tiny, and not beyond', () => {
  const most = LONGEST - TINY + 1

  expect(lengths([most, 'a', true], [TINY - 1])).toEqual([LONGEST])
  expect(lengths([TINY - 1], [most, 'a', true])).toEqual([LONGEST])
  expect(lengths([most + 1, 'a', true], [TINY - 1])).toEqual([most + 1, TINY - 1])
})

it('leaves nothing tiny that waited for a neighbour in vain', () => {
  const tiny: Sketch = [50, 'b']

  expect(lengths([700, 'a', true], tiny, [120, 'b', true], [LONGEST, 'b', true])).toEqual([
    870,
    LONGEST,
  ])
})
