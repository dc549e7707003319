import { expect, it } from 'vitest'
import { type Assembly, assembleChunk, nothingYet } from './assemble-chunk.ts'

const about = { messageId: 'm1', chatId: 'ada_1' }
const hel: Assembly = { text: 'Hel', isWaiting: false }

it('appends a delta that begins where the text ends', () => {
  expect(assembleChunk(hel, { ...about, offset: 3, delta: 'lo' })).toEqual({
    assembly: { text: 'Hello', isWaiting: false },
    step: 'show',
  })
})

it('counts offsets in UTF-16 units', () => {
  const { assembly } = assembleChunk(nothingYet, { ...about, offset: 0, delta: '👋' })

  expect(assembleChunk(assembly, { ...about, offset: 2, delta: '!' }).assembly.text).toBe('👋!')
})

it.each([4, 2])('asks for the whole text at offset %d of 3', (offset) => {
  const { assembly, step } = assembleChunk(hel, { ...about, offset, delta: 'x' })

  expect(step).toBe('resync')
  expect(assembleChunk(assembly, { ...about, offset: 3, delta: 'lo' })).toEqual({
    assembly,
    step: 'wait',
  })
})

it('begins anew with a full frame', () => {
  const waiting: Assembly = { text: 'Hel', isWaiting: true }

  expect(assembleChunk(waiting, { ...about, fullResponse: 'Hello' })).toEqual({
    assembly: { text: 'Hello', isWaiting: false },
    step: 'show',
  })
})
