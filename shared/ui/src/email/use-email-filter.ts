import { Category, Priority } from '@shortlist/contracts/mail'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { families } from './categories.ts'
import { type EmailFilter, type EmailSort, noFilter } from './matches-filter.ts'

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
