import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useEffectEvent } from 'react'
import { markDisconnected } from '../calendar/calendar-query.ts'
import { useClient } from '../client-provider.tsx'
import { mailCopy } from '../mail-copy.ts'
import {
  hearMailChanges,
  mailStatusKey,
  type ReadMailStatus,
  readMailStatus,
} from './mail-query.ts'
import { reduceMailStatus } from './reduce-mail-status.ts'
import type { SyncChange } from './reduce-sync.ts'

/**
 * Turns the events of the mailbox into changes of the sync and of the status in the cache, and tells
 * of the sync that each status that is read knows.
 */
export function useSyncEvents(change: Dispatch<SyncChange>, isRunning: boolean): void {
  const client = useClient()
  const cache = useQueryClient()

  useEffect(() => {
    const at = () => ({ at: Date.now() })
    const stops = [
      client.on('email-analyzing', (event) => change({ type: 'analyzing', ...event, ...at() })),
      client.on('email-analyzed', (event) => change({ type: 'analyzed', ...event, ...at() })),
      client.on('sync-progress', (event) => change({ type: 'progress', ...event, ...at() })),
      client.on('sync-complete', (event) => change({ type: 'complete', ...event, ...at() })),
      client.on('sync-cancelled', (event) => change({ type: 'cancelled', ...event, ...at() })),
      client.on('sync-error', ({ error }) => {
        const isRevoked = error.includes(mailCopy.calendarTokens)
        if (isRevoked) markDisconnected(cache)
        change({ type: 'failed', error: isRevoked ? mailCopy.calendarExpired : error })
      }),
      hearMailChanges(client, (news) =>
        cache.setQueryData<ReadMailStatus>(
          mailStatusKey,
          (status) => status && reduceMailStatus(status, news),
        ),
      ),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, cache, change])

  // a sync that a status knows survives a reload
  useEffect(() => {
    let lastAsked = 0
    const look = () => {
      const status = cache.getQueryData<ReadMailStatus>(mailStatusKey)
      if (!status || status.askedAt === lastAsked) return
      lastAsked = status.askedAt
      change({ type: 'found', sync: status.sync, askedAt: status.askedAt })
    }
    look()
    return cache.getQueryCache().subscribe(look)
  }, [cache, change])

  const reread = useEffectEvent(() => {
    void cache.invalidateQueries({ queryKey: mailStatusKey })
    // whether a sync that seems to run still does matters also where no screen shows the mails
    const isShown = cache.getQueryCache().find({ queryKey: mailStatusKey })?.isActive() ?? false
    if (isRunning && !isShown) {
      const query = { queryKey: mailStatusKey, queryFn: () => readMailStatus(client) }
      void cache.prefetchQuery(query)
    }
  })

  useEffect(() => {
    const stops = [client.on('mail-changed', reread), client.on('synced', reread)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}
