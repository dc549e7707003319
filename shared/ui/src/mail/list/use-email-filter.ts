import { Category, type Email, Priority } from '@shortlist/contracts/mail'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { categories, categoryLooks, type Family, families } from '../mail-looks.tsx'

/** What of the emails is shown, and in which order. A family stands for all of its categories. */
export interface EmailFilter {
  readonly priority: Priority | 'all'
  readonly category: Category | Family | 'all'
  readonly sort: EmailSort
}

/** `newest` is the order of the server. */
type EmailSort = 'newest' | 'priority'

/** What is shown before anybody has chosen. */
export const noFilter: EmailFilter = { priority: 'all', category: 'all', sort: 'newest' }

/** Whether a filter leaves something out; the order does not. */
export function isFiltering({ priority, category }: EmailFilter): boolean {
  return priority !== 'all' || category !== 'all'
}

/**
 * Where the host keeps the filter: the parameters of its address, say, and how to replace them. It
 * has the shape of the router's `useSearchParams`.
 */
export type FilterPlace = readonly [
  parameters: URLSearchParams,
  replace: (parameters: URLSearchParams) => void,
]

/** Ways to other emails than those that are shown. */
export interface FilterLinks {
  /** Shows them on this page. */
  change(parts: Partial<EmailFilter>): void
  /** The address that shows them. */
  hrefOf(parts: Partial<EmailFilter>): string
}

interface FilterState extends FilterLinks {
  readonly filter: EmailFilter
}

/** The filter that stands in the parameters of the host. Stays the same object as long as the parameters say the same. */
export function useEmailFilter([parameters, replace]: FilterPlace): FilterState {
  const text = parameters.toString()
  const latest = useRef(replace)

  useLayoutEffect(() => {
    latest.current = replace
  })

  return useMemo(() => {
    const known = new URLSearchParams(text)
    const filter = readFilter(known)
    const written = (parts: Partial<EmailFilter>) => writeFilter(known, { ...filter, ...parts })
    return {
      filter,
      change: (parts) => latest.current(written(parts)),
      hrefOf: (parts) => `?${written(parts)}`,
    }
  }, [text])
}

const sorts: readonly EmailSort[] = ['newest', 'priority']

/** What is missing or unknown counts as not chosen. */
export function readFilter(parameters: URLSearchParams): EmailFilter {
  return {
    priority: oneOf(Priority.options, parameters.get('priority')) ?? noFilter.priority,
    category:
      oneOf([...Category.options, ...families], parameters.get('category')) ?? noFilter.category,
    sort: oneOf(sorts, parameters.get('sort')) ?? noFilter.sort,
  }
}

/** Other parameters stay; what is not chosen leaves no trace. */
export function writeFilter(parameters: URLSearchParams, filter: EmailFilter): URLSearchParams {
  const written = new URLSearchParams(parameters)
  for (const name of ['priority', 'category', 'sort'] as const) {
    if (filter[name] === noFilter[name]) written.delete(name)
    else written.set(name, filter[name])
  }
  return written
}

function oneOf<Choice extends string>(
  choices: readonly Choice[],
  text: string | null,
): Choice | undefined {
  return choices.find((choice) => choice === text)
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
function hasPriority({ priority }: Sortable, wanted: EmailFilter['priority']): boolean {
  return wanted === 'all' || priority === wanted
}

/** Whether an email is of a category or family, of any for "all". */
function hasCategory({ category }: Sortable, wanted: EmailFilter['category']): boolean {
  if (wanted === 'all') return true
  return category !== null && (category === wanted || categoryLooks[category].family === wanted)
}

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
