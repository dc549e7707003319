import { anAnalyzedEmail, anEmail } from '@shortlist/client/testing/mail-samples'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { formatDate } from '../mail-times.tsx'
import { noSync, type SyncState } from './mail-sync.ts'
import { SyncCard } from './sync-card.tsx'

const now = new Date('2026-11-21T09:31:00Z').getTime()
const emails = [anAnalyzedEmail({ id: 'a', subject: 'Offer' }), anEmail({ id: 'b' })]

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout'] })
})

function running(parts: Partial<SyncState> = {}): SyncState {
  const current = { emailId: 'b', subject: 'Interview' }
  return { ...noSync, phase: 'syncing', analyzed: 7, total: 12, startedAt: now, current, ...parts }
}

function showCard(sync: SyncState, lastSync: string | null = null) {
  const host = { onSync: vi.fn(), onCancel: vi.fn() }
  const card = (state: SyncState) => (
    <SyncCard sync={state} lastSync={lastSync} emails={emails} {...host} />
  )
  const { rerender, container } = render(card(sync))
  return { ...host, container, again: (state: SyncState) => rerender(card(state)) }
}

it('begins a sync and says when the last one was', () => {
  const at = '2026-11-21T09:21:00.000Z'
  const { onSync } = showCard(noSync, at)

  expect(screen.getByRole('region', { name: 'Email Sync & Analysis' })).toHaveTextContent(
    `Last sync: ${formatDate(at)}`.replace(/\s/g, ' '),
  )
  expect(screen.getByText(formatDate(at))).toHaveAttribute('title', '10 minutes ago')
  fireEvent.click(screen.getByRole('button', { name: 'Sync & Analyze Emails' }))
  expect(onSync).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Cancel sync' })).toBeNull()
})

it('names no last sync before the first one', () => {
  showCard(noSync)

  expect(screen.queryByText(/Last sync/)).toBeNull()
})

