import '../testing/with-fake-browser.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { type Arrival, handOver, takeArrivals } from '../host/handover.ts'
import { readWatchedSync } from '../host/panel-port.ts'
import { type FakeAnswers, fakeAnswers } from '../testing/fake-answers.ts'
import { fakePermissions } from '../testing/fake-permissions.ts'
import { App } from './app.tsx'
import { keepForNextPanel } from './keep-what-is-begun.ts'
import { WINDOW } from './testing/open-panel.tsx'

const address = 'http://localhost:4000'
const excerpt = { kind: 'selection', title: 'A job', url: 'https://acme.example/', text: 'Pipes' }
const toolbar = { setBadgeText: vi.fn(), setBadgeBackgroundColor: vi.fn() }
let answers: FakeAnswers

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() =>
  Promise.all([
    import('@shortlist/client/demo/demo-client'),
    import('./menu.tsx'),
    import('./mail/mail-screen.tsx'),
    import('@shortlist/ui/mail/sync/sync-keeper.tsx'),
  ]),
)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  fakeBrowser.reset()
  vi.clearAllMocks()
  fakePermissions(`${address}/*`)
  answers = fakeAnswers({})
  const shown = { id: WINDOW, focused: true, incognito: false, alwaysOnTop: false }
  Object.assign(fakeBrowser.windows, { getCurrent: async () => shown })
  Object.assign(fakeBrowser, { action: toolbar })
  Object.assign(fakeBrowser.runtime, { getManifest: () => ({ version: '0.2.0' }) })
})

afterEach(keepForNextPanel)

/** Lets so many milliseconds of the demo pass. */
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time))

const field = () => screen.findByRole('textbox', { name: 'Message' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function showMail(): Promise<void> {
  await userEvent.click(await screen.findByRole('tab', { name: 'Mail' }))
  await screen.findByText('Checking mailbox and calendar')
}

async function openDemo() {
  const { unmount } = render(<App />)
  await press('Try the demo data')
  await field()
  return { close: unmount }
}

async function leaveDemo(): Promise<void> {
  await press('Leave demo')
  await screen.findByRole('button', { name: 'Try the demo data' })
}

it('shows both views and the chats, says that it is a demo, and asks nobody but for health', async () => {
  await openDemo()
  expect(screen.getByText('Demo - sample data, nothing is sent')).toBeVisible()

  await press('Back to Chats')
  expect(await screen.findAllByRole('button', { name: /^Delete chat/ })).toHaveLength(3)
  await showMail()
  await pass(1000)

  expect(await screen.findByText('Google Calendar Connected')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Sync & Analyze Emails' })).toBeVisible()
  expect(new Set(answers.asked)).toEqual(new Set([`GET ${address}/api/health`]))
})

it('leads to no web app and signs nobody out', async () => {
  await openDemo()
  await press('More')

  const menu = await screen.findByRole('dialog', { name: 'More' })

  const names = [...menu.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(names).toEqual(expect.arrayContaining(['New Chat', 'Options', 'Shortcuts']))
  expect(names).not.toEqual(expect.arrayContaining(['Open full app']))
  expect(names).not.toEqual(expect.arrayContaining(['Source']))
  expect(names).not.toEqual(expect.arrayContaining(['Logout']))
  await userEvent.keyboard('{Escape}')
  await press('Back to Chats')
  for (const link of await screen.findAllByRole('link')) {
    expect(link).not.toHaveAttribute('href', expect.stringMatching(/^http/))
  }
})

it('leaves what an account has begun as it was, and nothing of its own', async () => {
  localStorage.setItem('shortlist.panel', '{"userId":"ada","view":"mail","chatId":"ada_1"}')
  localStorage.setItem('shortlist.unsent-by', 'ada')
  localStorage.setItem('shortlist.unsent.chat.ada_1', 'Half a thought of Ada')
  const before = { ...localStorage }
  await openDemo()
  await userEvent.type(await field(), 'Half a thought of a visitor')
  await showMail()

  await leaveDemo()

  expect({ ...localStorage }).toEqual(before)
  expect({ ...sessionStorage }).toEqual({})
})

it('begins anew each time', async () => {
  await openDemo()
  await userEvent.type(await field(), 'Half a thought')
  await leaveDemo()
  await press('Try the demo data')
  expect(await field()).toHaveValue('')
  await userEvent.type(await field(), 'Another half')
  await showMail()
  // a panel that is loaded again keeps what lies in the session of its page
  const kept = Object.entries({ ...sessionStorage })
  expect(kept).not.toEqual([])
  await leaveDemo()
  for (const [key, value] of kept) sessionStorage.setItem(key, String(value))

  await press('Try the demo data')

  expect(await field()).toHaveValue('')
  expect(screen.getByRole('tab', { name: 'Chat' })).toHaveAttribute('aria-selected', 'true')
})

it('syncs without a word on the toolbar or to the worker', async () => {
  const connect = vi.spyOn(fakeBrowser.runtime, 'connect')
  const { close } = await openDemo()
  await showMail()
  await pass(1000)

  await press('Sync & Analyze Emails')
  await pass(1500)
  expect(screen.getByRole('banner')).toHaveTextContent(/Analyzing emails \d\/3/)
  close()

  expect(toolbar.setBadgeText).not.toHaveBeenCalled()
  expect(connect).not.toHaveBeenCalled()
  expect(await readWatchedSync()).toBeNull()
})

/** What waits for the panel of this window. */
async function waiting(): Promise<readonly Arrival[]> {
  const found: Arrival[] = []
  const stop = takeArrivals(WINDOW, (arrival) => found.push(arrival))
  await act(async () => {})
  stop()
  return found
}

it('hands back what came from a page and was not used', async () => {
  await openDemo()
  await act(() => handOver(WINDOW, { excerpt: excerpt as never }))
  expect(await screen.findByText('Pipes')).toBeVisible()
  expect(await waiting()).toEqual([])

  await leaveDemo()

  expect(await waiting()).toEqual([{ excerpt }])
})

it('hands back nothing that was asked about', async () => {
  await openDemo()
  await act(() => handOver(WINDOW, { excerpt: excerpt as never }))
  await screen.findByText('Pipes')
  await userEvent.type(await field(), 'Is that much?{Enter}')
  await waitFor(async () => expect(await field()).toHaveValue(''))

  await leaveDemo()

  expect(await waiting()).toEqual([])
})
