import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import {
  aMailEvent,
  aMailStatus,
  anAnalysis,
  anAnalyzedEmail,
  anEmail,
} from '@shortlist/client/testing/mail-samples'
import type { Email } from '@shortlist/contracts/mail'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { InsightsRail } from '../../insights/insights-rail.tsx'
import { renderWithClient } from '../../testing/render-with-client.tsx'
import { MailProvider } from '../mail-provider.tsx'
import { EmailSection } from './email-section.tsx'

// what is loaded when it is first used takes longer than a test waits
beforeAll(() => import('../../primitives/used-select.tsx'))

const interview = anAnalyzedEmail({ id: 'interview', subject: 'Interview' })
const newsletter = anAnalyzedEmail(
  { id: 'newsletter', subject: 'Newsletter' },
  { priority: 'low', category: 'newsletter' },
)
const pending = anEmail({ id: 'pending', subject: 'Pending' })

function Host({ query, hasSingleKeys }: { query: string; hasSingleKeys: boolean }) {
  const [parameters, setParameters] = useState(() => new URLSearchParams(query))
  return (
    <MailProvider userId="ada" onSignedOut={() => {}} notify={() => {}}>
      <EmailSection
        hasCards
        Insights={InsightsRail}
        filterPlace={[parameters, setParameters]}
        hasSingleKeys={hasSingleKeys}
      />
      <output>{`${parameters}`}</output>
    </MailProvider>
  )
}

async function openSection(
  emails: Email[],
  { query = '', hasSingleKeys = true, lastSync = '2026-11-21T09:00:00.000Z' as string | null } = {},
  fake: FakeClient = createFakeClient({ mail: aMailStatus({ emails, lastSync }) }),
) {
  const user = userEvent.setup()
  renderWithClient(fake.client, <Host query={query} hasSingleKeys={hasSingleKeys} />)
  await screen.findByRole('region', { name: 'Email Sync & Analysis' })
  return { ...fake, user }
}

function subjects(): (string | null)[] {
  return screen.queryAllByRole('article').map((card) => {
    return within(card).getByRole('heading', { level: 3 }).textContent
  })
}

/** The parameters of the host's address. */
function address(): string | null {
  return document.querySelector('output')?.textContent ?? null
}