it('shows how far a sync is, with what, and for how long', () => {
  showCard(running())

  expect(screen.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
  expect(screen.getByText('( #7 out of 12 )')).toBeVisible()
  expect(screen.getByText('Analyzing: Interview')).toBeVisible()
  expect(screen.getByText('Starting...')).toBeVisible()
  const bar = screen.getByRole('progressbar', { name: 'Analyzing emails' })
  expect(bar).toHaveAttribute('aria-valuenow', '7')
  expect(bar).toHaveAttribute('aria-valuemax', '12')
  expect(bar).toHaveAttribute('aria-valuetext', '7 of 12 emails analysed')

  act(() => void vi.advanceTimersByTime(72_000))
  expect(screen.getByText('Running for: 1m 12s')).toBeVisible()
})

it('shows the first 50 characters of the subject', () => {
  showCard(running({ current: { emailId: 'b', subject: `${'x'.repeat(50)}y` } }))

  expect(screen.getByText(`Analyzing: ${'x'.repeat(50)}`)).toBeVisible()
})

it('says that it prepares as long as no total is known', () => {
  showCard(running({ analyzed: 0, total: 0, current: null }))

  expect(screen.getByText('( preparing... )')).toBeVisible()
  const bar = screen.getByRole('progressbar')
  expect(bar).not.toHaveAttribute('aria-valuenow')
  expect(bar).toHaveAttribute('aria-valuetext', '( preparing... )')
})

it('draws a cell for each email, in the colour of its priority once it is analysed', () => {
  const done = [
    { emailId: 'a', priority: 'high' },
    { emailId: 'c', priority: 'low' },
  ] as const
  const { container } = showCard(running({ analyzed: 3, total: 6, done }))

  const cells = [...container.querySelectorAll<HTMLElement>('.email-cell')]
  expect(cells.map(({ style }) => style.background)).toEqual([
    'var(--border-strong)',
    'var(--red-line)',
    'var(--green-line)',
    'var(--accent)',
    '',
    '',
  ])
  expect(cells[1]).toHaveAttribute('title', 'Offer')
  expect(cells[0]?.parentElement).toHaveAttribute('aria-hidden', 'true')
})

it('draws in their colours what was analysed before the page was loaded', () => {
  const { container } = showCard(running({ analyzed: 1, total: 3 }))

  const cells = [...container.querySelectorAll<HTMLElement>('.email-cell')]
  expect(cells.map(({ style }) => style.background)).toEqual([
    'var(--red-line)',
    'var(--accent)',
    '',
  ])
})

it('keeps the cells of a sync that has come to its end', () => {
  const done = [{ emailId: 'a', priority: 'high' }] as const
  const outcome = { kind: 'done', analyzed: 1, failed: 0, eventsCreated: 0, at: now } as const
  const { container, again } = showCard({ ...noSync, done, outcome })

  expect(container.querySelectorAll('.email-cell')).toHaveLength(1)
  again({ ...noSync, done, outcome: { kind: 'cancelled', analyzed: 1, total: 2, at: now } })
  expect(container.querySelector('.email-cell')).toBeNull()
})

it('says how many mails the rules have analysed since the model was away', () => {
  const outcome = { kind: 'done', analyzed: 9, failed: 0, eventsCreated: 0, at: now } as const
  showCard({ ...noSync, outcome: { ...outcome, missed: 4 } })

  expect(screen.getByRole('status')).toHaveTextContent(
    'The model was away or too busy: 4 by the built-in rules, until it can see them.',
  )
})

it('draws no cells for more emails than one can see', () => {
  const { container } = showCard(running({ total: 5000 }))

  expect(container.querySelector('.email-cell')).toBeNull()
})

it('cancels', () => {
  const { onCancel, again } = showCard(running())

  fireEvent.click(screen.getByRole('button', { name: 'Cancel sync' }))
  expect(onCancel).toHaveBeenCalledOnce()

  again(running({ phase: 'cancelling' }))
  expect(screen.getByRole('button', { name: 'Cancelling...' })).toBeDisabled()
})

it('says for six seconds that it was cancelled, and gives the focus to the sync button', () => {
  const { again } = showCard(running())
  screen.getByRole('button', { name: 'Cancel sync' }).focus()

  again({ ...noSync, outcome: { kind: 'cancelled', analyzed: 7, total: 12, at: now } })

  expect(screen.getByRole('status')).toHaveTextContent('Sync cancelled - 7 of 12 analysed')
  expect(screen.getByRole('button', { name: 'Sync & Analyze Emails' })).toHaveFocus()
  act(() => void vi.advanceTimersByTime(5999))
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('keeps the focus in the card when a sync begins, and gives it back at the end', () => {
  const { again } = showCard(noSync)
  const button = screen.getByRole('button', { name: 'Sync & Analyze Emails' })
  button.focus()
  fireEvent.click(button)

  again(running())

  expect(screen.getByRole('region', { name: 'Email Sync & Analysis' })).toHaveFocus()
  screen.getByRole('button', { name: 'Cancel sync' }).focus()
  const outcome = { kind: 'done', analyzed: 12, failed: 0, eventsCreated: 1, at: now } as const
  again({ ...noSync, outcome })
  expect(screen.getByRole('button', { name: 'Sync & Analyze Emails' })).toHaveFocus()
})

it('takes no focus for a sync that was begun elsewhere', () => {
  const { again } = showCard(noSync)

  again(running())
  again({ ...noSync, outcome: { kind: 'done', analyzed: 1, failed: 0, eventsCreated: 0, at: now } })

  expect(document.body).toHaveFocus()
})

it('takes the focus from nobody when a sync is cancelled elsewhere', () => {
  const { again } = showCard(running())
  const elsewhere = document.createElement('button')
  document.body.append(elsewhere)
  elsewhere.focus()

  again({ ...noSync, outcome: { kind: 'cancelled', analyzed: 7, total: 12, at: now } })

  expect(elsewhere).toHaveFocus()
  elsewhere.remove()
})

it('says for six seconds what a sync has done', () => {
  const done = [
    { emailId: 'a', priority: 'high' },
    { emailId: 'b', priority: 'high' },
  ] as const
  const outcome = { kind: 'done', analyzed: 12, failed: 0, eventsCreated: 1, at: now } as const
  const { again } = showCard({ ...noSync, done, outcome })

  expect(screen.getByRole('status')).toHaveTextContent('12 analysed - 2 high - 1 event created')
  again({ ...noSync, done, outcome: { ...outcome, failed: 2, eventsCreated: 3 } })
  expect(screen.getByRole('status')).toHaveTextContent(
    '12 analysed - 2 high - 3 events created - 2 failed',
  )
  act(() => void vi.advanceTimersByTime(6000))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('is silent about a sync that ended long ago', () => {
  const outcome = { kind: 'cancelled', analyzed: 7, total: 12, at: now - 60_000 } as const
  showCard({ ...noSync, outcome })
  act(() => void vi.advanceTimersByTime(0))

  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
