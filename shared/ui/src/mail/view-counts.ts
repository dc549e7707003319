import type { MailCounts } from '@shortlist/contracts/mail-rows'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../client-provider.tsx'

/** Where rows of mails lie in the query cache. */
export const mailRowsKey = ['mail', 'rows'] as const

/** How many mails each view has; undefined while that is not known. */
export function useViewCounts(isWanted = true): MailCounts['views'] | undefined {
  const { mail } = useClient()
  const { data } = useQuery({
    queryKey: [...mailRowsKey, 'views'],
    queryFn: async ({ signal }) =>
      (await mail.rows({ view: 'needs-you', limit: 1 }, signal)).counts.views,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return data
}
