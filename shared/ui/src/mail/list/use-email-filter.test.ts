import { anAnalyzedEmail, anEmail } from '@shortlist/client/testing/mail-samples'
import { expect, it } from 'vitest'
import {
  countEmails,
  type EmailFilter,
  isFiltering,
  matchesFilter,
  noFilter,
  orderEmails,
  readFilter,
  writeFilter,
} from './use-email-filter.ts'

const interview = anAnalyzedEmail({ id: 'interview' })
const newsletter = anAnalyzedEmail({ id: 'news' }, { priority: 'low', category: 'newsletter' })
const inquiry = anAnalyzedEmail({ id: 'inquiry' }, { priority: 'medium', category: 'freelance' })
const pending = anEmail({ id: 'pending' })
const emails = [newsletter, pending, interview, inquiry]

function idsOf(parts: Partial<EmailFilter>): string[] {
  return orderEmails(emails, { ...noFilter, ...parts }).map(({ id }) => id)
}

it('shows all emails in their order until something is chosen', () => {
  expect(orderEmails(emails, noFilter)).toBe(emails)
})

it('shows emails that have both the priority and the category', () => {
  expect(idsOf({ priority: 'high' })).toEqual(['interview'])
  expect(idsOf({ category: 'newsletter' })).toEqual(['news'])
  expect(idsOf({ priority: 'low', category: 'newsletter' })).toEqual(['news'])
  expect(idsOf({ priority: 'high', category: 'newsletter' })).toEqual([])
})

it('shows an email without analysis only where everything is shown', () => {
  expect(matchesFilter(pending, noFilter)).toBe(true)
  expect(matchesFilter(pending, { ...noFilter, priority: 'low' })).toBe(false)
  expect(matchesFilter(pending, { ...noFilter, category: 'other' })).toBe(false)
})

it('takes a family for all of its categories', () => {
  expect(idsOf({ category: 'pipeline' })).toEqual(['interview'])
  expect(idsOf({ category: 'reading' })).toEqual(['news'])
  expect(idsOf({ category: 'people' })).toEqual(['inquiry'])
})

it('sorts by priority, and equal ones stay in their order', () => {
  expect(idsOf({ sort: 'priority' })).toEqual(['interview', 'inquiry', 'news', 'pending'])
  expect(emails.map(({ id }) => id)).toEqual(['news', 'pending', 'interview', 'inquiry'])
})

it('does not take an order for a filter', () => {
  expect(isFiltering({ ...noFilter, sort: 'priority' })).toBe(false)
  expect(isFiltering({ ...noFilter, category: 'tools' })).toBe(true)
})

it('counts what each choice would show beside the other one', () => {
  const open = countEmails(emails, noFilter)
  expect(open.byPriority).toEqual({ all: 4, high: 1, medium: 1, low: 1 })
  expect(open.byCategory).toMatchObject({ all: 4, job_interview: 1, newsletter: 1, tools: 0 })
  expect(open.hiddenPending).toBe(0)

  const low = countEmails(emails, { ...noFilter, priority: 'low' })
  expect(low.byPriority).toEqual(open.byPriority)
  expect(low.byCategory).toMatchObject({ all: 1, job_interview: 0, newsletter: 1 })
  expect(low.hiddenPending).toBe(1)
})

it('reads what stands in the address', () => {
  const parameters = new URLSearchParams('priority=high&category=job_offer&sort=priority')

  expect(readFilter(parameters)).toEqual({
    priority: 'high',
    category: 'job_offer',
    sort: 'priority',
  })
})

it.each(['', 'priority=urgent&category=spam&sort=size', 'priority=__proto__&category=toString'])(
  'takes %j for no choice',
  (text) => {
    expect(readFilter(new URLSearchParams(text))).toEqual(noFilter)
  },
)

it('reads back what it wrote, and leaves other parameters alone', () => {
  const filter = { priority: 'low', category: 'reading', sort: 'newest' } as const
  const written = writeFilter(new URLSearchParams('tour=1&priority=high'), filter)

  expect(written.get('tour')).toBe('1')
  expect(readFilter(written)).toEqual(filter)
})

it('leaves no trace of what is not chosen', () => {
  const parameters = new URLSearchParams('priority=high&category=tools&sort=priority')

  expect(`${writeFilter(parameters, noFilter)}`).toBe('')
  expect(`${parameters}`).not.toBe('')
})
