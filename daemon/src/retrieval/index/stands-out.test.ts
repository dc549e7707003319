import { expect, it } from 'vitest'
import { seededRandom } from '../../../test/seeded-random.ts'
import { standsOutOf } from './account-vectors.ts'

/** Normal numbers (Box and Muller), the same for each seed. */
function normalFrom(seed: number): () => number {
  const random = seededRandom(seed)
  return () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
}

function similarities(count: number, seed: number, { middle = 0, spread = 1 } = {}): Float32Array {
  const next = normalFrom(seed)
  return Float32Array.from({ length: count }, () => middle + spread * next())
}

const best = (values: Float32Array) => values.reduce((a, b) => Math.max(a, b))

it.each([50, 200, 1000, 10_000])('takes the best of %i chance values for chance', (count) => {
  const next = normalFrom(1)
  const rounds = Array.from({ length: 1_000_000 / count }, () =>
    Float32Array.from({ length: count }, next),
  )
  const alarms = rounds.filter((values) => standsOutOf(values)(best(values)))

  // how wide chance scatters is only known from the values themselves
  expect(alarms.length / rounds.length).toBeLessThanOrEqual(0.02)
})

it.each([
  ['a model that calls all things similar', { middle: 0.78, spread: 0.02 }],
  ['a model that spreads them far', { middle: 0.1, spread: 0.12 }],
])('sees a passage that stands far above the others: %s', (_, model) => {
  const values = similarities(1000, 11, model)
  values[500] = model.middle + 7 * model.spread

  const standsOut = standsOutOf(values)

  expect(standsOut(values[500] ?? 0)).toBe(true)
  expect(standsOut(model.middle)).toBe(false)
})

it('is not fooled by the many that bear on a question', () => {
  const values = similarities(1000, 5, { middle: 0.2, spread: 0.05 })
  for (let at = 0; at < 300; at++) values[at] = 0.7 + (values[at] ?? 0) / 10

  expect(standsOutOf(values)(best(values))).toBe(true)
})

it('tells nothing among few, or where all are the same', () => {
  const few = similarities(49, 3)
  few[0] = 100

  expect(standsOutOf(few)(100)).toBe(false)
  expect(standsOutOf(new Float32Array(1000).fill(0.5))(0.5)).toBe(false)
  expect(standsOutOf(new Float32Array())(1)).toBe(false)
})
