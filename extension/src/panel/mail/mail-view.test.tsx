import '../../testing/with-fake-browser.ts'
import type { FakeClient } from '@shortlist/client/testing/fake-client'
import {
  aCalendarStatus,
  aMailbox,
  aMailEvent,
  aMailStatus,
  anAnalyzedEmail,
  noCalendar,
  noMailbox,
} from '@shortlist/client/testing/mail-samples'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { showMail } from './testing/show-mail.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() =>
  Promise.all([import('./mail-screen.tsx'), import('@shortlist/ui/mail/list/mail-browser.tsx')]),
)

const webApp = 'http://localhost:4000/gmail-mcp'

function called(calls: FakeClient['calls'], name: string): unknown[] {
  return calls.filter(([each]) => each === name)
}

describe('the view', () => {
  it('asks for nothing before it is shown, and stays as it is behind the chat', async () => {
    const { calls, show } = showMail({}, false)
    await waitFor(() => expect(called(calls, 'me')).toHaveLength(1))
    expect(called(calls, 'mail.status')).toHaveLength(0)
    expect(document.querySelector('[aria-label="Status"]')).toBeNull()

    show(true)
    expect(await screen.findByText('Gmail Connected')).toBeInTheDocument()
    const status = screen.getByLabelText('Status')
    show(false)

    expect(screen.getByLabelText('Status')).toBe(status)
  })
})

