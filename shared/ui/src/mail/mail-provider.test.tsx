import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import {
  aMailStatus,
  anAnalysis,
  anEmail,
  noCalendar,
  noMailbox,
} from '@shortlist/client/testing/mail-samples'
import type { MailStatus } from '@shortlist/contracts/mail'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { useCalendarStatus } from '../calendar/use-calendar-connection.ts'
import { renderWithClient } from '../testing/render-with-client.tsx'
import { MailProvider } from './mail-provider.tsx'
import { useMailStatus, useWholeMailStatus } from './mail-status.ts'
import { useSync } from './sync/mail-sync.ts'

// what is loaded at the sign-in takes longer than a test waits, and hears nothing before
beforeAll(() => import('./sync/sync-keeper.tsx'))

/** What a mail screen knows, in words. */
function Screen() {
  useMailStatus()
  const { data } = useWholeMailStatus()
  const { status } = useCalendarStatus()
  const { state, start, cancel, dismiss } = useSync()
  return (
    <>
      <p>{`${state.phase} ${state.analyzed}/${state.total}`}</p>
      <p>{`mails: ${data?.emails.map((email) => `${email.id} ${email.status}`).join() ?? '?'}`}</p>
      <p>{`calendar: ${status?.connected ?? '?'}`}</p>
      <p>{state.error}</p>
      <button type="button" onClick={start}>
        Sync
      </button>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
      <button type="button" onClick={dismiss}>
        Dismiss
      </button>
    </>
  )
}

function Host({ host, userId }: { host: ReturnType<typeof openHost>; userId: string }) {
  const [isShown, setShown] = useState(true)
  return (
    <MailProvider userId={userId} {...host}>
      <button type="button" onClick={() => setShown(!isShown)}>
        Leave
      </button>
      {isShown && <Screen />}
    </MailProvider>
  )
}

function openHost() {
  return { onSignedOut: vi.fn(), onBusyChange: vi.fn(), notify: vi.fn() }
}

async function open(fake: FakeClient = createFakeClient({ mail })) {
  const host = openHost()
  const { rerender } = renderWithClient(fake.client, <Host host={host} userId="ada" />)
  const user = userEvent.setup()
  await screen.findByText(/^calendar: (true|false)$/)
  await waitFor(() => expect(screen.queryByText('mails: ?')).toBeNull())
  return {
    fake,
    host,
    user,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    signInAs: (userId: string) => rerender(<Host host={host} userId={userId} />),
    emit: (...event: Parameters<FakeClient['emit']>) => act(() => fake.emit(...event)),
    syncs: () => fake.calls.filter(([name]) => name === 'mail.sync').length,
  }
}

const mail = aMailStatus({ emails: [anEmail(), anEmail({ id: 'mail-0002' })] })
const of = { emailId: 'mail-0001', totalToAnalyze: 2 }
const analyzing = { ...of, subject: 'Interview', analyzedCount: 0 }
const analyzed = { ...of, analyzedCount: 1, analysis: anAnalysis() }
const ended = { totalFetched: 2, newStored: 2, analyzed: 2, failed: 0, eventsCreated: 0 }
const complete = { ...ended, lastSync: '2026-11-21T09:31:00.000Z' }

it('follows a sync from the click to its end, and tells the host that it runs', async () => {
  const { press, emit, host } = await open()

  await press('Sync')
  expect(await screen.findByText('syncing 0/2')).toBeVisible()
  emit('email-analyzing', analyzing)
  emit('email-analyzed', analyzed)
  expect(screen.getByText('syncing 1/2')).toBeVisible()
  expect(await screen.findByText('mails: mail-0001 analyzed,mail-0002 pending')).toBeVisible()
  expect(host.onBusyChange).toHaveBeenLastCalledWith(true)

  emit('sync-complete', complete)
  expect(screen.getByText('idle 0/0')).toBeVisible()
  expect(host.onBusyChange).toHaveBeenLastCalledWith(false)
})

it('does not call the host busy with an analysis that the user has not begun', async () => {
  const { emit, host } = await open()

  emit('email-analyzing', analyzing)

  expect(await screen.findByText('syncing 0/2')).toBeVisible()
  expect(host.onBusyChange).not.toHaveBeenCalledWith(true)
})

it('keeps the sync while its screen is away', async () => {
  const { press, emit } = await open()
  await press('Sync')
  emit('email-analyzing', analyzing)

  await press('Leave')
  emit('email-analyzed', analyzed)
  await press('Leave')

  expect(screen.getByText('syncing 1/2')).toBeVisible()
  expect(await screen.findByText('mails: mail-0001 analyzed,mail-0002 pending')).toBeVisible()
})