it('invites to a first sync where nothing was analysed yet', async () => {
  await openSection([], { lastSync: null })

  expect(screen.getByText('Nothing analysed yet')).toBeVisible()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

it('says below the rows of a first sync how far it is', async () => {
  const { emit } = await openSection([pending], { lastSync: null })
  expect(screen.queryByText(/^Reading/)).toBeNull()

  act(() => emit('sync-progress', { analyzed: 340, total: 5000 }))
  expect(screen.getByText('Reading: 340 of 5,000')).toBeVisible()
  expect(subjects()).toEqual(['Pending'])
})

it('says that the mailbox is empty after a sync', async () => {
  await openSection([])

  expect(screen.getByText('The mailbox holds no emails')).toBeVisible()
})

it('filters by priority and keeps that in the address', async () => {
  const { user } = await openSection([interview, newsletter, pending])
  expect(subjects()).toEqual(['Interview', 'Newsletter', 'Pending'])
  expect(screen.getByText('Showing 3 of 3')).toBeVisible()

  const filters = within(screen.getByRole('region', { name: 'Filters' }))
  await user.click(filters.getByRole('button', { name: 'high 1' }))

  expect(subjects()).toEqual(['Interview'])
  expect(address()).toBe('priority=high')
  expect(screen.getByText('Showing 1 of 3 · 1 mail without analysis is hidden')).toBeVisible()

  await user.click(filters.getByRole('button', { name: 'Clear' }))
  expect(subjects()).toHaveLength(3)
  expect(address()).toBe('')
})

it('begins with the filter of the address', async () => {
  await openSection([interview, newsletter], { query: 'category=newsletter' })

  expect(subjects()).toEqual(['Newsletter'])
  expect(screen.getByRole('combobox', { name: 'Category: newsletter' })).toBeVisible()
})

it('chooses a category from a list with counts', async () => {
  const { user } = await openSection([interview, newsletter])

  await user.click(screen.getByRole('combobox', { name: 'Category: all' }))
  expect(await screen.findAllByRole('option')).toHaveLength(14)
  await user.click(await screen.findByRole('option', { name: /^newsletter/ }))

  expect(subjects()).toEqual(['Newsletter'])
})

it('says that nothing matches, and clears the filters', async () => {
  const { user } = await openSection([interview], { query: 'priority=low&sort=priority' })
  expect(screen.getByText('No emails match these filters.')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Clear filters' }))

  expect(subjects()).toEqual(['Interview'])
  expect(address()).toBe('sort=priority')
})

it('names the family that a plot has chosen', async () => {
  await openSection([interview, newsletter], { query: 'category=reading' })

  expect(screen.getByText('Showing 1 of 2 · reading')).toBeVisible()
})

it('shows the card of a coming event, also one that the filter hides', async () => {
  const start = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  const time = { kind: 'instant', start, end: start, timeZone: '' } as const
  const email = { ...interview, events: [aMailEvent({ time })] }
  const { user } = await openSection([email, newsletter], { query: 'category=newsletter' })
  await user.click(await screen.findByRole('button', { name: 'Insights' }))

  await user.click(await screen.findByRole('link', { name: /^Northwind technical interview/ }))

  expect(await screen.findByRole('article', { name: 'Interview' })).toHaveFocus()
  expect(address()).toBe('')
})

it('sorts by priority', async () => {
  const { user } = await openSection([newsletter, interview])

  await user.click(screen.getByRole('combobox', { name: 'Sort: Newest' }))
  await user.click(await screen.findByRole('option', { name: 'Priority' }))

  expect(subjects()).toEqual(['Interview', 'Newsletter'])
})

it('shows an analysis as soon as it is there', async () => {
  const { emit, mail } = await openSection([pending])
  const analysis = anAnalysis({ summary: 'They say hello.' })
  await waitFor(() => expect(screen.getByText('Analysis pending...')).toBeVisible())

  mail.analyze('pending', analysis)
  act(() =>
    emit('email-analyzed', {
      emailId: 'pending',
      analysis,
      analyzedCount: 1,
      totalToAnalyze: 1,
    }),
  )

  expect(await screen.findByText('They say hello.')).toBeVisible()
})

it('shows a correction that the daemon has kept', async () => {
  const { user, calls } = await openSection([interview])
  const card = within(screen.getByRole('article'))

  await user.click(card.getByRole('combobox', { name: 'Priority of this mail: high' }))
  await user.click(await screen.findByRole('option', { name: 'low' }))

  expect(await card.findByText(/Set by you/)).toBeVisible()
  expect(screen.getByRole('article')).toHaveAttribute('data-priority', 'low')
  expect(calls).toContainEqual(['mail.correct', 'interview', { priority: 'low' }])
})

it('shows that an event was taken back', async () => {
  const event = aMailEvent()
  const email = { ...interview, events: [event] }
  const fake = createFakeClient({ mail: aMailStatus({ emails: [email] }) })
  const { user } = await openSection([email], {}, fake)

  await user.click(screen.getByRole('button', { name: 'Undo' }))

  expect(await screen.findByText('Removed by you')).toBeVisible()
  expect(screen.queryByText('Calendar Events Created')).toBeNull()
})

it('walks through the cards by keys', async () => {
  const { user } = await openSection([interview, newsletter, pending])

  await user.keyboard('j')
  expect(screen.getByRole('article', { name: 'Interview' })).toHaveFocus()
  await user.keyboard('jjj')
  expect(screen.getByRole('article', { name: 'Pending' })).toHaveFocus()
  await user.keyboard('k')
  expect(screen.getByRole('article', { name: 'Newsletter' })).toHaveFocus()
})

it('opens the reply of a card by Enter, and leaves Enter to buttons', async () => {
  const { user } = await openSection([interview])
  await user.keyboard('j{Enter}')
  expect(screen.getByRole('textbox', { name: 'Reply' })).toBeVisible()

  await user.keyboard('{Enter}')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('chooses a priority and goes to the categories by keys, but not in a field', async () => {
  const { user } = await openSection([interview, newsletter])
  await user.keyboard('1')
  expect(subjects()).toEqual(['Interview'])

  await user.keyboard('jo')
  await user.click(screen.getByRole('textbox', { name: 'Reply' }))
  await user.keyboard('3')
  expect(subjects()).toEqual(['Interview'])

  await user.tab()
  await user.keyboard('0')
  expect(subjects()).toHaveLength(2)
  await user.keyboard('f')
  expect(await screen.findAllByRole('option')).toHaveLength(14)
})

it('has no single keys where they are switched off', async () => {
  const { user } = await openSection([interview], { hasSingleKeys: false })

  await user.keyboard('j3')

  expect(document.body).toHaveFocus()
  expect(subjects()).toEqual(['Interview'])
})
