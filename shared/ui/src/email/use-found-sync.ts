import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect } from 'react'
import { mailStatusKey, type ReadMailStatus } from './mail-query.ts'
import type { SyncChange } from './reduce-sync.ts'

/** Tells of the sync that each status that is read knows, so that it survives a reload. */
export function useFoundSync(change: Dispatch<SyncChange>): void {
  const cache = useQueryClient()

  useEffect(() => {
    let lastAsked = 0
    const queries = cache.getQueryCache()
    const look = () => {
      const status = cache.getQueryData<ReadMailStatus>(mailStatusKey)
      if (!status || status.askedAt === lastAsked) return
      lastAsked = status.askedAt
      change({ type: 'found', sync: status.sync, askedAt: status.askedAt })
    }
    look()
    return queries.subscribe(look)
  }, [cache, change])
}
