import { expect, it } from 'vitest'
import { AnalysisPace } from './analysis-pace.ts'

/** Work that ends when it is told to. */
function works(count: number) {
  const begun: number[] = []
  const ends = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const work = (n: number) => async () => {
    begun.push(n)
    await ends[n]?.promise
  }
  return { begun, work, end: (n: number) => ends[n]?.resolve() }
}

it('runs as many at once as it may, the highest rank first', async () => {
  const pace = new AnalysisPace(() => 2)
  const { begun, work, end } = works(4)
  const first = pace.run(1, work(0))
  const rest = [pace.run(1, work(1)), pace.run(5, work(2)), pace.run(9, work(3))]

  expect(begun).toEqual([0, 1])
  end(0)
  await first
  for (const n of [1, 2, 3]) end(n)
  await Promise.all(rest)

  expect(begun).toEqual([0, 1, 3, 2])
})

it('halves when the model asks for fewer, and comes back one after twenty that went well', () => {
  const pace = new AnalysisPace(() => 4)
  const succeed = (times: number) => {
    for (let n = 0; n < times; n++) pace.succeeded()
  }
  const limits = [pace.limit]
  pace.throttled()
  limits.push(pace.limit)
  pace.throttled()
  pace.throttled()
  limits.push(pace.limit)
  succeed(19)
  limits.push(pace.limit)
  succeed(1)
  limits.push(pace.limit)
  succeed(400)
  limits.push(pace.limit)

  expect(limits).toEqual([4, 2, 1, 1, 2, 4])
})

it('follows another model that takes more or fewer', () => {
  let most = 1
  const pace = new AnalysisPace(() => most)
  most = 4
  expect(pace.limit).toBe(4)
  most = 2
  expect(pace.limit).toBe(2)
})
