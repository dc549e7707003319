import { anAnalyzedEmail, anEmail } from '@shortlist/client/testing/mail-samples'
import type { Explanation } from '@shortlist/contracts/mail'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { showEmail } from '../../testing/show-email.tsx'
import { formatDate } from '../mail-times.tsx'

function card(): HTMLElement {
  return screen.getByRole('article')
}

it('shows subject, sender, date and the beginning of the body', () => {
  const email = anEmail({ bodyPreview: `${'x'.repeat(200)}yz` })
  showEmail(email)

  expect(screen.getByRole('article', { name: 'Interview confirmation' })).toBeVisible()
  expect(screen.getByText('Dana Reyes <dana@northwind.example>')).toBeVisible()
  expect(screen.getByText(formatDate(email.date))).toHaveAttribute('datetime', email.date)
  expect(screen.getByText(`${'x'.repeat(200)}...`)).toBeVisible()
})

it('shows a body of 200 characters as it is', () => {
  showEmail(anEmail({ bodyPreview: 'x'.repeat(200) }))

  expect(screen.getByText('x'.repeat(200))).toBeVisible()
})

it('says that the analysis is awaited', () => {
  showEmail(anEmail())

  expect(screen.getByText('Analysis pending...')).toBeVisible()
  expect(screen.queryByText('AI Summary')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(card()).toHaveAttribute('data-pending')
})

it.each(['high', 'medium', 'low'] as const)('marks an email of priority %s', (priority) => {
  showEmail(anAnalyzedEmail({}, { priority }))

  expect(card()).toHaveAttribute('data-priority', priority)
  expect(card()).not.toHaveAttribute('data-pending')
  expect(screen.getByRole('combobox', { name: /^Priority/ })).toHaveTextContent(priority)
})

it('shows what the analysis says', () => {
  showEmail(anAnalyzedEmail({}, { hasDeadline: true, sentiment: 'negative' }))

  expect(screen.getByRole('heading', { name: 'AI Summary' })).toBeVisible()
  expect(screen.getByText('They want a technical interview on 24 November at 10:00.')).toBeVisible()
  expect(screen.getByText('negative')).toBeVisible()
  expect(screen.getByText('Interview', { ignore: '[role=combobox] *' })).toBeVisible()
  expect(screen.getByText('Deadline')).toBeVisible()
  expect(screen.getByRole('combobox', { name: /^Category/ })).toHaveTextContent('job_interview')
})

it.each([
  [{ analyzer: 'model' }, 'by a language model'],
  [{ analyzer: 'model', model: 'qwen3:8b' }, 'by qwen3:8b'],
  [{ analyzer: 'rules' }, 'by built-in rules'],
] as const)('names who summed it up: %j', (by, text) => {
  showEmail(anAnalyzedEmail({}, by))

  expect(screen.getByText(text)).toBeVisible()
})

it('says so where an analysis has no summary', () => {
  showEmail(anAnalyzedEmail({ summary: '' }, { summary: '' }))

  expect(screen.getByText('Analysis complete')).toBeVisible()
})

it('never calls a failed analysis analysed, and tries it again', async () => {
  const failed = anEmail({ status: 'failed', failure: 'The language model did not answer.' })
  const { user, actions } = showEmail(failed)

  expect(screen.getByRole('alert')).toHaveTextContent('The language model did not answer.')
  expect(screen.queryByText('AI Summary')).toBeNull()
  expect(card()).toHaveAttribute('data-pending')

  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(actions.retry).toHaveBeenCalledExactlyOnceWith(failed.id)
})

it('says so when trying again fails too', async () => {
  const { user, actions } = showEmail(anEmail({ status: 'failed', failure: 'It was too long.' }))
  actions.retry.mockRejectedValue(new Error('x'))

  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(screen.getByRole('alert')).toHaveTextContent('Failed to analyse the mail')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

it('explains each warning in a sentence', () => {
  const warnings = [
    'hidden-text',
    'suspicious',
    'sender-unproven',
    'unreadable',
    'truncated',
  ] as const
  showEmail(anEmail({ warnings: [...warnings] }))

  const items = within(screen.getByRole('list', { name: 'Warnings' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Hidden textThis mail holds text that a reader does not see. It was left out.',
    'SuspiciousThis looks like a scam. Check who wrote it before you answer, click or pay.',
    'Sender unprovenNothing proves that this mail comes from the address it names.',
    'UnreadableThis mail could not be read as its author meant it.',
    'TruncatedOnly the beginning of this mail was read.',
  ])
})

describe('why a mail is of its category', () => {
  const explanation: Explanation = {
    sureness: 'sure',
    facts: ['hiring-system', 'calendar-entry'],
    words: ['Interview', 'Zoom'],
    categories: ['job_interview', 'networking', 'event'],
  }

  it.each([
    [
      explanation,
      'Quite sure. A hiring system sent it. It carries a calendar entry. It says “Interview”, “Zoom”.',
    ],
    [{ ...explanation, facts: [], words: [], sureness: 'likely' }, 'Probably right.'],
    [
      { ...explanation, facts: ['unknown-language'], words: [], sureness: 'unsure' },
      'Not sure. Its language is not one that the built-in rules know.',
    ],
    [
      { facts: ['scam'], words: ['Telegram'], categories: ['other'] },
      'It looks like a scam. It says “Telegram”.',
    ],
  ] satisfies [Explanation, string][])('is said in a line: %#', (given, line) => {
    showEmail(anAnalyzedEmail({}, { analyzer: 'rules', explanation: given }))

    expect(screen.getByText(line)).toBeVisible()
  })

  it('is the word of a language model where one judged', () => {
    const { categories } = explanation
    showEmail(anAnalyzedEmail({}, { explanation: { facts: [], words: [], categories } }))

    expect(screen.getByText('A language model judged it.')).toBeVisible()
  })

  it('is not known of an analysis of an earlier version', () => {
    showEmail(anAnalyzedEmail({}, { analyzer: 'rules' }))

    expect(screen.queryByText('Change to')).toBeNull()
    expect(screen.queryByText(/sure/)).toBeNull()
  })

  it('is corrected by one press, and back by another, without leaving the button', async () => {
    const email = anAnalyzedEmail({}, { analyzer: 'rules', explanation })
    const { user, actions, again } = showEmail(email)

    screen.getByRole('button', { name: 'Change the category to networking' }).focus()
    await user.keyboard('{Enter}')
    expect(actions.correct).toHaveBeenCalledExactlyOnceWith(email.id, { category: 'networking' })
    again({ ...email, category: 'networking', corrected: ['category'] })

    const back = screen.getByRole('button', { name: 'Change the category to job_interview' })
    expect(back).toHaveFocus()
    expect(screen.getByText('You chose networking. No analysis changes that.')).toHaveRole('status')
    await user.keyboard('{Enter}')
    expect(actions.correct).toHaveBeenLastCalledWith(email.id, { category: 'job_interview' })
  })

  it('says that a correction was not saved', async () => {
    const { user, actions } = showEmail(anAnalyzedEmail({}, { explanation }))
    actions.correct.mockRejectedValue(new Error('x'))

    await user.click(screen.getByRole('button', { name: 'Change the category to event' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save the correction')
  })
})

it('does not sum up what stands above in the same words', () => {
  const explanation: Explanation = { facts: [], words: [], categories: ['job_interview'] }
  const bodyPreview = 'Hi Ada, we would like to meet you. It is about the role.'
  const summary = 'We would like to meet you. Bring your laptop.'
  showEmail(anAnalyzedEmail({ bodyPreview, summary }, { explanation }))

  expect(screen.getByText(bodyPreview)).toBeVisible()
  expect(screen.getByText('Bring your laptop.')).toBeVisible()
})

it('lets the user correct priority and category', async () => {
  const email = anAnalyzedEmail()
  const { user, actions } = showEmail(email)

  await user.click(screen.getByRole('combobox', { name: /^Priority/ }))
  await user.click(await screen.findByRole('option', { name: 'low' }))
  expect(actions.correct).toHaveBeenLastCalledWith(email.id, { priority: 'low' })

  screen.getByRole('combobox', { name: /^Category/ }).focus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('option', { name: 'newsletter' }))
  expect(actions.correct).toHaveBeenLastCalledWith(email.id, { category: 'newsletter' })
})

it('says which field was set by the user', () => {
  showEmail(anAnalyzedEmail({ corrected: ['category'] }))

  expect(screen.getByRole('combobox', { name: /^Category/ })).toHaveTextContent('Set by you')
  expect(screen.getByRole('combobox', { name: /^Priority/ })).not.toHaveTextContent('Set by you')
})

it('says that a correction was not saved', async () => {
  const { user, actions } = showEmail(anAnalyzedEmail())
  actions.correct.mockRejectedValue(new Error('x'))

  await user.click(screen.getByRole('combobox', { name: /^Priority/ }))
  await user.click(await screen.findByRole('option', { name: 'low' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save the correction')
})

it('marks the email that the sync is at, and one whose analysis has just come', () => {
  const { again } = showEmail(anEmail())
  again(anEmail(), true)
  expect(card()).toHaveAttribute('aria-busy', 'true')

  again(anAnalyzedEmail())
  expect(card()).not.toHaveAttribute('aria-busy')
  expect(card()).toHaveAttribute('data-finished')
})

it('makes no fuss about an email that was analysed before it was shown', () => {
  showEmail(anAnalyzedEmail())

  expect(card()).not.toHaveAttribute('data-finished')
})
