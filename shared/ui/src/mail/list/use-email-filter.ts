import { Category, Priority } from '@shortlist/contracts/mail'
import { type MailFilter, type MailRowsQuery, MailView } from '@shortlist/contracts/mail-rows'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { categoryLooks, type Family, families } from '../mail-looks.tsx'

/** What of the emails is shown, and in which order. A family stands for all of its categories. */
export interface EmailFilter {
  readonly view: MailView | 'insights'
  readonly priority: Priority | 'all'
  readonly category: Category | Family | 'all'
  readonly sort: MailRowsQuery['sort']
  /** What is searched for, as it was typed. */
  readonly q: string
  /** The mail that is open; empty for none. */
  readonly mail: string
}

/** What is shown before anybody has chosen. */
export const noFilter: EmailFilter = {
  view: 'everything',
  priority: 'all',
  category: 'all',
  sort: 'newest',
  q: '',
  mail: '',
}

/** Whether a filter leaves something of a view out; search and order do not count. */
export function isFiltering({ priority, category }: EmailFilter): boolean {
  return priority !== 'all' || category !== 'all'
}

/**
 * Where the host keeps the filter: the parameters of its address, say, and how to change them, as a
 * step that the browser's Back takes back or in place of what is there.
 */
export type FilterPlace = readonly [
  parameters: URLSearchParams,
  change: (parameters: URLSearchParams, isStep?: boolean) => void,
]

/** Ways to other emails than those that are shown. */
export interface FilterLinks {
  /** Shows them on this page. */
  change(parts: Partial<EmailFilter>, isStep?: boolean): void
  /** The address that shows them. */
  hrefOf(parts: Partial<EmailFilter>): string
}

interface FilterState extends FilterLinks {
  readonly filter: EmailFilter
}

/** The filter that stands in the parameters of the host. Stays the same object as long as the parameters say the same. */
export function useEmailFilter([parameters, change]: FilterPlace): FilterState {
  const text = parameters.toString()
  const latest = useRef({ parameters, change })

  useLayoutEffect(() => {
    latest.current = { parameters, change }
  })

  return useMemo(() => {
    const known = new URLSearchParams(text)
    const filter = readFilter(known)
    const written = (parts: Partial<EmailFilter>) => writeFilter(known, { ...filter, ...parts })
    return {
      filter,
      change: (parts, isStep = false) => latest.current.change(written(parts), isStep),
      hrefOf: (parts) => `?${written(parts)}`,
    }
  }, [text])
}

const sorts: readonly MailRowsQuery['sort'][] = ['newest', 'priority']

/** What is missing or unknown counts as not chosen. */
export function readFilter(parameters: URLSearchParams): EmailFilter {
  const oneOf = <Choice extends string>(name: keyof EmailFilter, choices: readonly Choice[]) =>
    choices.find((choice) => choice === parameters.get(name))
  return {
    view: oneOf('view', [...MailView.options, 'insights' as const]) ?? noFilter.view,
    priority: oneOf('priority', Priority.options) ?? noFilter.priority,
    category: oneOf('category', [...Category.options, ...families]) ?? noFilter.category,
    sort: oneOf('sort', sorts) ?? noFilter.sort,
    q: parameters.get('q') ?? '',
    mail: parameters.get('mail') ?? '',
  }
}

/** Other parameters stay; what is not chosen leaves no trace. */
export function writeFilter(parameters: URLSearchParams, filter: EmailFilter): URLSearchParams {
  const written = new URLSearchParams(parameters)
  for (const name of Object.keys(noFilter) as (keyof EmailFilter)[]) {
    if (filter[name] === noFilter[name]) written.delete(name)
    else written.set(name, filter[name])
  }
  return written
}

/** Shorter words find too much. */
const SEARCH_FROM = 2

/** What the daemon is asked for. */
export function mailsMeant({ view, priority, category, q }: EmailFilter): MailFilter {
  const words = q.trim()
  return {
    view: view === 'insights' ? 'everything' : view,
    ...(priority !== 'all' && { priority }),
    ...(category !== 'all' && { category: categoriesOf(category) }),
    ...(words.length >= SEARCH_FROM && { q: words }),
  }
}

function categoriesOf(chosen: Category | Family): Category[] {
  return Category.options.filter((each) => each === chosen || categoryLooks[each].family === chosen)
}
