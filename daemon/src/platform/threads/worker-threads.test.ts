import { expect, it } from 'vitest'
import { manualClock } from '../../../test/manual-clock.ts'
import { type WorkerThread, WorkerThreads } from './worker-threads.ts'

const MINUTE = 60_000

/** Threads that do nothing, each with its number, and what has become of them. */
function open({ fails = false } = {}) {
  const clock = manualClock()
  const ended: number[] = []
  let started = 0
  const start = async (): Promise<WorkerThread<null, null> & { number: number }> => {
    const number = ++started
    if (fails) throw new Error('no thread')
    return { number, ask: async () => null, end: async () => void ended.push(number) }
  }
  const threads = new WorkerThreads(start, clock)
  return { threads, clock, ended, started: () => started }
}

const nothing = async () => {}

it('warms up one thread, which the next use takes even while it starts', async () => {
  const { threads, started } = open()

  threads.warmUp()
  threads.warmUp()
  await threads.use(nothing)
  threads.warmUp()

  expect(started()).toBe(1)
})

it('ends a thread that was warmed up for nothing after a minute', async () => {
  const { threads, clock, ended } = open()
  threads.warmUp()
  await new Promise(setImmediate)

  clock.pass(MINUTE)
  await new Promise(setImmediate)

  expect(ended).toEqual([1])
})

it('starts one thread for each use at the same time, and keeps them', async () => {
  const { threads, started, ended } = open()
  const both = Promise.withResolvers<void>()

  const used = [threads.use(() => both.promise), threads.use(() => both.promise)]
  both.resolve()
  await Promise.all(used)
  await threads.use(nothing)

  expect(started()).toBe(2)
  expect(ended).toEqual([])
})

it('keeps no thread whose work has failed', async () => {
  const { threads, started, ended } = open()

  const failed = await threads.use(() => Promise.reject(new Error('too costly')))
  await threads.use(nothing)

  expect(failed).toBeUndefined()
  expect(ended).toEqual([1])
  expect(started()).toBe(2)
})

it('tells those who use it, not those who warm it up, that no thread starts', async () => {
  const { threads } = open({ fails: true })

  threads.warmUp()

  await expect(threads.use(nothing)).rejects.toThrow('no thread')
  await expect(threads.use(nothing)).rejects.toThrow('no thread')
})

it('ends a thread that starts while they are closed', async () => {
  const { threads, ended } = open()
  threads.warmUp()
  const using = threads.use(nothing)

  const closing = threads.close()

  await expect(using).rejects.toHaveProperty('name', 'AbortError')
  await closing
  expect(ended).toEqual([1])
})

it('keeps no thread that is spent', async () => {
  const ended: string[] = []
  const start = async () => ({
    isSpent: true,
    ask: async () => 1,
    end: async () => void ended.push('end'),
  })
  const threads = new WorkerThreads<null, number>(start, manualClock())

  expect(await threads.use((thread) => thread.ask(null))).toBe(1)

  expect(ended).toEqual(['end'])
})
