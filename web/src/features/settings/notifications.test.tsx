import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { aMailEvent, aMailStatus, anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() =>
  Promise.all([
    import('./settings-page.tsx'),
    import('@shortlist/ui/settings/notification-settings.tsx'),
    import('@shortlist/ui/notifications/notifier.tsx'),
  ]),
)

let shown: FakeNotification[] = []
let lock: Promise<unknown>
let asked = 0
let answer: NotificationPermission = 'granted'

class FakeNotification {
  static permission: NotificationPermission = 'default'
  static async requestPermission() {
    FakeNotification.permission = answer
    return answer
  }
  onclick: (() => void) | null = null
  readonly title: string
  readonly options: NotificationOptions
  constructor(title: string, options: NotificationOptions) {
    this.title = title
    this.options = options
    shown.push(this)
  }
  close() {}
}

beforeEach(() => {
  shown = []
  lock = Promise.resolve()
  asked = 0
  answer = 'granted'
  FakeNotification.permission = 'default'
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('focus', () => {})
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      has: (target, name) => name === 'locks' || name in target,
      get: (target, name) =>
        name === 'locks' ? { request: takeLock } : Reflect.get(target, name, target),
    }),
  )
})

/** Gives the one lock on when what was done with it has ended. */
function takeLock(_name: string, _options: LockOptions, work: () => unknown) {
  asked += 1
  lock = lock.then(work)
  return lock
}

/** A mailbox with an interview that begins in ten minutes. */
function world() {
  const start = new Date(Date.now() + 10 * 60_000).toISOString()
  const time = { kind: 'instant', start, end: start, timeZone: '' } as const
  const event = aMailEvent({ id: 'soon', time, summary: 'Northwind technical' })
  const email = anAnalyzedEmail({ events: [event] }, { actionItems: [] })
  return createFakeClient({ mail: aMailStatus({ emails: [email] }) })
}

const flip = async ({ user }: ReturnType<typeof renderApp>, name: string) =>
  user.click(await screen.findByRole('switch', { name }))

it('shows none and asks for nothing until one is switched on', async () => {
  const ask = vi.spyOn(FakeNotification, 'requestPermission')
  const app = renderApp(world().client, '/settings/notifications')
  await screen.findByRole('switch', { name: 'An interview in 15 minutes' })
  expect(ask).not.toHaveBeenCalled()

  await flip(app, 'An interview in 15 minutes')

  await waitFor(() => expect(shown).toHaveLength(1))
  expect(shown[0]).toMatchObject({
    title: 'An interview begins in 10 minutes',
    options: { body: expect.stringContaining('Northwind technical') },
  })
  act(() => shown[0]?.onclick?.())
  await waitFor(() => expect(app.path()).toBe('/gmail-mcp?mail=mail-0001'))
})

it('tells of nothing twice, in another tab neither', async () => {
  const { client } = world()
  const app = renderApp(client, '/settings/notifications')
  await flip(app, 'An interview in 15 minutes')
  await waitFor(() => expect(shown).toHaveLength(1))

  cleanup()
  renderApp(client, '/settings/notifications')
  await screen.findByRole('switch', { name: 'An interview in 15 minutes', checked: true })
  expect(shown).toHaveLength(1)
})

it('tells in one tab alone, whatever another has not heard of yet', async () => {
  const { client } = world()
  const app = renderApp(client, '/settings/notifications')
  await flip(app, 'An interview in 15 minutes')
  await waitFor(() => expect(shown).toHaveLength(1))

  localStorage.removeItem('shortlist.notified')
  renderApp(client, '/settings/notifications')
  await waitFor(() => expect(asked).toBe(2))
  expect(shown).toHaveLength(1)
})

it('says nothing of what it is about where details are hidden', async () => {
  const app = renderApp(world().client, '/settings/notifications')
  await flip(app, 'Hide details')
  await flip(app, 'An interview in 15 minutes')

  await waitFor(() => expect(shown).toHaveLength(1))
  expect(JSON.stringify(shown[0])).not.toContain('Northwind')
})

it('says what to do where the browser refuses', async () => {
  answer = 'denied'
  const app = renderApp(world().client, '/settings/notifications')
  await flip(app, 'A deadline tomorrow')

  expect(await screen.findByRole('alert')).toHaveTextContent('This browser refuses notifications')
  expect(screen.getByRole('switch', { name: 'A deadline tomorrow' })).not.toBeChecked()
})
