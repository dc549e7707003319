import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from '../client-provider.tsx'

/** The longest wait that a timer takes, in milliseconds. */
export const WAIT_MAX = 2 ** 31 - 1

/**
 * What is next, what needs its user and what is due. It is asked for again with the rows of mails,
 * whenever they differ, and at the next moment that the daemon has named.
 */
export function useToday() {
  const { today } = useClient()
  const query = useQuery({
    queryKey: ['mail', 'today'],
    queryFn: () => today.read(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const { data, dataUpdatedAt, refetch } = query

  useEffect(() => {
    if (!data?.next) return
    // by the daemon's clock, which may be another one
    const wait = Date.parse(data.next) - Date.parse(data.asOf) - (Date.now() - dataUpdatedAt)
    const turning = setTimeout(() => void refetch(), Math.min(Math.max(wait, 0), WAIT_MAX))
    return () => clearTimeout(turning)
  }, [data, dataUpdatedAt, refetch])

  return query
}
