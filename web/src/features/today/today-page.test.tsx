import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import {
  aMailEvent,
  aMailStatus,
  anAnalyzedEmail,
  noCalendar,
  noMailbox,
} from '@shortlist/client/testing/mail-samples'
import type { MailStatus } from '@shortlist/contracts/mail'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

const HOUR = 60 * 60 * 1000

function interviewIn(milliseconds: number, parts: Parameters<typeof aMailEvent>[0] = {}) {
  const start = Date.now() + milliseconds
  const time = {
    kind: 'instant',
    start: new Date(start).toISOString(),
    end: new Date(start + HOUR).toISOString(),
    timeZone: '',
  } as const
  return aMailEvent({ id: `in${milliseconds}`, time, ...parts })
}

function showToday(mail: MailStatus, isWide = false) {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: isWide && query.includes('1100px'),
    } as MediaQueryList),
  )
  const fake = createFakeClient({ mail, calendar: noCalendar() })
  return { ...fake, ...renderApp(fake.client) }
}

function withEvents(...events: ReturnType<typeof interviewIn>[]) {
  return aMailStatus({ emails: [anAnalyzedEmail({ events }, { actionItems: [] })] })
}

describe('the next interview', () => {
  it('stands first, with what can be done about it and the two after it', async () => {
    const location = 'https://meet.example/abc'
    showToday(
      withEvents(
        interviewIn(72 * HOUR, { summary: 'Later' }),
        interviewIn(26 * HOUR, { summary: 'Next', location }),
        interviewIn(2000 * HOUR, { summary: 'Much later' }),
      ),
    )
    const next = within(await screen.findByRole('region', { name: 'Next interview' }))
    expect(next.getByRole('heading', { name: 'Next' })).toBeVisible()
    expect(next.getByText(/video call/)).toBeVisible()
    expect(next.getByRole('link', { name: 'Join' })).toHaveAttribute('href', location)
    expect(next.getByRole('link', { name: 'Mail' })).toHaveAttribute(
      'href',
      '/gmail-mcp?mail=mail-0001',
    )
    const [later, latest] = next.getAllByRole('link').slice(-2)
    expect(later).toHaveTextContent('Later')
    expect(latest).toHaveTextContent('Much later')
  })

  it('can be joined first of all from ten minutes before it', async () => {
    const location = 'https://meet.example/abc'
    showToday(withEvents(interviewIn(9.5 * 60_000, { location })))
    const join = await screen.findByRole('link', { name: 'Join' })
    expect(join).toHaveClass('bg-accent')
    expect(screen.getByText('in 10 min')).toBeVisible()
  })

  it('is prepared for with what is known of it, and with the coach', async () => {
    const location = 'https://meet.example/abc'
    const evidence = 'We meet on Tuesday.'
    const { user, path } = showToday(withEvents(interviewIn(26 * HOUR, { location, evidence })))
    await user.click(await screen.findByRole('button', { name: 'Prepare' }))
    const packet = within(await screen.findByRole('dialog'))
    expect(await packet.findByText(evidence)).toBeVisible()
    expect(packet.getByText('Dana Reyes <dana@northwind.example>')).toBeVisible()
    expect(packet.getByRole('link', { name: location })).toBeVisible()
    await user.click(packet.getByRole('button', { name: 'Ask the coach' }))
    expect(path()).toBe('/chat')
    expect(await screen.findByDisplayValue(/prepare for “Northwind technical/)).toBeVisible()
    expect(screen.getByText('Career Coach')).toBeVisible()
  })

  it('is said not to be there', async () => {
    showToday(aMailStatus())
    expect(await screen.findByText('No interview is in your calendar.')).toBeVisible()
    expect(screen.getByText('Nothing needs you.')).toBeVisible()
  })
})

