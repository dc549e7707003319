import type { Category, Email, Priority } from '@shortlist/contracts/mail'
import { categories } from './categories.ts'
import { type EmailFilter, hasCategory, hasPriority, matchesFilter } from './matches-filter.ts'

/** How many emails each choice would show, given what is chosen in the other control. */
export interface EmailCounts {
  readonly byPriority: Readonly<Record<Priority | 'all', number>>
  readonly byCategory: Readonly<Record<Category | 'all', number>>
  /** Emails without analysis that the filter leaves out. */
  readonly hiddenPending: number
}

/** Counts in one pass over all emails. */
export function countEmails(emails: readonly Email[], filter: EmailFilter): EmailCounts {
  const byPriority = { all: 0, high: 0, medium: 0, low: 0 }
  const byCategory = { all: 0, ...zeros() }
  let hiddenPending = 0
  for (const email of emails) {
    if (hasCategory(email, filter.category)) {
      byPriority.all++
      if (email.priority) byPriority[email.priority]++
    }
    if (hasPriority(email, filter.priority)) {
      byCategory.all++
      if (email.category) byCategory[email.category]++
    }
    if (!email.analyzed && !matchesFilter(email, filter)) hiddenPending++
  }
  return { byPriority, byCategory, hiddenPending }
}

function zeros(): Record<Category, number> {
  const entries = categories.map((category) => [category, 0] as const)
  return Object.fromEntries(entries) as Record<Category, number>
}
