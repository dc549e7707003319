import type { AssistantClient } from '@shortlist/client/assistant-client'
import type { MailPage } from '@shortlist/contracts/mail-rows'
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useClient } from '../../client-provider.tsx'
import { openMailKey } from '../mail-status.ts'
import { mailRowsKey } from '../view-counts.ts'
import type { MailPages } from './mail-list.tsx'
import type { Place } from './mail-row.tsx'
import { type EmailFilter, mailsMeant } from './use-email-filter.ts'

const PAGE_ROWS = 50
/** Rows ahead of what is seen that are asked for too. */
const ROWS_AHEAD = 15
/** So few mails stand as cards at once. */
export const FEW_MAILS = 5

/**
 * The mails that fit a filter, of which the rows from `first` to `last` are wanted; as they were
 * before while the first answer about another filter is awaited. Null before anything is known.
 */
export function useMailPages(filter: EmailFilter, first: number, last: number) {
  const client = useClient()
  const cache = useQueryClient()
  const asked = { ...mailsMeant(filter), sort: filter.sort }
  const from = Math.max(0, Math.floor((first - ROWS_AHEAD) / PAGE_ROWS))
  const to = Math.max(0, Math.floor((last + ROWS_AHEAD) / PAGE_ROWS))
  const [kept, keep] = useState<MailPages | null>(null)
  const lastPage = kept ? Math.max(0, Math.ceil(kept.total / PAGE_ROWS) - 1) : from
  const numbers = Array.from(
    { length: Math.max(1, Math.min(to, lastPage) - from + 1) },
    (_, at) => Math.min(from, lastPage) + at,
  )

  const { pages, failed } = useQueries({
    queries: numbers.map((number) => ({
      queryKey: [...mailRowsKey, asked, number],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        readPage(client, cache, { ...asked, from: number * PAGE_ROWS, limit: PAGE_ROWS }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      // pages that are left behind cost memory and are asked for again in no time
      gcTime: 10_000,
      refetchOnWindowFocus: false,
    })),
    combine: joinPages,
  })
  const known = useMemo(() => (pages.length > 0 ? pagesOf(pages) : null), [pages])
  if (known !== null && known !== kept) keep(known)
  return { list: known ?? kept, failed }
}

interface Answer {
  readonly data?: MailPage | undefined
  readonly isError: boolean
  readonly refetch: () => unknown
}

function joinPages(answers: Answer[]) {
  return {
    pages: answers.flatMap(({ data }) => data ?? []),
    failed: answers.find(({ isError, data }) => isError && !data)?.refetch ?? null,
  }
}

type Asked = Parameters<AssistantClient['mail']['rows']>[0]

/** A page; few mails come with everything that is known of them, since they are shown as cards. */
async function readPage(
  client: AssistantClient,
  cache: QueryClient,
  asked: Asked,
  signal: AbortSignal,
): Promise<MailPage> {
  const page = await client.mail.rows(asked, signal)
  if (page.total <= FEW_MAILS) {
    const known = page.rows.map(({ id }) =>
      cache.ensureQueryData({
        queryKey: openMailKey(id),
        queryFn: () => client.mail.open(id),
        staleTime: Number.POSITIVE_INFINITY,
      }),
    )
    // a mail that is gone meanwhile leaves the list by the next answer
    await Promise.allSettled(known)
  }
  return page
}

function pagesOf(pages: readonly MailPage[]): MailPages {
  const newest = pages.reduce((one, other) => (other.revision > one.revision ? other : one))
  const rows = pages.flatMap((page) => page.rows.map((row, at) => [page.from + at, row] as const))
  const { total, counts, revision } = newest
  return { total, counts, revision, rows: new Map(rows.filter(([at]) => at < total)) }
}

/**
 * Finds the place of the mail that the address names, which may lie anywhere in the list; `find`
 * hears it unless it is `place` already.
 */
export function useNamedPlace(
  filter: EmailFilter,
  rows: MailPages['rows'],
  place: Place | null,
  find: (place: Place) => void,
): void {
  const client = useClient()
  const found = useEffectEvent(find)
  const id = filter.mail
  const isPlace = place?.id === id

  useEffect(() => {
    if (id === '' || isPlace) return
    let isOff = false
    const known = [...rows].find(([, row]) => row.id === id)
    if (known) found({ id, index: known[0] })
    else
      placeOfMail(client, filter, id).then(
        (index) => !isOff && index !== null && found({ id, index }),
        // it is shown all the same, without its place
        () => {},
      )
    return () => {
      isOff = true
    }
  }, [client, filter, id, isPlace, rows])
}

/** The place of a mail among those that fit a filter; null where it does not. */
async function placeOfMail(
  client: AssistantClient,
  filter: EmailFilter,
  emailId: string,
): Promise<number | null> {
  const asked = { ...mailsMeant(filter), sort: filter.sort, around: emailId, limit: PAGE_ROWS }
  const { rows, from } = await client.mail.rows(asked)
  const at = rows.findIndex(({ id }) => id === emailId)
  return at === -1 ? null : from + at
}
