import '../testing/with-fake-browser.ts'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { AssistantProvider } from '@shortlist/ui/assistant-provider.tsx'
import { act, render, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { readWatchedSync } from '../host/panel-port.ts'
import { SyncBadge } from './sync-badge.tsx'

const progress = { analyzed: 7, total: 12 }

// what keeps the sync is loaded at the sign-in
beforeAll(() => import('@shortlist/ui/mail/sync/sync-keeper.tsx'))
beforeEach(() => {
  fakeBrowser.reset()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
})

/** The badge, and the lines to the worker. */
async function open() {
  const badge = { text: '?' }
  const lines: { isOpen: boolean; drop: () => void }[] = []
  const setBadgeText = async ({ text }: { text: string }) => {
    badge.text = text
  }
  const [setBadgeBackgroundColor, setBadgeTextColor] = [async () => {}, async () => {}]
  Object.assign(fakeBrowser, {
    action: { setBadgeText, setBadgeBackgroundColor, setBadgeTextColor },
  })
  vi.spyOn(fakeBrowser.runtime, 'connect').mockImplementation((() => {
    const hearers = new Set<() => void>()
    const line = {
      isOpen: true,
      drop() {
        for (const hear of hearers) hear()
      },
    }
    lines.push(line)
    return {
      disconnect() {
        line.isOpen = false
      },
      onDisconnect: {
        addListener: (hear: () => void) => hearers.add(hear),
        removeListener: (hear: () => void) => hearers.delete(hear),
      },
    }
  }) as never)
  const { client, emit } = createFakeClient()
  const { unmount } = render(
    <AssistantProvider client={client}>
      <SyncBadge />
    </AssistantProvider>,
  )
  await waitFor(() => expect(badge.text).toBe(''))
  const tell = (...event: Parameters<typeof emit>) => act(async () => emit(...event))
  // nobody hears it before the account is known
  await waitFor(async () => {
    await tell('sync-progress', progress)
    expect(badge.text).toBe('7/12')
  })
  return { badge, lines, tell, unmount }
}

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

it('counts on the badge, and nothing stays there at the end', async () => {
  const { badge, tell } = await open()

  await tell('sync-progress', { analyzed: 112, total: 2000 })
  expect(badge.text).toBe('5%')
  await tell('sync-cancelled', progress)

  expect(badge.text).toBe('')
})

it('marks a failure that nobody sees, until somebody looks', async () => {
  const { badge, tell } = await open()
  setHidden(true)

  await tell('sync-error', { error: 'The mailbox is gone.' })
  expect(badge.text).toBe('!')

  setHidden(false)
  expect(badge.text).toBe('')
})

it('marks no failure that the panel shows', async () => {
  const { badge, tell } = await open()

  await tell('sync-error', { error: 'The mailbox is gone.' })

  expect(badge.text).toBe('')
})

it('has a line to the worker while a sync runs, also where the worker has slept', async () => {
  const { lines, tell } = await open()
  await waitFor(() => expect(lines).toHaveLength(1))
  expect(await readWatchedSync()).toEqual({ userId: 'ada', startedAt: expect.any(Number) })

  lines[0]?.drop()
  expect(lines).toHaveLength(2)
  await tell('sync-cancelled', progress)

  await waitFor(() => expect(lines[1]?.isOpen).toBe(false))
  expect(await readWatchedSync()).toBeNull()
  lines[1]?.drop()
  expect(lines).toHaveLength(2)
})

it('leaves nothing of a daemon from which the panel turns to another', async () => {
  const { badge, lines, unmount } = await open()
  await waitFor(() => expect(lines).toHaveLength(1))

  unmount()

  await waitFor(() => expect(lines[0]?.isOpen).toBe(false))
  expect(await readWatchedSync()).toBeNull()
  expect(badge.text).toBe('')
})
