import { beforeEach, expect, it, vi } from 'vitest'
import { pause } from './watch-sync.ts'

const reason = new Error('a panel watches')

beforeEach(() => vi.useFakeTimers())

it('ends with its time, and hears nothing any more', async () => {
  const { signal } = new AbortController()
  const removed = vi.spyOn(signal, 'removeEventListener')
  const done = vi.fn<() => void>()
  const pausing = pause(3000, signal).then(done)

  await vi.advanceTimersByTimeAsync(2999)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  await pausing
  expect(removed).toHaveBeenCalledOnce()
})

it('ends with an abort, and leaves no timer', async () => {
  const watching = new AbortController()
  const pausing = pause(3000, watching.signal)

  watching.abort(reason)

  await expect(pausing).rejects.toBe(reason)
  expect(vi.getTimerCount()).toBe(0)
})

it('does not begin after an abort', async () => {
  await expect(pause(3000, AbortSignal.abort(reason))).rejects.toBe(reason)

  expect(vi.getTimerCount()).toBe(0)
})
