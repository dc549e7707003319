import '../../testing/with-fake-browser.ts'
import {
  aMailEvent,
  aMailStatus,
  anAnalyzedEmail,
  anEmail,
} from '@shortlist/client/testing/mail-samples'
import type { Email } from '@shortlist/contracts/mail'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { showMail } from './testing/show-mail.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('./mail-screen.tsx'))

async function showCard(email: Email) {
  const fake = showMail({ mail: aMailStatus({ emails: [email] }) })
  const card = within(await screen.findByRole('article', { name: email.subject }))
  const title = card.getByRole('button', { name: email.subject })
  return { ...fake, card, title }
}

describe('a folded card', () => {
  it('says what the mail is about, and no more', async () => {
    const { card, title } = await showCard(anAnalyzedEmail({ events: [aMailEvent()] }))

    expect(title).toHaveAttribute('aria-expanded', 'false')
    expect(card.getByText(/^They want a technical interview/)).toBeVisible()
    expect(card.getByText('Dana Reyes <dana@northwind.example>')).toBeVisible()
    expect(card.getByRole('combobox', { name: 'Priority of this mail: high' })).toBeVisible()
    expect(
      card.getByRole('combobox', { name: 'Category of this mail: job_interview' }),
    ).toBeVisible()
    expect(card.queryByText('AI Summary')).toBeNull()
    expect(card.queryByText(/^Hi, thanks for applying/)).toBeNull()
    expect(card.queryByText('Calendar Events Created')).toBeNull()
    expect(card.queryByRole('button', { name: 'Draft Response' })).toBeNull()
    expect(card.queryByRole('link')).toBeNull()
  })

  it('opens in place with everything that can be done, and closes again', async () => {
    const { user, card, title } = await showCard(anAnalyzedEmail({ events: [aMailEvent()] }))

    await user.click(title)

    expect(title).toHaveAttribute('aria-expanded', 'true')
    expect(card.getByText('Confirm the time')).toBeVisible()
    expect(card.getByText('Calendar Events Created')).toBeVisible()
    expect(card.getByRole('link', { name: 'View Gmail' })).toHaveAttribute('target', '_blank')
    expect(card.getByRole('link', { name: 'Use Draft' })).toBeVisible()
    await user.click(card.getByRole('button', { name: 'Draft Response' }))
    expect(card.getByRole('textbox', { name: 'Reply' })).toHaveValue(
      'Thank you, Tuesday at 10:00 suits me well.',
    )

    await user.click(title)
    expect(card.queryByText('Confirm the time')).toBeNull()
    expect(title).toHaveFocus()
  })

  it('is corrected without being opened', async () => {
    const { user, card, title, calls } = await showCard(anAnalyzedEmail())

    await user.click(card.getByRole('combobox', { name: 'Priority of this mail: high' }))
    await user.click(await screen.findByRole('option', { name: 'low' }))

    await waitFor(() =>
      expect(calls).toContainEqual(['mail.correct', 'mail-0001', { priority: 'low' }]),
    )
    expect(title).toHaveAttribute('aria-expanded', 'false')
  })

  it('waits for its analysis', async () => {
    const { card } = await showCard(anEmail())

    expect(card.getByText('Analysis pending...')).toBeVisible()
    expect(card.queryByRole('combobox')).toBeNull()
  })

  it('says why its analysis failed, and tries again', async () => {
    const failure = 'The model did not answer.'
    const { user, card, calls } = await showCard(anEmail({ status: 'failed', failure }))
    expect(card.getByText(failure)).toBeVisible()

    await user.click(card.getByRole('button', { name: 'Retry' }))

    await waitFor(() => expect(calls).toContainEqual(['mail.retry', 'mail-0001']))
  })

  it('warns of a scam before it is opened', async () => {
    const { card } = await showCard(anAnalyzedEmail({ warnings: ['suspicious'] }))

    expect(card.getByText('Suspicious')).toBeVisible()
  })

  it('says whatever a mail is missing', async () => {
    const nothing = { subject: '', from: '', date: 'yesterday', bodyPreview: '' }
    showMail({ mail: aMailStatus({ emails: [anAnalyzedEmail({ ...nothing, summary: null })] }) })

    const card = within(await screen.findByRole('article', { name: '(no subject)' }))
    expect(card.getByText('(no sender)')).toBeVisible()
    expect(card.getByText('Analysis complete')).toBeVisible()
  })

  it('shows markup in a subject as text', async () => {
    const subject = '<img src=x onerror=alert(1)> <b>Hello</b>'
    const { title } = await showCard(anAnalyzedEmail({ subject, summary: subject }))

    expect(title).toHaveTextContent(subject)
    expect(document.querySelector('img, b')).toBeNull()
  })
})

it('is still open when it comes back to the page', async () => {
  const emails = [
    anAnalyzedEmail({ id: 'mail-0001' }),
    anAnalyzedEmail({ id: 'mail-0002', subject: 'News' }, { priority: 'low' }),
  ]
  const { user } = showMail({ mail: aMailStatus({ emails }) })
  await user.click(await screen.findByRole('button', { name: 'News' }))
  const filters = within(screen.getByRole('region', { name: 'Filters' }))

  await user.click(filters.getByRole('button', { name: 'high 1' }))
  expect(screen.queryByRole('button', { name: 'News' })).toBeNull()
  await user.click(filters.getByRole('button', { name: 'all 2' }))

  const expanded = (name: string) => screen.getByRole('button', { name, expanded: true })
  expect(expanded('News')).toBeVisible()
  expect(() => expanded('Interview confirmation')).toThrow('Unable to find')
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

  it('says that no interview is planned, without an empty rule', async () => {
    const { user } = showMail({ mail: aMailStatus({ emails: [anAnalyzedEmail()] }) })
    await user.click(await screen.findByRole('button', { name: 'Insights' }))

    const insights = within(await screen.findByRole('complementary', { name: 'Insights' }))
    expect(insights.getByText('No interview planned')).toBeVisible()
    expect(insights.queryByText('Next 14 days')).toBeNull()
  })
})
