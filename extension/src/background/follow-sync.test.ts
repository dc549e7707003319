import { expect, it, vi } from 'vitest'
import { type FollowParts, followSync, type SyncStatus } from './watch-sync.ts'

const watched = { userId: 'ada', startedAt: Date.parse('2026-11-21T09:30:00Z') }
const before = '2026-11-20T08:00:00.000Z'

function running(analyzed: number, isCancelling = false): SyncStatus {
  const startedAt = '2026-11-21T09:30:00.000Z'
  const progress = { analyzed, total: 12, emailId: null, subject: null, startedAt }
  return { lastSync: before, sync: { ...progress, isCancelling } }
}

/** Answers in their order; the last one stays. An error is thrown. */
function follow(answers: readonly (SyncStatus | null | Error)[], parts: Partial<FollowParts> = {}) {
  const left = [...answers]
  const ask = vi.fn(async () => {
    const answer = left.length > 1 ? left.shift() : left[0]
    if (answer instanceof Error) throw answer
    return answer ?? null
  })
  const shown: number[] = []
  const pauses: number[] = []
  const stop = new AbortController()
  const end = followSync(
    watched,
    {
      ask,
      show: async ({ analyzed }) => void shown.push(analyzed),
      pause: async (milliseconds) => void pauses.push(milliseconds),
      ...parts,
    },
    stop.signal,
  )
  return { end, ask, shown, pauses, stop }
}

it('shows each count until the sync has come to its end', async () => {
  const done = { lastSync: '2026-11-21T09:31:00.000Z', sync: null }
  const { end, shown, ask } = follow([running(7), running(9), done])

  expect(await end).toBe('done')
  expect(shown).toEqual([7, 9])
  expect(ask).toHaveBeenCalledWith('ada', expect.any(AbortSignal))
})

it('calls a sync failed that is over without having come to its end', async () => {
  expect(await follow([running(7), { lastSync: before, sync: null }]).end).toBe('failed')
  expect(await follow([{ lastSync: null, sync: null }]).end).toBe('failed')
})

it('calls no sync failed that was cancelled', async () => {
  const over = { lastSync: before, sync: null }

  expect(await follow([running(7, true), over]).end).toBe('left')
})

it('ends without a word where the account is signed out', async () => {
  expect(await follow([running(7), null]).end).toBe('left')
})

it('asks again where the daemon does not answer, and gives up in the end', async () => {
  const lost = new TypeError('Failed to fetch')
  const done = { lastSync: '2026-11-21T09:31:00.000Z', sync: null }

  expect(await follow([lost, lost, running(3), lost, done]).end).toBe('done')
  const gone = follow([running(3), lost])
  expect(await gone.end).toBe('failed')
  expect(gone.ask).toHaveBeenCalledTimes(11)
})

it('pauses longer where answers take long', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const answers = [running(1), running(2), { lastSync: null, sync: null }]
  const { end, pauses } = follow(answers, {
    ask: async () => {
      now += answers.length === 3 ? 20 : 800
      return answers.shift() ?? null
    },
  })

  await end
  expect(pauses).toEqual([3000, 8000])
})

it('stops at once when a panel is there again', async () => {
  const { end, stop, shown } = follow([running(1)], {
    pause: async (_, signal) => {
      stop.abort(new Error('a panel is there'))
      signal.throwIfAborted()
    },
  })

  await expect(end).rejects.toThrow('a panel is there')
  expect(shown).toEqual([1])
})