describe('what needs its user', () => {
  const emails = ['One', 'Two'].map((subject) => anAnalyzedEmail({ id: subject, subject }))

  it('is told with its reason, and is done with in place', async () => {
    const { user, client } = showToday(aMailStatus({ emails }))
    const needs = within(await screen.findByRole('region', { name: /Needs you/ }))
    expect(needs.getAllByRole('listitem')).toHaveLength(2)
    expect(needs.getAllByText(/^Asks for a reply/)[0]).toBeVisible()
    expect(needs.getByRole('link', { name: /^Reply: Dana Reyes, One$/ })).toHaveAttribute(
      'href',
      '/gmail-mcp?view=needs-you&mail=One',
    )

    await user.click(needs.getByRole('button', { name: 'Done: Dana Reyes, One' }))

    await waitFor(() => expect(needs.getAllByRole('listitem')).toHaveLength(1))
    expect(needs.getByRole('button', { name: 'Done: Dana Reyes, Two' })).toHaveFocus()
    expect((await client.mail.open('One')).mark).toBe('done')
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    await waitFor(() => expect(needs.getAllByRole('listitem')).toHaveLength(2))
  })

  it('is put off to a time', async () => {
    const { user, client } = showToday(aMailStatus({ emails }))
    await user.click(await screen.findByRole('button', { name: 'Snooze: Dana Reyes, One' }))
    await user.click(await screen.findByRole('button', { name: /^Tomorrow/ }))
    await waitFor(() => expect(screen.queryByText('One')).toBeNull())
    expect((await client.mail.open('One')).mark).toBe('snoozed')
  })

  it('stays where it cannot be stored', async () => {
    const { user, fail } = showToday(aMailStatus({ emails }))
    fail('mail.mark', new CallFailed(500, 'No'))
    await user.click(await screen.findByRole('button', { name: 'Done: Dana Reyes, One' }))
    expect(await screen.findByText('One')).toBeVisible()
  })
})

it('offers the sample and a mailbox where nothing is connected, and reads the sample at one press', async () => {
  const { user, client, calls } = showToday(noMailbox())
  expect(await screen.findByText('Nothing is connected yet, and that is fine.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Connect your mailbox' })).toHaveAttribute(
    'href',
    '/settings/mailbox',
  )

  await user.click(screen.getByRole('button', { name: 'Try it with sample mail' }))

  expect(await screen.findByText('Nothing needs you.')).toBeVisible()
  expect((await client.calendar.status()).kind).toBe('local')
  expect(calls.map(([name]) => name)).toContain('mail.sync')
})

it('says why the mailbox is not read', async () => {
  showToday(aMailStatus({ connected: false, error: 'The password is wrong.' }))
  expect(await screen.findByText('The password is wrong.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Mailbox settings' })).toBeVisible()
})

