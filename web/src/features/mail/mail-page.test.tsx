import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import {
  aCalendarStatus,
  aMailbox,
  aMailEvent,
  aMailStatus,
  anAnalyzedEmail,
  anEmail,
  noCalendar,
  noMailbox,
} from '@shortlist/client/testing/mail-samples'
import type { CalendarStatus } from '@shortlist/contracts/calendar'
import type { MailStatus } from '@shortlist/contracts/mail'
import type { Settings } from '@shortlist/contracts/settings'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('./mail-screen.tsx'))

const lost =
  'Google Calendar connection lost! Please reconnect to continue creating calendar events.'

async function open(mail: MailStatus, calendar: CalendarStatus = aCalendarStatus()) {
  const fake = createFakeClient({ mail, calendar })
  const app = renderApp(fake.client, '/gmail-mcp')
  await screen.findByText(/^Ready$|^Setup Required$/)
  const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }))
  return { ...app, fake, press }
}

describe('the status bar', () => {
  it.each([
    [true, true, 'Gmail Connected', 'Google Calendar Connected', 'Ready'],
    [true, false, 'Gmail Connected', 'Google Calendar Disconnected', 'Setup Required'],
    [false, true, 'Gmail Disconnected', 'Google Calendar Connected', 'Setup Required'],
    [false, false, 'Gmail Disconnected', 'Google Calendar Disconnected', 'Setup Required'],
  ])('with mailbox %s and calendar %s says %s, %s, %s', async (hasMail, hasCalendar, ...texts) => {
    await open(
      hasMail ? aMailStatus() : noMailbox(),
      hasCalendar ? aCalendarStatus() : noCalendar(),
    )

    for (const text of texts) expect(screen.getByText(text)).toBeVisible()
    const isReady = hasMail && hasCalendar
    expect(screen.queryByRole('heading', { name: 'Features' }) === null).toBe(isReady)
    const sync = screen.queryByRole('heading', { name: 'Email Sync & Analysis' })
    expect(sync !== null).toBe(isReady)
  })

  it('claims nothing before it knows', async () => {
    const fake = createFakeClient({ mail: noMailbox(), calendar: noCalendar() })
    const release = fake.hold('mail.status')
    const askCalendar = vi.spyOn(fake.client.calendar, 'status')
    renderApp(fake.client, '/gmail-mcp')
    await screen.findByText('Checking mailbox and calendar')
    await waitFor(() => expect(askCalendar).toHaveResolved())
    await act(async () => {})

    expect(screen.queryByText('Gmail Disconnected')).toBeNull()
    expect(screen.queryByText('Gmail Setup')).toBeNull()
    // what comes above it would move it
    expect(screen.queryByText('Calendar Setup')).toBeNull()
    release()
    expect(await screen.findByText('Gmail Disconnected')).toBeVisible()
    expect(screen.getByText('Calendar Setup')).toBeVisible()
  })

  it('claims nothing of a mailbox that is being connected, and keeps its cards', async () => {
    const mailbox = aMailbox({ state: 'connecting' })
    const emails = [anAnalyzedEmail()]
    const fake = createFakeClient({
      mail: aMailStatus({ connected: false, error: null, mailbox, emails }),
      calendar: aCalendarStatus(),
    })
    renderApp(fake.client, '/gmail-mcp')

    expect(await screen.findByText('Connecting...')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Interview confirmation' })).toBeVisible()
    expect(screen.queryByText('Gmail Disconnected')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Gmail Setup' })).toBeNull()
    expect(screen.queryByText('Setup Required')).toBeNull()
  })

  it('names what is wrong with a mailbox, and when it is tried again', async () => {
    const retryAt = '2026-11-21T09:31:00.000Z'
    const mailbox = aMailbox({ state: 'unreachable', retryAt })
    await open(aMailStatus({ connected: false, error: 'The server does not answer.', mailbox }))

    expect(screen.getByText('Not reachable')).toBeVisible()
    expect(screen.getByText('The server does not answer.')).toBeVisible()
    const time = new Date(retryAt).toLocaleTimeString()
    expect(screen.getByText(`Next try at ${time}.`)).toBeVisible()
  })
})

describe('the words for what is connected', () => {
  const ownServer = { provider: null, host: 'mail.acme.example' }
  const sample = { kind: 'sample', provider: null } as const
  const mailboxes: readonly (readonly [name: string, status: MailStatus])[] = [
    ['Sample mail', aMailStatus({ mailbox: aMailbox(sample) })],
    ['Gmail', aMailStatus()],
    ['Fastmail', aMailStatus({ mailbox: aMailbox({ provider: 'Fastmail' }) })],
    ['mail.acme.example', aMailStatus({ mailbox: aMailbox(ownServer) })],
    ['Gmail', noMailbox()],
  ]
  const calendars: readonly (readonly [name: string, status: CalendarStatus])[] = [
    ['Google Calendar', aCalendarStatus()],
    ['Local Calendar', aCalendarStatus({ kind: 'local', feedUrl: 'http://localhost:4000/a.ics' })],
    ['Google Calendar', noCalendar()],
  ]
  const combinations = mailboxes.flatMap((mailbox) =>
    calendars.map((calendar) => ({ mailbox, calendar })),
  )

  it.each(combinations)(
    'are $mailbox.0 (connected: $mailbox.1.connected) and $calendar.0 (connected: $calendar.1.connected)',
    async ({ mailbox: [mailName, mail], calendar: [calendarName, calendar] }) => {
      await open(mail, calendar)

      const pills = within(screen.getByRole('status', { name: 'Status' }))
      const word = (isOn: boolean) => (isOn ? 'Connected' : 'Disconnected')
      const shown = pills.getAllByText(/onnected$/)
      expect(shown.map(({ textContent }) => textContent)).toEqual([
        `${mailName} ${word(mail.connected)}`,
        `${calendarName} ${word(calendar.connected)}`,
      ])
      // nothing was lost, and nothing was tried
      expect(shown.filter((pill) => pill.className.includes('red'))).toEqual([])
    },
  )

  it('are no failure before something was tried, and one afterwards', async () => {
    const { press } = await open(noMailbox(), noCalendar())
    const issue = screen.getByText('Connection Issue')
    expect(issue.closest('[role=alert]')).toBeNull()
    expect(await screen.findByText('Not tried yet:')).toBeVisible()
    expect(screen.getByText('Setup Required').className).not.toContain('orange')

    await press('Check again')

    await waitFor(() =>
      expect(screen.getByText('Connection Issue').closest('[role=alert]')).toBeVisible(),
    )
    expect(screen.queryByText('Not tried yet:')).toBeNull()
  })

  it('are a failure where a mailbox or a calendar was lost', async () => {
    const mailbox = aMailbox({ state: 'unreachable' })
    const mail = aMailStatus({ connected: false, error: 'It does not answer.', mailbox })
    await open(mail, noCalendar({ error: 'Google Calendar token has expired. Please reconnect.' }))

    for (const text of ['Gmail Disconnected', 'Google Calendar Disconnected'])
      expect(screen.getByText(text).className).toContain('red')
    expect(screen.getByText('Setup Required').className).toContain('orange')
    expect(screen.getByText('It does not answer.').closest('[role=alert]')).toBeVisible()
  })
})

describe('the set-up of the mailbox', () => {
  it('has five steps, the lines to copy for this account, and says what is wrong', async () => {
    const { user } = await open(noMailbox())

    const steps = screen.getAllByRole('listitem').filter((item) => item.closest('ol'))
    expect(steps.map((step) => within(step).getAllByText(/./)[1]?.textContent)).toEqual([
      'Enable IMAP',
      'Create an app password',
      'Add these lines to the server environment file',
      'Restart the server',
      'Check the connection',
    ])
    await user.click(screen.getByRole('button', { name: 'Copy the lines' }))
    expect(await navigator.clipboard.readText()).toBe(
      'IMAP_USER=you@example.com\nIMAP_APP_PASSWORD=\nIMAP_HOST=imap.gmail.com\nIMAP_PORT=993\nMAIL_OWNER_EMAIL=ada@example.com',
    )
    expect(screen.getByText('Connection Issue')).toBeVisible()
    expect(screen.getByText('IMAP credentials not configured')).toBeVisible()
    expect(screen.getByText("Make sure you've completed the setup steps above.")).toBeVisible()
  })

  it('leads to the form first, with the steps by hand below', async () => {
    const { user, path } = await open(noMailbox())
    const byHand = await screen.findByRole('heading', { name: 'By hand' })

    const [first] = screen.getAllByRole('link', { name: 'Connect your mailbox' })
    expect(first?.compareDocumentPosition(byHand)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    if (first) await user.click(first)

    expect(path()).toBe('/settings/mailbox')
  })

  it('has both ways in their places before the settings are known', async () => {
    const fake = createFakeClient({ mail: noMailbox() })
    fake.hold('settings.read')
    renderApp(fake.client, '/gmail-mcp')

    await screen.findByRole('button', { name: 'Try it with sample mail' })
    expect(screen.getAllByRole('link', { name: 'Connect your mailbox' })[0]).toBeVisible()
  })

  it('says instead that a mailbox is paused, and where it is resumed', async () => {
    const mailbox = aMailbox({ state: 'unreachable', isPaused: true })
    await open(aMailStatus({ connected: false, error: 'The mailbox is paused.', mailbox }))

    expect(screen.getByRole('link', { name: 'Open settings' })).toHaveAttribute(
      'href',
      '/settings/mailbox',
    )
    expect(screen.queryByRole('heading', { name: 'Gmail Setup' })).toBeNull()
  })

  it('goes away when the mailbox answers', async () => {
    const { fake, press } = await open(noMailbox())
    fake.mail.status = aMailStatus()

    await press('Check again')

    expect(await screen.findByText('Gmail Connected')).toBeVisible()
    expect(screen.queryByText('Gmail Setup')).toBeNull()
  })

  it('can be done without: sample mail is entered and left', async () => {
    const { press, fake } = await open(noMailbox(), noCalendar())

    await press('Try it with sample mail')
    expect(await screen.findByText('Sample mail Connected')).toBeVisible()
    expect(await screen.findByText('Local Calendar Connected')).toBeVisible()
    await waitFor(() => expect(fake.calls.map(([name]) => name)).toContain('mail.sync'))
    act(() =>
      fake.emit('sync-complete', {
        totalFetched: 0,
        newStored: 0,
        analyzed: 0,
        failed: 0,
        eventsCreated: 0,
        lastSync: '2026-11-21T09:00:00.000Z',
      }),
    )

    await press('Leave sample mail')
    await waitFor(() => expect(screen.queryByText('Sample mail')).toBeNull())
  })

  it('shows no steps to somebody whose mailbox it is not', async () => {
    const mailbox = aMailbox({ state: 'not-owner' })
    await open(aMailStatus({ connected: false, error: 'It belongs to another account.', mailbox }))

    expect(screen.getByText('It belongs to another account.')).toBeVisible()
    expect(screen.queryByText('Create an app password')).toBeNull()
  })
})

describe('the banners', () => {
  it('warn that the calendar is lost, and reconnect it', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
    const mail = aMailStatus({ emails: [anAnalyzedEmail()] })
    const { press, fake } = await open(mail, noCalendar({ wasChosen: true }))

    expect(screen.getByText(lost)).toBeVisible()
    expect(screen.queryByText('You have not connected one yet.')).toBeNull()
    expect(screen.getByText('Interview confirmation')).toBeVisible()
    await press('Reconnect')
    await waitFor(() => expect(openWindow).toHaveBeenCalled())
    expect(fake.calls).toContainEqual(['calendar.connect'])
  })

  it('say in the next sentence that there was none, and offer a local one', async () => {
    const { press } = await open(aMailStatus(), noCalendar())
    expect(screen.getByText(lost)).toBeVisible()
    expect(screen.getByText('You have not connected one yet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull()

    await press('Use a local calendar')

    expect(await screen.findByText('Local Calendar Connected')).toBeVisible()
    expect(screen.queryByText(lost)).toBeNull()
  })

  it('say that nobody answers, until they are dismissed', async () => {
    const fake = createFakeClient()
    fake.fail('mail.status', new CallFailed(0, 'fetch failed'))
    const { user } = renderApp(fake.client, '/gmail-mcp')

    const banner = await screen.findByText('Network error - make sure server is running')
    expect(banner).toHaveTextContent('Error:')
    expect(screen.getByText('Failed to check connection')).toBeVisible()
    expect(screen.getByText('Gmail Disconnected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(banner).not.toBeInTheDocument()
  })

  it('leave a refusal of the status to the set-up', async () => {
    const fake = createFakeClient()
    fake.fail('mail.status', new CallFailed(500, 'Boom'))
    renderApp(fake.client, '/gmail-mcp')

    expect(await screen.findByText('Failed to check Gmail status')).toBeVisible()
    expect(screen.queryByText('Error:')).toBeNull()
  })
})

describe('a running sync', () => {
  const mail = aMailStatus({ emails: [anEmail(), anEmail({ id: 'mail-0002' })] })
  const analyzing = { emailId: 'mail-0001', subject: 'Offer', analyzedCount: 7, totalToAnalyze: 12 }

  it('locks the menu, shows how far it is, and marks the title', async () => {
    const { fake, press } = await open(mail)

    await press('Sync & Analyze Emails')
    expect(await screen.findByRole('button', { name: 'Syncing...' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeDisabled()
    act(() => fake.emit('email-analyzing', analyzing))

    expect(screen.getByText('Analyzing emails 7 / 12')).toBeVisible()
    await waitFor(() => expect(document.title).toMatch(/^\(7\/12\) Gmail and/))
    act(() => fake.emit('sync-error', { error: 'Mailbox lost' }))
    expect(screen.getByText('Mailbox lost')).toHaveTextContent('Error: Mailbox lost')
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeEnabled()
  })

  it('leads to the sign-in when the session is over, and unlocks the menu', async () => {
    const { fake, press, path } = await open(mail)
    fake.fail('mail.sync', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))

    await press('Sync & Analyze Emails')

    await waitFor(() => expect(path()).toBe('/auth/signin'))
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeEnabled()
  })
})

it('offers to put an appointment back that was removed, at its own time', async () => {
  const event = aMailEvent()
  const { press, fake, user } = await open(
    aMailStatus({ emails: [anAnalyzedEmail({ events: [event] })] }),
  )

  await press('Undo')
  expect(await screen.findByText(`Removed from the calendar: ${event.summary}`)).toBeVisible()
  expect(screen.getByText('Removed by you')).toBeVisible()
  await user.keyboard('u')

  await waitFor(() => expect(screen.queryByText('Removed by you')).toBeNull())
  const times = { start: event.startTime, end: event.endTime }
  expect(fake.calls).toContainEqual(['calendar.add', event.id, times])
})

it('says that the calendar is a local one', async () => {
  const { press } = await open(aMailStatus(), aCalendarStatus({ kind: 'local' }))

  await press('Local calendar')

  expect(await screen.findByRole('heading', { name: 'Google Calendar Integration' })).toBeVisible()
})

it('shows the connected calendar over the page', async () => {
  const { press } = await open(aMailStatus())

  await press('Calendar')

  expect(await screen.findByRole('heading', { name: 'Google Calendar Integration' })).toBeVisible()
})

describe('the question whether a model may analyse the mails', () => {
  const modelQuestion = { mails: 64, model: 'qwen3:8b', place: 'computer' } as const

  async function ask(question: NonNullable<Settings['modelQuestion']> = modelQuestion) {
    const fake = createFakeClient({ mail: aMailStatus(), calendar: aCalendarStatus() })
    const { settings } = fake.client
    let isAsked = false
    const read = async () => ({
      ...(await settings.read()),
      modelQuestion: isAsked ? null : { ...question },
    })
    const allowModel = async (isAllowed: boolean) => {
      isAsked = true
      await settings.allowModel(isAllowed)
      return read()
    }
    const app = renderApp(
      { ...fake.client, settings: { ...settings, read, allowModel } },
      '/gmail-mcp',
    )
    return { ...app, fake }
  }

  it.each([
    ['Use qwen3:8b', true],
    ['Rules', false],
  ])('is answered by "%s", once', async (name, mailByModel) => {
    const { user, fake } = await ask()
    const text = '64 mails can be analysed by qwen3:8b on this computer, or by built-in rules.'
    expect(await screen.findByText(text)).toBeVisible()

    await user.click(screen.getByRole('button', { name }))

    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
    expect((await fake.client.settings.read()).mailByModel).toBe(mailByModel)
    act(() => fake.emit('mail-rows-changed', { revision: 2, needsYou: 0 }))
    expect(screen.queryByText(text)).toBeNull()
  })

  it('counts on with mails that come without a sync', async () => {
    const counted = { model: 'qwen3:8b', place: 'computer' as const, mails: 1 }
    const { fake } = await ask(counted)
    await screen.findByText(/^One mail can be analysed/)

    counted.mails = 2
    act(() => fake.emit('mail-rows-changed', { revision: 2, needsYou: 0 }))

    expect(await screen.findByText(/^2 mails can be analysed/)).toBeVisible()
  })

  it('says that mails would leave the computer where they would', async () => {
    await ask({ mails: 1, model: 'gpt-4.1-mini', place: 'outside' })

    const text =
      'One mail can be analysed by gpt-4.1-mini, or by built-in rules. What they say would leave this computer.'
    expect(await screen.findByText(text)).toBeVisible()
  })
})
