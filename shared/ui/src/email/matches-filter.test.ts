import { anAnalyzedEmail, anEmail } from '@shortlist/client/testing/mail-samples'
import { expect, it } from 'vitest'
import { countEmails } from './count-emails.ts'
import { type EmailFilter, isFiltering, matchesFilter, noFilter } from './matches-filter.ts'
import { orderEmails } from './order-emails.ts'

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
