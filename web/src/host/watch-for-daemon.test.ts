import { beforeEach, expect, it, vi } from 'vitest'
import type { ReachedDaemon } from './search-daemon.ts'
import { watchForDaemon } from './watch-for-daemon.ts'

const daemon: ReachedDaemon = {
  kind: 'usable',
  origin: 'http://localhost:4000',
  isSameOrigin: false,
}

beforeEach(() => void vi.useFakeTimers())

function watch(...answers: (ReachedDaemon | null)[]) {
  const search = vi.fn(async () => answers.shift() ?? null)
  const heard: (ReachedDaemon | null)[] = []
  const stop = watchForDaemon(search, (found) => heard.push(found))
  return { search, heard, stop }
}

it('looks at once, and every 3 seconds until there is a daemon', async () => {
  const { search, heard } = watch(null, null, daemon)

  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([null])
  await vi.advanceTimersByTimeAsync(2999)
  expect(heard).toEqual([null])
  await vi.advanceTimersByTimeAsync(1)
  expect(heard).toEqual([null, null])
  await vi.advanceTimersByTimeAsync(3000)
  expect(heard).toEqual([null, null, daemon])

  await vi.advanceTimersByTimeAsync(60_000)
  expect(search).toHaveBeenCalledTimes(3)
})

it('is silent once it is stopped, also about a look that was under way', async () => {
  const { heard, stop } = watch(daemon)

  stop()
  await vi.advanceTimersByTimeAsync(60_000)

  expect(heard).toEqual([])
})

it('does not look again once it is stopped', async () => {
  const { search, stop } = watch(null, null)
  await vi.advanceTimersByTimeAsync(0)

  stop()
  await vi.advanceTimersByTimeAsync(60_000)

  expect(search).toHaveBeenCalledOnce()
})
