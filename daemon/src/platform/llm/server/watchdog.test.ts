import { once } from 'node:events'
import { beforeEach, expect, it, vi } from 'vitest'
import { llmTimers, Watchdog } from './stream-reply.ts'

beforeEach(() => void vi.useFakeTimers())

it('allows half a minute of silence, two minutes to load a model and ten in all', () => {
  expect(llmTimers(30)).toEqual({
    silenceMs: 30_000,
    loadingMs: 120_000,
    totalMs: 600_000,
    graceMs: 250,
  })
})

it('tells when a call waits for a model that is being loaded', () => {
  const told: boolean[] = []
  const watchdog = new Watchdog(600_000, new AbortController().signal, (is) => told.push(is))

  watchdog.allow(30_000)
  watchdog.allow(120_000, true)
  expect(told).toEqual([true])
  watchdog.allow(30_000)
  watchdog.close()

  expect(told).toEqual([true, false])
})

it('ends a request that is silent for too long, and says for how long', () => {
  const watchdog = new Watchdog(600_000, new AbortController().signal)
  watchdog.allow(30_000)

  vi.advanceTimersByTime(29_000)
  watchdog.heard()
  vi.advanceTimersByTime(29_999)
  expect(watchdog.signal.aborted).toBe(false)

  vi.advanceTimersByTime(1)
  expect(watchdog.signal.aborted).toBe(true)
  expect(watchdog.failure).toMatchObject({
    code: 'LLM_STALL',
    message: 'The model said nothing for 30 seconds, so the reply was ended.',
  })
})

it('ends a request that takes too long altogether', () => {
  const watchdog = new Watchdog(600_000, new AbortController().signal)
  watchdog.allow(30_000)

  for (let second = 0; second < 600; second++) {
    vi.advanceTimersByTime(1000)
    watchdog.heard()
  }

  expect(watchdog.failure).toMatchObject({
    code: 'LLM_STALL',
    message: 'The reply took longer than 10 minutes and was ended.',
  })
})

it('calls neither a stop nor an end in time a failure', () => {
  const stopping = new AbortController()
  const stopped = new Watchdog(600_000, stopping.signal)
  const ended = new Watchdog(600_000, new AbortController().signal)
  ended.endWithin(250)

  stopping.abort()
  vi.advanceTimersByTime(250)

  expect([stopped.signal.aborted, stopped.failure]).toEqual([true, undefined])
  expect([ended.signal.aborted, ended.failure]).toEqual([true, undefined])
})

it('ends what still runs and leaves nothing behind when it is closed', async () => {
  const watchdog = new Watchdog(600_000, new AbortController().signal)
  watchdog.allow(30_000)
  const aborted = once(watchdog.signal, 'abort')

  watchdog.close()

  await aborted
  expect(vi.getTimerCount()).toBe(0)
  expect(watchdog.failure).toBeUndefined()
})
