import type { Email, Priority } from '@shortlist/contracts/mail'
import { type EmailFilter, isFiltering, matchesFilter } from './matches-filter.ts'

const ranks: Readonly<Record<Priority, number>> = { high: 0, medium: 1, low: 2 }
const unranked = 3

/** The emails that match a filter, in its order; the same array where nothing is to be done. */
export function orderEmails(emails: readonly Email[], filter: EmailFilter): readonly Email[] {
  const found = isFiltering(filter)
    ? emails.filter((email) => matchesFilter(email, filter))
    : emails
  if (filter.sort === 'newest') return found
  return found.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf({ priority }: Email): number {
  return priority ? ranks[priority] : unranked
}
