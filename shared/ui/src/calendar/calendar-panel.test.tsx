import { CallFailed } from '@shortlist/client/call-failed'
import { aCalendarStatus, noCalendar } from '@shortlist/client/testing/mail-samples'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openCalendar, press, settle } from '../testing/open-calendar.tsx'

const expired = 'Google Calendar token has expired. Please reconnect.'

beforeEach(() => {
  vi.useFakeTimers()
})

it('says nothing of a disconnected calendar before it knows', async () => {
  openCalendar(noCalendar())

  expect(screen.getByText('Checking the calendar')).toBeInTheDocument()
  expect(screen.queryByText('Disconnected')).toBeNull()
  await settle()
  expect(screen.getByText('Disconnected')).toBeVisible()
})

it('shows a connected calendar in the words of the specification', async () => {
  openCalendar(aCalendarStatus())
  await settle()

  expect(screen.getByRole('heading', { name: 'Google Calendar Integration' })).toBeVisible()
  expect(screen.getByText('Connected')).toBeVisible()
  expect(
    screen.getByText('Your LLM can now automatically create calendar events from emails.'),
  ).toBeVisible()
})

it('asks every 30 s, connected or not, and notices that the connection is lost', async () => {
  const { fake } = openCalendar(aCalendarStatus())
  const asked = () => fake.calls.filter(([name]) => name === 'calendar.status').length
  await settle()
  await settle(29_000)
  expect(asked()).toBe(1)
  fake.calendar.status = aCalendarStatus({ connected: false })

  await settle(2000)

  expect(asked()).toBe(2)
  expect(screen.getByText('Disconnected')).toBeVisible()
  expect(screen.getByText(expired)).toBeVisible()
  await settle(60_000)
  expect(asked()).toBe(4)
  expect(screen.getByText(expired)).toBeVisible()
})

it('asks nothing while the tab is hidden, and once when it comes back', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }
  const { fake } = openCalendar(aCalendarStatus())
  const asked = () => fake.calls.filter(([name]) => name === 'calendar.status').length
  await settle()

  turn('hidden')
  await settle(90_000)
  expect(asked()).toBe(1)

  turn('visible')
  await settle(1000)
  expect(asked()).toBe(2)
  visibility.mockRestore()
})

it('asks at once when the daemon says that the calendar differs', async () => {
  const { fake } = openCalendar(noCalendar())
  await settle()
  fake.calendar.status = aCalendarStatus()

  act(() => fake.emit('calendar-changed', {}))
  await settle()

  expect(screen.getByText('Connected')).toBeVisible()
})

it.each([
  ['no answer', new CallFailed(0, 'fetch failed'), 'Failed to check connection status'],
  [
    'something that is no JSON',
    new CallFailed(502, 'Bad Gateway', { reason: 'proxy', notJson: '<html>' }),
    'Server returned non-JSON response',
  ],
  ['nobody signed in', new CallFailed(401, 'AUTHENTICATION_REQUIRED'), 'AUTHENTICATION_REQUIRED'],
])('counts %s as disconnected, and says so', async (_, failure, text) => {
  const { fake } = openCalendar(aCalendarStatus())
  fake.fail('calendar.status', failure)
  await settle()

  expect(screen.getByText('Disconnected')).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
})

it('tests the connection and shows the answer without the secret of the feed', async () => {
  const feedUrl = 'http://localhost:4000/api/calendar/feed/secret.ics'
  openCalendar(aCalendarStatus({ kind: 'local', feedUrl }))
  await settle()

  press('Test')
  press('Check connection now')
  await settle()

  expect(screen.getByText(/^Checked at /)).toBeVisible()
  const shown = screen.getByText(/"connected": true/)
  expect(shown).toHaveTextContent('"timeZone": "Europe/Berlin"')
  expect(shown).not.toHaveTextContent('secret')
})

it('says why a test failed', async () => {
  const { fake } = openCalendar(aCalendarStatus())
  await settle()
  press('Test')
  fake.fail('calendar.status', new CallFailed(0, 'fetch failed'))

  press('Check connection now')
  await settle()

  expect(screen.getAllByText('Failed to check connection status')).not.toEqual([])
  expect(screen.getByText('Connected')).toBeVisible()
})

it('says that a local calendar is in use', async () => {
  openCalendar(noCalendar())
  await settle()

  press('Use a local calendar instead')
  await settle()

  expect(screen.getByText('Connected')).toBeVisible()
  expect(screen.getByText('At present: a local calendar, built-in rules.')).toBeVisible()
})

it('offers Google first and a local calendar beside it, and says what Google needs', async () => {
  const { fake } = openCalendar(noCalendar({ canUseGoogle: false }))
  const sentence = 'Google Calendar is not configured: set GOOGLE_CLIENT_ID.'
  fake.fail('calendar.connect', new CallFailed(409, sentence))
  await settle()

  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Connect Google Calendar Now!',
    'Use a local calendar instead',
  ])
  press('Connect Google Calendar Now!')
  await settle()

  expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByRole('button', { name: 'Use a local calendar instead' })).toBeEnabled()
})
