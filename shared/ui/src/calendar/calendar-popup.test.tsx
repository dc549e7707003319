import { CallFailed } from '@shortlist/client/call-failed'
import { aCalendarStatus, CONSENT_PAGE, noCalendar } from '@shortlist/client/testing/mail-samples'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openCalendar, press, settle } from '../testing/open-calendar.tsx'
import { ConnectGoogle } from './connect-calendar.tsx'

const connect = 'Connect Google Calendar Now!'
const blocked = 'Popup was blocked. Please allow popups for this site.'
const success = { type: 'GOOGLE_CALENDAR_OAUTH_SUCCESS' } as const

beforeEach(() => {
  vi.useFakeTimers()
})

async function openConnecting() {
  const opened = openCalendar(noCalendar())
  await settle()
  press(connect)
  await settle()
  return opened
}

it('opens the popup where the daemon says, and waits for it', async () => {
  const { opened, popup } = await openConnecting()

  expect(opened).toEqual([CONSENT_PAGE])
  expect(screen.getByRole('button', { name: 'Connecting...' })).toBeDisabled()
  expect(screen.getByText('Waiting for the popup...')).toBeVisible()
  press('Focus popup')
  expect(popup.focusses).toBe(1)
})

it('is connected when the popup says so and the daemon agrees', async () => {
  const { fake, post } = await openConnecting()
  fake.calendar.status = aCalendarStatus()

  post(success)
  await settle()

  expect(screen.getByText('Connected')).toBeVisible()
  expect(screen.queryByText('Waiting for the popup...')).toBeNull()
})

it('waits for no popup that is gone while a local calendar is in use, nor once Google is', async () => {
  const { fake, popup, post } = openCalendar(aCalendarStatus({ kind: 'local' }), (props) => (
    <ConnectGoogle {...props} variant="primary" />
  ))
  await settle()
  press(connect)
  await settle()
  expect(screen.getByText('Waiting for the popup...')).toBeVisible()

  popup.isOpen = false
  await settle(1000)
  expect(screen.queryByText('Waiting for the popup...')).toBeNull()

  popup.isOpen = true
  press(connect)
  await settle()
  fake.calendar.status = aCalendarStatus()
  post(success)
  await settle()
  expect(screen.getByRole('button', { name: connect })).toBeEnabled()
})

it('does not believe a message that the daemon does not confirm', async () => {
  const { post } = await openConnecting()

  post(success)
  await settle()

  expect(screen.getByText('Disconnected')).toBeVisible()
  expect(screen.getByText('Failed to connect to Google Calendar')).toBeVisible()
})

it('shows why the sign-in failed', async () => {
  const { post } = await openConnecting()

  post({ type: 'GOOGLE_CALENDAR_OAUTH_ERROR', error: 'OAuth authentication failed' })

  expect(screen.getByText('OAuth authentication failed')).toBeVisible()
  expect(screen.getByRole('button', { name: connect })).toBeEnabled()
})

it('says that the popup was blocked, and how to allow it', async () => {
  const { browser, fake } = openCalendar(noCalendar())
  browser.allowsPopups = false
  await settle()

  press(connect)
  await settle()

  expect(screen.getByText(blocked)).toBeVisible()
  expect(fake.calls).toContainEqual(['calendar.abandon'])
  press('How to allow')
  expect(screen.getByText(/blocked-window icon/)).toBeVisible()
  expect(screen.getByRole('button', { name: connect })).toBeEnabled()
})

it('says the same of a popup that is closed at once', async () => {
  const { popup } = await openConnecting()
  popup.isOpen = false

  await settle(250)

  expect(screen.getByText(blocked)).toBeVisible()
})

it('ends waiting within a second when the popup is closed, without an error', async () => {
  const { popup, fake } = await openConnecting()
  await settle(500)
  popup.isOpen = false
  expect(fake.calls).not.toContainEqual(['calendar.abandon'])

  await settle(500)

  expect(fake.calls).toContainEqual(['calendar.abandon'])
  expect(screen.getByRole('button', { name: connect })).toBeEnabled()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('gives the focus back to the button when the popup is closed', async () => {
  const { popup } = await openConnecting()
  // what browsers do to a button that is disabled
  screen.getByRole('button', { name: 'Connecting...' }).blur()
  await settle(500)
  popup.isOpen = false

  await settle(500)

  expect(screen.getByRole('button', { name: connect })).toHaveFocus()
})

it('hears of a sign-in also after the popup seemed closed', async () => {
  const { popup, fake, post } = await openConnecting()
  await settle(500)
  popup.isOpen = false
  await settle(500)
  fake.calendar.status = aCalendarStatus()

  post(success)
  await settle()

  expect(screen.getByText('Connected')).toBeVisible()
})

it('waits for five minutes at most', async () => {
  await openConnecting()

  await settle(299_000)
  expect(screen.getByText('Waiting for the popup...')).toBeVisible()
  await settle(1000)
  expect(screen.queryByText('Waiting for the popup...')).toBeNull()
})

it.each([
  [
    'what the daemon says',
    new CallFailed(409, 'No Google client is configured'),
    'No Google client is configured',
  ],
  [
    'what came instead of JSON',
    new CallFailed(200, 'x', { reason: 'unexpected', notJson: `<html>${'x'.repeat(300)}` }),
    `Server returned non-JSON response: <html>${'x'.repeat(194)}`,
  ],
  ['that it failed', new CallFailed(0, 'fetch failed'), 'Failed to connect to Google Calendar'],
])('shows %s when no popup can be opened', async (_, failure, text) => {
  const { fake, opened } = openCalendar(noCalendar())
  fake.fail('calendar.connect', failure)
  await settle()

  press(connect)
  await settle()

  expect(screen.getByText(text)).toBeVisible()
  expect(opened).toEqual([])
})

it('stops listening and looking when it goes away', async () => {
  const { hearers, popup, unmount } = await openConnecting()
  await settle(1000)
  expect(hearers.size).toBe(1)
  expect(popup.looks).toBeGreaterThan(1)

  unmount()
  popup.looks = 0
  await settle(5000)

  expect(hearers.size).toBe(0)
  expect(popup.looks).toBe(0)
})