describe('a mail', () => {
  it('is a row, however few there are, and opens over the list with all that can be done', async () => {
    const emails = [anAnalyzedEmail({ events: [aMailEvent()] })]
    const { user } = showMail({ mail: aMailStatus({ emails }) })
    const row = await screen.findByRole('button', { name: /Interview confirmation / })
    expect(screen.queryByRole('article')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cards' })).toBeNull()

    await user.click(row)

    const card = within(await screen.findByRole('article', { name: 'Interview confirmation' }))
    expect(row).not.toBeVisible()
    expect(card.getByText('AI Summary')).toBeVisible()
    expect(card.getByText('Confirm the time')).toBeVisible()
    expect(card.getByText('Calendar Events Created')).toBeVisible()
    expect(card.getByRole('link', { name: 'View Gmail' })).toHaveAttribute('target', '_blank')
    expect(card.getByRole('link', { name: 'Use Draft' })).toBeVisible()
    await user.click(card.getByRole('button', { name: 'Draft Response' }))
    expect(card.getByRole('textbox', { name: 'Reply' })).toHaveValue(
      'Thank you, Tuesday at 10:00 suits me well.',
    )

    await user.click(screen.getByRole('button', { name: 'Back to the list' }))
    expect(screen.queryByRole('article')).toBeNull()
    expect(row).toHaveFocus()
  })

  it('is corrected where it is open', async () => {
    const { user, calls } = showMail({ mail: aMailStatus({ emails: [anAnalyzedEmail()] }) })
    await user.click(await screen.findByRole('button', { name: /Interview confirmation / }))

    await user.click(await screen.findByRole('combobox', { name: 'Priority of this mail: high' }))
    await user.click(await screen.findByRole('option', { name: 'low' }))

    await waitFor(() =>
      expect(calls).toContainEqual(['mail.correct', 'mail-0001', { priority: 'low' }]),
    )
  })
})

describe('what lies ahead', () => {
  // at this time of the day: later, it would be three days away in the evening
  const start = new Date(Date.now() + 48 * 60 * 60 * 1000).toISOString()
  const end = new Date(Date.now() + 49 * 60 * 60 * 1000).toISOString()
  const time = { kind: 'instant', start, end, timeZone: 'Europe/Berlin' } as const

  it('is the next interview and the next days, without other plots', async () => {
    const event = aMailEvent({ startTime: start, endTime: end, time })
    const emails = Array.from({ length: 6 }, (_, at) =>
      anAnalyzedEmail({
        id: `mail-000${at}`,
        from: `Dana <dana@company${at}.example>`,
        events: at === 3 ? [event] : [],
      }),
    )
    const { user } = showMail({ mail: aMailStatus({ emails }) })

    await user.click(await screen.findByRole('button', { name: 'Insights' }))
    const insights = within(await screen.findByRole('complementary', { name: 'Insights' }))
    expect(insights.getAllByText('Northwind technical interview')[0]).toBeVisible()
    expect(insights.getByText('in 2 days')).toBeVisible()
    expect(insights.getByText('1 event in the next 14 days')).toBeVisible()
    expect(screen.queryByText('Pipeline')).toBeNull()
    expect(screen.queryByText(/^Mail by week/)).toBeNull()
    await user.click(insights.getByRole('link', { name: /^Northwind technical interview,/ }))
    await waitFor(() => expect(document.querySelector('[data-email="mail-0003"]')).toBeVisible())
  })

  it('is one line above the rows, which opens the mail of the next interview', async () => {
    const event = aMailEvent({ startTime: start, endTime: end, time })
    const emails = [anAnalyzedEmail(), anAnalyzedEmail({ id: 'mail-0002', events: [event] })]
    const { user } = showMail({ mail: aMailStatus({ emails }) })

    const line = await screen.findByRole('button', {
      name: /^Next interview ?Northwind technical interview ?in 2 days$/,
    })
    await user.click(line)

    await waitFor(() => expect(document.querySelector('[data-email="mail-0002"]')).toBeVisible())
  })

  it('says that no interview is planned, without an empty rule', async () => {
    const { user } = showMail({ mail: aMailStatus({ emails: [anAnalyzedEmail()] }) })
    await user.click(await screen.findByRole('button', { name: 'Insights' }))

    const insights = within(await screen.findByRole('complementary', { name: 'Insights' }))
    expect(insights.getByText('No interview is in your calendar.')).toBeVisible()
    expect(insights.queryByText('Next 14 days')).toBeNull()
  })
})

describe('the dots', () => {
  it.each([
    [true, true, 'Gmail Connected', 'Google Calendar Connected'],
    [true, false, 'Gmail Connected', 'Google Calendar Disconnected'],
    [false, true, 'Gmail Disconnected', 'Google Calendar Connected'],
  ])('with mailbox %s and calendar %s say %s, %s', async (hasMail, hasCalendar, ...texts) => {
    showMail({
      mail: hasMail ? aMailStatus() : noMailbox(),
      calendar: hasCalendar ? aCalendarStatus() : noCalendar(),
    })

    for (const text of texts) expect(await screen.findByText(text)).toBeInTheDocument()
    const isReady = hasMail && hasCalendar
    const sync = screen.queryByRole('button', { name: 'Sync & Analyze Emails' })
    expect(sync !== null).toBe(isReady)
  })

  it('say nothing before it is known, and what is wrong with a mailbox', async () => {
    const mailbox = aMailbox({ state: 'wrong-password' })
    const mail = aMailStatus({ connected: false, error: 'No.', mailbox })
    const { hold, show } = showMail({ mail }, false)
    const release = hold('mail.status')
    show(true)
    expect(await screen.findByText('Checking mailbox and calendar')).toBeInTheDocument()
    expect(screen.queryByText('Gmail Disconnected')).toBeNull()

    release()

    expect(await screen.findByText('Wrong password')).toBeVisible()
  })
})

describe('the set-up of the mailbox', () => {
  it('is finished in the web app', async () => {
    const create = vi.spyOn(fakeBrowser.tabs, 'create')
    const { user } = showMail({ mail: noMailbox() })

    await user.click(await screen.findByRole('button', { name: 'Finish setup in the web app' }))

    await waitFor(() => expect(create).toHaveBeenCalledExactlyOnceWith({ url: webApp }))
    expect(screen.getByText('IMAP credentials not configured')).toBeVisible()
    expect(screen.queryByText('Create an app password')).toBeNull()
  })

  it('goes away when the mailbox answers', async () => {
    const { user, mail } = showMail({ mail: noMailbox() })
    const check = await screen.findByRole('button', { name: 'Check again' })
    mail.status = aMailStatus()

    await user.click(check)

    expect(await screen.findByText('Gmail Connected')).toBeInTheDocument()
    expect(screen.queryByText('Gmail Setup')).toBeNull()
  })

  it('can wait: the sample is one click away, and so is the way back', async () => {
    const { user, emit } = showMail({ mail: noMailbox(), calendar: noCalendar() })

    await user.click(await screen.findByRole('button', { name: 'Try it with sample mail' }))
    expect(await screen.findByText('Sample mail')).toBeVisible()
    expect(screen.queryByText('Gmail Setup')).toBeNull()
    expect(await screen.findByText('Local Calendar Connected')).toBeInTheDocument()
    act(() =>
      emit('sync-complete', {
        totalFetched: 0,
        newStored: 0,
        analyzed: 0,
        failed: 0,
        eventsCreated: 0,
        lastSync: '2026-11-21T09:00:00.000Z',
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Leave sample mail' }))

    await waitFor(() => expect(screen.queryByText('Sample mail')).toBeNull())
  })

  it('is nothing for an account that the mailbox is not for', async () => {
    const mailbox = aMailbox({ state: 'not-owner' })
    showMail({ mail: aMailStatus({ connected: false, error: 'Not yours.', mailbox }) })

    expect(await screen.findByText('Not yours.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Finish setup in the web app' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Try it with sample mail' })).toBeVisible()
  })
})

describe('the set-up of the calendar', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })

  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

  it('leads to the web app for Google, and keeps what is stored in sight', async () => {
    const mail = aMailStatus({ emails: [anAnalyzedEmail()] })
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user, calls } = showMail({ mail, calendar: noCalendar() })

    await user.click(await screen.findByRole('button', { name: 'Connect Google Calendar Now!' }))
    expect(open).toHaveBeenCalledExactlyOnceWith(webApp, '_blank', 'noopener')
    expect(called(calls, 'calendar.connect')).toEqual([])
    expect(screen.getByText('Google Calendar is connected in the web app.')).toBeVisible()
    expect(screen.getByText(/^Google Calendar connection lost!/)).toBeVisible()
    expect(await screen.findByRole('button', { name: /Interview confirmation / })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Sync & Analyze Emails' })).toBeNull()
  })

  it('offers Google first, also where it is not configured', async () => {
    const error = 'Google Calendar is not configured.'
    showMail({ calendar: noCalendar({ canUseGoogle: false, error }) })

    const google = await screen.findByRole('button', { name: 'Connect Google Calendar Now!' })
    expect(google.nextElementSibling).toHaveTextContent('Use a local calendar instead')
    expect(screen.getByText('Connection Issue').parentElement).toHaveTextContent(error)
  })

  it('is done at once with a local calendar', async () => {
    showMail({ calendar: noCalendar() })
    const button = await screen.findByRole('button', { name: 'Use a local calendar instead' })

    act(() => button.click())

    expect(await screen.findByText('Local Calendar Connected')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Sync & Analyze Emails' })).toBeVisible()
  })

  it('notices a calendar that was connected in the web app', async () => {
    const { calendar, emit } = showMail({ calendar: noCalendar() })
    await screen.findByText('Google Calendar Disconnected')

    calendar.status = aCalendarStatus()
    act(() => emit('calendar-changed', {}))

    expect(await screen.findByText('Google Calendar Connected')).toBeInTheDocument()
  })

  it('is asked for every 30 s, as long as it is looked at, and once when it is looked at again', async () => {
    const { calls, show } = showMail()
    await screen.findByText('Google Calendar Connected')
    const asked = () => called(calls, 'calendar.status').length
    const before = asked()
    await pass(31_000)
    expect(asked()).toBe(before + 1)

    show(false)
    await pass(90_000)
    expect(asked()).toBe(before + 1)

    show(true)
    await pass(1000)
    expect(asked()).toBe(before + 2)
  })
})
