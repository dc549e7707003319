import type { AssistantClient } from '@shortlist/client/assistant-client'
import { CallFailed } from '@shortlist/client/call-failed'
import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { calendarStatusKey, markDisconnected } from '../calendar/calendar-query.ts'
import { useClient } from '../client-provider.tsx'
import { mailCopy } from '../mail-copy.ts'
import { syncFailure } from './mail-failure.ts'
import { mailStatusKey, type ReadMailStatus, readMailStatus, withChanges } from './mail-query.ts'
import type { MailSync, SyncHost } from './mail-sync.ts'
import { reduceMailStatus } from './reduce-mail-status.ts'
import { reduceSync } from './reduce-sync.ts'
import { isSyncing, noSync } from './sync-state.ts'
import { useSyncEvents } from './use-sync-events.ts'

/** The sync of the account: one per host, above everything that comes and goes. */
export function useMailSync({ onSignedOut, notify }: SyncHost): MailSync {
  const client = useClient()
  const cache = useQueryClient()
  const [state, change] = useReducer(reduceSync, noSync)
  const isAsked = useRef(false)

  useSyncEvents(change, isSyncing(state))
  useEffect(() => {
    isAsked.current = isSyncing(state)
  }, [state])

  const refuse = useCallback(
    (error: unknown) => {
      const isOver = error instanceof CallFailed && error.isSignedOut
      const text = isOver ? null : syncFailure(error)
      if (text === mailCopy.calendarExpired) markDisconnected(cache)
      change({ type: 'refused', error: text })
      if (isOver) onSignedOut()
      // the mailbox says in its status what is wrong with it
      else void cache.invalidateQueries({ queryKey: mailStatusKey })
    },
    [cache, onSignedOut],
  )

  /** Checks mailbox and calendar, asks for the sync and shows the mails as they are. */
  const begin = useCallback(async () => {
    change({ type: 'asked', at: Date.now() })
    const error = await gateOf(client, cache)
    if (error) return change({ type: 'refused', error })
    const { answer, changes } = await withChanges(client, () => client.mail.sync())
    const { emails } = answer
    cache.setQueryData<ReadMailStatus>(
      mailStatusKey,
      (status) => status && changes.reduce(reduceMailStatus, { ...status, emails }),
    )
    change({ type: 'answered', reply: answer, at: Date.now() })
  }, [client, cache])

  const start = useCallback(async () => {
    if (isAsked.current) return
    isAsked.current = true
    await begin().catch(refuse)
  }, [begin, refuse])

  const cancel = useCallback(async () => {
    change({ type: 'cancelling' })
    try {
      await client.mail.cancelSync()
    } catch {
      change({ type: 'cancel-failed' })
      notify('error', mailCopy.cancelFailed)
    }
  }, [client, notify])

  return useMemo(
    () => ({
      state,
      start,
      cancel,
      dismiss: () => change({ type: 'dismissed' }),
    }),
    [state, start, cancel],
  )
}

/** Says why a sync may not begin, or null (specification, section 5). */
async function gateOf(client: AssistantClient, cache: QueryClient): Promise<string | null> {
  const known = cache.getQueryData<ReadMailStatus>(mailStatusKey)
  const mail = known ?? (await readMailStatus(client))
  if (!mail.connected) return mailCopy.mailboxNeeded
  const before = cache.getQueryData<CalendarStatus>(calendarStatusKey)
  if (before && !before.connected) return mailCopy.calendarNeeded
  const calendar = await client.calendar.status()
  cache.setQueryData(calendarStatusKey, calendar)
  if (calendar.connected) return null
  return before ? mailCopy.calendarGone : mailCopy.calendarNeeded
}
