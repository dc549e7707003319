import { expect, it } from 'vitest'
import { AnalysisPace, FIRST, LAST } from './analysis-pace.ts'

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
  const first = pace.run('ada', 1, work(0))
  const rest = [
    pace.run('ada', 1, work(1)),
    pace.run('ada', 5, work(2)),
    pace.run('ada', 9, work(3)),
  ]

  expect(begun).toEqual([0, 1])
  end(0)
  await first
  for (const n of [1, 2, 3]) end(n)
  await Promise.all(rest)

  expect(begun).toEqual([0, 1, 3, 2])
})

it('lets accounts take turns, and what somebody waits for come before them', async () => {
  const pace = new AnalysisPace(() => 1)
  const begun: string[] = []
  const run = (userId: string, rank: number) =>
    pace.run(userId, rank, async () => void begun.push(`${userId} ${rank}`))
  const all = [
    ...[9, 8, 7].map((rank) => run('ada', rank)),
    run('ada', LAST),
    run('bob', 1),
    run('eve', 2),
    run('eve', 3),
    run('eve', FIRST),
  ]

  await Promise.all(all)

  expect(begun).toEqual([
    'ada 9',
    `eve ${FIRST}`,
    'bob 1',
    'eve 2',
    'ada 8',
    'eve 3',
    'ada 7',
    `ada ${LAST}`,
  ])
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
