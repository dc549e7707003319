import type { Category, Email, Priority } from '@shortlist/contracts/mail'
import { categoryLooks, type Family } from './categories.ts'

/** What of the emails is shown, and in which order. A family stands for all of its categories. */
export interface EmailFilter {
  readonly priority: Priority | 'all'
  readonly category: Category | Family | 'all'
  readonly sort: EmailSort
}

/** `newest` is the order of the server. */
export type EmailSort = 'newest' | 'priority'

/** What is shown before anybody has chosen. */
export const noFilter: EmailFilter = { priority: 'all', category: 'all', sort: 'newest' }

/** Whether a filter leaves something out; the order does not. */
export function isFiltering({ priority, category }: EmailFilter): boolean {
  return priority !== 'all' || category !== 'all'
}

type Sortable = Pick<Email, 'priority' | 'category'>

/**
 * Whether an email has both the priority and the category that were chosen. One without analysis
 * matches only "all" (specification, section 5).
 */
export function matchesFilter(email: Sortable, filter: EmailFilter): boolean {
  return hasPriority(email, filter.priority) && hasCategory(email, filter.category)
}

/** Whether an email is of a priority, of any for "all". */
export function hasPriority({ priority }: Sortable, wanted: EmailFilter['priority']): boolean {
  return wanted === 'all' || priority === wanted
}

/** Whether an email is of a category or family, of any for "all". */
export function hasCategory({ category }: Sortable, wanted: EmailFilter['category']): boolean {
  if (wanted === 'all') return true
  return category !== null && (category === wanted || categoryLooks[category].family === wanted)
}
