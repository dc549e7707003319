import { expect, it } from 'vitest'
import { HashQueue } from './passwords.ts'

function startQueue() {
  const clock = { now: 0 }
  const queue = new HashQueue(() => new Date(clock.now))
  const ends: ((failure?: Error) => void)[] = []

  /** Work that runs until `ends` is called; it never counts against the budget. */
  function start(): Promise<void> {
    const done = queue.run(
      () =>
        new Promise<void>((resolve, reject) =>
          ends.push((failure) => (failure ? reject(failure) : resolve())),
        ),
    )
    queue.refund()
    return done
  }

  return { queue, clock, ends, start }
}

it('computes two hashes at once and lets the others wait for their turn', async () => {
  const { ends, start } = startQueue()
  const first = start()
  const others = [start(), start(), start()]
  expect(ends).toHaveLength(2)

  ends[0]?.()
  await first
  expect(ends).toHaveLength(3)

  ends[1]?.()
  ends[2]?.()
  await others[0]
  await others[1]
  ends[3]?.()
  await expect(Promise.all(others)).resolves.toHaveLength(3)
})

it('refuses the one that would be the seventeenth to wait', async () => {
  const { start } = startQueue()
  for (let count = 0; count < 18; count++) void start()

  await expect(start()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 })
})

it('goes on after a failure', async () => {
  const { ends, start } = startQueue()
  const failing = [start(), start()]
  const waiting = start()

  ends[0]?.(new Error('no memory'))
  ends[1]?.(new Error('no memory'))
  await expect(failing[0]).rejects.toThrow('no memory')
  await expect(failing[1]).rejects.toThrow('no memory')

  ends[2]?.()
  await expect(waiting).resolves.toBeUndefined()
})

it('allows ten hashes in ten seconds, and more only for those that were well spent', async () => {
  const { queue, clock } = startQueue()
  for (let count = 0; count < 10; count++) {
    await queue.run(async () => undefined)
    clock.now += 500
  }

  await expect(queue.run(async () => 1)).rejects.toMatchObject({ retryAfterSeconds: 5 })
  queue.refund()
  await expect(queue.run(async () => 1)).resolves.toBe(1)
  await expect(queue.run(async () => 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  clock.now += 5000
  await expect(queue.run(async () => 1)).resolves.toBe(1)
})

it('makes nobody wait longer because the clock was set back a day', async () => {
  const { queue, clock } = startQueue()
  clock.now = 2 * 86_400_000
  for (let count = 0; count < 10; count++) await queue.run(async () => undefined)
  clock.now -= 86_400_000

  await expect(queue.run(async () => 1)).rejects.toMatchObject({ retryAfterSeconds: 10 })
  clock.now += 10_000
  await expect(queue.run(async () => 1)).resolves.toBe(1)
})