it('begins without a sync for another account', async () => {
  const { press, signInAs } = await open()
  await press('Sync')
  await screen.findByText('syncing 0/2')

  signInAs('grace')

  expect(screen.getByText('idle 0/0')).toBeVisible()
})

it('finds a sync that runs already', async () => {
  const sync = { analyzed: 1, total: 2, emailId: null, subject: null, isCancelling: false }
  const startedAt = '2026-11-21T09:30:00.000Z'
  const { fake, emit } = await open(
    createFakeClient({ mail: { ...mail, sync: { ...sync, startedAt } } }),
  )
  expect(await screen.findByText('syncing 1/2')).toBeVisible()

  fake.mail.status = mail
  emit('synced', { running: [] })

  expect(await screen.findByText('idle 0/0')).toBeVisible()
})

it.each([
  [
    'a mailbox',
    createFakeClient({ mail: noMailbox() }),
    'Gmail must be connected before syncing emails',
  ],
  [
    'a calendar',
    createFakeClient({ mail, calendar: noCalendar() }),
    'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.',
  ],
])('does not sync without %s', async (_, fake, text) => {
  const { press, syncs } = await open(fake)

  await press('Sync')

  expect(await screen.findByText(text)).toBeVisible()
  expect(syncs()).toBe(0)
  await press('Dismiss')
  expect(screen.queryByText(text)).toBeNull()
})

it('looks at the calendar once more before a sync', async () => {
  const { press, fake, syncs } = await open()
  fake.calendar.status = noCalendar()

  await press('Sync')

  const text = 'Google Calendar connection lost. Please reconnect your calendar account.'
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByText('calendar: false')).toBeVisible()
  expect(syncs()).toBe(0)
})

it('asks for another calendar sign-in when a sync finds the tokens gone', async () => {
  const { press, emit } = await open()
  await press('Sync')

  emit('sync-error', { error: 'Google Calendar tokens were revoked' })

  const text =
    'Google Calendar token has expired. Please reconnect your calendar account to continue creating events.'
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByText('calendar: false')).toBeVisible()
})

it('leads to the sign-in when the session is over, without an error', async () => {
  const { press, fake, host } = await open()
  fake.fail('mail.sync', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))

  await press('Sync')

  await waitFor(() => expect(host.onSignedOut).toHaveBeenCalledOnce())
  expect(screen.getByText('idle 0/0')).toBeVisible()
  expect(screen.queryByText('AUTHENTICATION_REQUIRED')).toBeNull()
})

it('says that a sync failed, and asks how the mailbox is', async () => {
  const { press, fake } = await open()
  fake.fail('mail.sync', new CallFailed(500, 'Failed to sync emails via IMAP'))
  fake.mail.status = aMailStatus({ emails: [] })

  await press('Sync')

  expect(await screen.findByText('Failed to sync Gmail')).toBeVisible()
  expect(await screen.findByText('mails:')).toBeVisible()
})

it('takes a cancellation back that failed', async () => {
  const { press, fake, host, emit } = await open()
  fake.fail('mail.cancelSync', new CallFailed(500, 'No'))
  await press('Sync')
  await screen.findByText('syncing 0/2')

  await press('Cancel')

  await waitFor(() => expect(host.notify).toHaveBeenCalledWith('error', 'Failed to cancel sync'))
  expect(screen.getByText('syncing 0/2')).toBeVisible()
  emit('sync-cancelled', { analyzed: 1, total: 2 })
  emit('sync-error', { error: 'Sync cancelled' })
  expect(screen.getByText('idle 0/0')).toBeVisible()
  expect(screen.queryByText('Sync cancelled')).toBeNull()
})

it('asks once more for a first status that is older than what was told', async () => {
  const fake = createFakeClient({ mail })
  const { promise: first, resolve } = Promise.withResolvers<MailStatus>()
  const status = vi.spyOn(fake.client.mail, 'status').mockReturnValue(first)
  const host = openHost()
  renderWithClient(fake.client, <Host host={host} userId="ada" />)
  await waitFor(() => expect(host.onBusyChange).toHaveBeenCalled())
  status.mockRestore()

  act(() => fake.emit('mail-changed', {}))
  await act(async () => resolve({ ...mail, emails: [] }))

  expect(await screen.findByText('mails: mail-0001 pending,mail-0002 pending')).toBeVisible()
})

it('keeps what was heard while a status was under way', async () => {
  const { fake, emit } = await open()
  const release = fake.hold('mail.status')
  fake.mail.status = { ...mail, emails: [...mail.emails, anEmail({ id: 'mail-0003' })] }
  emit('mail-changed', {})

  emit('email-analyzed', analyzed)
  release()

  const all = 'mails: mail-0001 analyzed,mail-0002 pending,mail-0003 pending'
  expect(await screen.findByText(all)).toBeVisible()
})