it('keeps the chats where the day cannot be asked for, and tries again', async () => {
  const fake = createFakeClient()
  fake.fail('today.read', new CallFailed(500, 'No'))
  const { user } = renderApp(fake.client)
  expect(await screen.findByText('Failed to look at your day')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Chat History' })).toBeVisible()
  fake.fail('today.read', undefined)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nothing needs you.')).toBeVisible()
})

describe('what was done by itself', () => {
  const events = Array.from({ length: 8 }, (_, at) =>
    interviewIn((at + 2) * HOUR, { summary: `Talk ${at}`, evidence: `We talk, ${at}.` }),
  )

  async function shown() {
    const world = showToday(withEvents(...events))
    const since = within(await screen.findByRole('region', { name: 'So far' }))
    return { ...world, since }
  }

  it('is told with its sentence, six lines of it, then all', async () => {
    const { since, user } = await shown()
    expect(since.getAllByRole('listitem')).toHaveLength(6)
    expect(since.getByText('We talk, 0.')).toBeVisible()
    expect(since.getByRole('button', { name: 'Undo: Talk 0' })).toHaveAccessibleDescription(
      'We talk, 0.',
    )
    await user.click(since.getByRole('button', { name: 'All 8' }))
    await waitFor(() => expect(since.getAllByRole('listitem')).toHaveLength(8))
  })

  it('is undone, and the focus goes on', async () => {
    const { since, user, client } = await shown()
    await user.click(since.getByRole('button', { name: 'Undo: Talk 1' }))
    await waitFor(() => expect(since.queryByText('Talk 1')).toBeNull())
    expect(since.getByRole('button', { name: 'Undo: Talk 2' })).toHaveFocus()
    const { interviews } = await client.today.read()
    expect(interviews.map(({ summary }) => summary)).not.toContain('Talk 1')
  })

  it('stays, with the reason, where it cannot be undone', async () => {
    const { since, user, fail } = await shown()
    fail('today.undo', new CallFailed(502, 'The calendar does not answer.'))
    await user.click(since.getByRole('button', { name: 'Undo: Talk 1' }))
    expect(await since.findByText('The calendar does not answer.')).toBeVisible()
  })

  it('counts from the visit that is noted once Today is seen', async () => {
    const { calls, client } = await shown()
    const { asOf } = await client.today.read()
    const seen = calls.filter(([name]) => name === 'today.seen')
    expect(seen).toHaveLength(1)
    expect(Date.parse(String(seen[0]?.[1]))).toBeLessThanOrEqual(Date.parse(asOf))
  })
})

describe('the set-up list', () => {
  function showSetup(mail: MailStatus, calendar = noCalendar()) {
    const found = [{ name: 'Ollama', url: 'http://localhost:11434', models: ['a', 'b', 'c'] }]
    const fake = createFakeClient({ mail, calendar, showsSetup: true, engine: { found } })
    return { ...fake, ...renderApp(fake.client) }
  }
  const list = async () => within(await screen.findByRole('region', { name: 'Set up Shortlist' }))

  it('offers everything in any order, the first open line foremost', async () => {
    const { user } = showSetup(noMailbox())
    const setup = await list()

    expect(setup.getByText('0 of 6')).toBeVisible()
    expect(setup.getByText('Ollama runs on this computer with 3 models.')).toBeVisible()
    const acts = setup
      .getAllByRole('listitem')
      .flatMap((item) => [
        ...within(item).queryAllByRole('button'),
        ...within(item).queryAllByRole('link'),
      ])
    expect(acts.map((act) => [act.textContent, act.getAttribute('href')])).toEqual([
      ['Try', null],
      ['Connect', '/settings/mailbox'],
      ['Choose', '/settings/model'],
      ['Choose', '/settings/calendar'],
      ['Upload', '/files'],
      ['How', null],
    ])
    expect(acts.map((act) => act.classList.contains('bg-accent'))).toEqual([
      true,
      ...Array(5).fill(false),
    ])
    await user.click(setup.getByRole('button', { name: 'How' }))
    expect(setup.getByText(/Load unpacked/)).toBeVisible()
  })

  it('crosses off sample mail and calendar by one press', async () => {
    const { user } = showSetup(noMailbox())

    await user.click((await list()).getByRole('button', { name: 'Try' }))

    const setup = await list()
    expect(await setup.findByText('2 of 6')).toBeVisible()
    for (const line of ['Try it with sample mail, done', 'Choose a calendar, done'])
      expect(
        setup.getByText((_, each) => each?.textContent === line && each.tagName === 'P'),
      ).toBeVisible()
    expect(setup.getByRole('link', { name: 'Connect' })).toHaveClass('bg-accent')
    expect(setup.queryByRole('button', { name: 'Try' })).toBeNull()
  })

  it('follows what is set up elsewhere', async () => {
    const { calendar, emit } = showSetup(noMailbox())
    const setup = await list()

    calendar.turnTo('local')
    act(() => emit('calendar-changed', {}))

    expect(await setup.findByText('1 of 6')).toBeVisible()
  })

  it('is folded for those who have begun, and can be unfolded', async () => {
    const { user } = showSetup(aMailStatus())
    const setup = await list()
    expect(setup.queryByRole('list')).toBeNull()

    await user.click(setup.getByRole('button', { name: 'Set up Shortlist' }))

    expect(setup.getByRole('link', { name: 'Upload' })).toBeVisible()
  })

  it('is hidden, which is undone by a key, and comes back under About', async () => {
    const { user } = showSetup(noMailbox())
    const hide = async () =>
      user.click((await list()).getByRole('button', { name: 'Hide this list' }))

    await hide()
    await waitFor(() => expect(screen.queryByText('Set up Shortlist')).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await list()
    await hide()
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await user.click(await screen.findByRole('link', { name: 'About' }))
    await user.click(await screen.findByRole('button', { name: 'Show the set-up list again' }))
    expect(await screen.findByText('It stands on Today again.')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Today' }))

    await list()
  })
})
