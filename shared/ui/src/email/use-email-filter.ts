import { Category, Priority } from '@shortlist/contracts/mail'
import { useMemo } from 'react'
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

/** The filter that stands in the parameters of the host, and how to change it. */
export function useEmailFilter([parameters, replace]: FilterPlace) {
  const text = parameters.toString()
  // hosts may make the parameters anew each time
  const filter = useMemo(() => readFilter(new URLSearchParams(text)), [text])
  const written = (parts: Partial<EmailFilter>) => writeFilter(parameters, { ...filter, ...parts })

  return {
    filter,
    change: (parts: Partial<EmailFilter>) => replace(written(parts)),
    /** The address of this page with a changed filter. */
    hrefOf: (parts: Partial<EmailFilter>) => `?${written(parts)}`,
  }
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
