import type { AssistantClient, ClientEvents } from '@shortlist/client/assistant-client'
import { CallFailed } from '@shortlist/client/call-failed'
import type { CalendarStatus } from '@shortlist/contracts/calendar'
import type { SyncProgress, SyncReply } from '@shortlist/contracts/mail'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  type Dispatch,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import { useTellBusy } from '../../busy.tsx'
import { calendarStatusKey, markDisconnected } from '../../calendar/calendar-query.ts'
import { useClient } from '../../client-provider.tsx'
import { mailCopy } from '../mail-copy.ts'
import {
  hearMailChanges,
  mailStatusKey,
  type ReadMailStatus,
  readMailStatus,
  rereadMail,
  rereadMails,
  rereadRows,
  showMailChange,
} from '../mail-status.ts'
import {
  isSyncing,
  type MailSync,
  noSync,
  type SyncHost,
  type SyncOutcome,
  type SyncState,
} from './mail-sync.ts'

export interface SyncKeeperProps extends SyncHost {
  /** Hears of the sync at once and at each change. */
  readonly onChange: (sync: MailSync) => void
  /** True while a sync runs that the user has begun. */
  readonly onBusyChange?: ((isBusy: boolean) => void) | undefined
}

/** Keeps the sync and the mails of an account up to date as long as it is mounted; shows nothing. */
export function SyncKeeper({ onChange, onBusyChange, ...host }: SyncKeeperProps) {
  const sync = useMailSync(host)
  const tell = useEffectEvent(onChange)
  useTellBusy(sync.state.isOwn, onBusyChange)
  useEffect(() => tell(sync), [sync])
  return null
}

/** The sync of the account: one per host, above everything that comes and goes. */
function useMailSync({ onSignedOut, notify }: SyncHost): MailSync {
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
      else void rereadMail(cache)
    },
    [cache, onSignedOut],
  )

  /** Checks mailbox and calendar, asks for the sync and shows the mails as they are. */
  const begin = useCallback(async () => {
    change({ type: 'asked', at: Date.now() })
    const error = await gateOf(client, cache)
    if (error) return change({ type: 'refused', error })
    const reply = await client.mail.sync({ emails: 'none' })
    void rereadMails(cache)
    change({ type: 'answered', reply, at: Date.now() })
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

/** Sentences of the specification that the daemon says as well; all others mean "it failed". */
const known: ReadonlySet<string> = new Set([
  mailCopy.mailboxNeeded,
  mailCopy.calendarNeeded,
  mailCopy.calendarGone,
  mailCopy.calendarExpired,
])

/** Why a sync did not begin (specification, sections 5 and 8). */
function syncFailure(error: unknown): string {
  if (!(error instanceof CallFailed)) return mailCopy.syncFailed
  if (error.message.includes(mailCopy.calendarTokens)) return mailCopy.calendarExpired
  return known.has(error.message) ? error.message : mailCopy.syncFailed
}

/**
 * Turns the events of the mailbox into changes of the sync and of the status in the cache, and tells
 * of the sync that each status that is read knows.
 */
function useSyncEvents(change: Dispatch<SyncChange>, isRunning: boolean): void {
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
      hearMailChanges(client, (news) => showMailChange(cache, news)),
      client.on('mail-rows-changed', () => void rereadRows(cache)),
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
    void rereadMail(cache)
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

export type SyncChange =
  | { readonly type: 'asked'; readonly at: number }
  /** The call failed or was not even made; null where another screen says why. */
  | { readonly type: 'refused'; readonly error: string | null }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'answered'; readonly reply: SyncReply; readonly at: number }
  | ({ readonly type: 'analyzing'; readonly at: number } & ClientEvents['email-analyzing'])
  | ({ readonly type: 'analyzed'; readonly at: number } & ClientEvents['email-analyzed'])
  | ({ readonly type: 'progress'; readonly at: number } & ClientEvents['sync-progress'])
  | ({ readonly type: 'complete'; readonly at: number } & ClientEvents['sync-complete'])
  | ({ readonly type: 'cancelled'; readonly at: number } & ClientEvents['sync-cancelled'])
  | { readonly type: 'cancelling' }
  | { readonly type: 'cancel-failed' }
  /** A status that was asked for at `askedAt` knows this sync, or none. */
  | { readonly type: 'found'; readonly sync: SyncProgress | null; readonly askedAt: number }
  | { readonly type: 'dismissed' }

/** The sync after a change (specification, section 4). */
export function reduceSync(state: SyncState, change: SyncChange): SyncState {
  switch (change.type) {
    case 'asked':
      return { ...(isSyncing(state) ? state : begun(change.at)), isOwn: true }
    case 'refused':
      return { ...stopped(state), error: change.error }
    case 'failed':
      return failed(state, change.error)
    case 'answered':
      return answered(state, change)
    case 'analyzing': {
      const { emailId, subject, analyzedCount: analyzed, totalToAnalyze: total } = change
      const running = heard(state, change.at)
      return { ...running, analyzed, total, current: { emailId, subject } }
    }
    case 'analyzed':
      return isSyncing(state) ? analyzed(heard(state, change.at), change) : state
    case 'progress':
      return { ...heard(state, change.at), analyzed: change.analyzed, total: change.total }
    case 'complete': {
      const { analyzed, failed: failures, eventsCreated, missed, at } = change
      const counts = { analyzed, failed: failures, eventsCreated, ...(missed && { missed }) }
      return ended(state, { kind: 'done', ...counts, at })
    }
    case 'cancelled': {
      const { analyzed, total, at } = change
      return ended(state, { kind: 'cancelled', analyzed, total, at })
    }
    case 'cancelling':
      return state.phase === 'syncing' ? { ...state, phase: 'cancelling' } : state
    case 'cancel-failed':
      return state.phase === 'cancelling' ? { ...state, phase: 'syncing' } : state
    case 'found':
      return found(state, change.sync, change.askedAt)
    case 'dismissed':
      return { ...state, error: null }
  }
}

function begun(at: number): SyncState {
  return { ...noSync, phase: 'syncing', startedAt: at }
}

/** An event of a sync that runs, whoever has asked for it. */
function heard(state: SyncState, at: number): SyncState {
  const running = isSyncing(state) ? state : begun(at)
  return { ...running, heardAt: running.heardAt ?? at }
}

/** A cancelled sync is followed by an error for those who do not know how to cancel. */
function failed(state: SyncState, error: string): SyncState {
  const isEcho = !isSyncing(state) && state.outcome?.kind === 'cancelled'
  return isEcho ? state : { ...stopped(state), error }
}

/** The preliminary answer counts what is analysed already, until an event knows better. */
function answered(state: SyncState, { reply, at }: { reply: SyncReply; at: number }): SyncState {
  if (!isSyncing(state)) return state
  const running = heard(state, at)
  if (running.total > 0) return running
  const analyzed = reply.emails.filter((email) => email.analyzed).length
  return { ...running, analyzed, total: reply.emails.length || reply.performance.totalFetched }
}

function analyzed(state: SyncState, event: ClientEvents['email-analyzed']): SyncState {
  const { emailId, analysis, analyzedCount, totalToAnalyze: total } = event
  const done = [...state.done, { emailId, priority: analysis.priority }]
  return { ...state, done, analyzed: analyzedCount || state.analyzed + 1, total }
}

function ended(state: SyncState, outcome: SyncOutcome): SyncState {
  return { ...stopped(state), outcome }
}

function stopped(state: SyncState): SyncState {
  return { ...noSync, done: state.done }
}

function found(state: SyncState, sync: SyncProgress | null, askedAt: number): SyncState {
  if (!sync) {
    // a status from before the sync knows nothing of it
    const isOver = state.heardAt !== null && askedAt > state.heardAt
    return isSyncing(state) && isOver ? stopped(state) : state
  }
  const startedAt = Date.parse(sync.startedAt)
  const running = isSyncing(state) ? state : begun(startedAt)
  const { emailId, subject } = sync
  return {
    ...running,
    ...(askedAt > (running.heardAt ?? 0) ? progressOf(running, sync) : {}),
    phase: sync.isCancelling ? 'cancelling' : running.phase,
    startedAt,
    heardAt: running.heardAt ?? askedAt,
    current: running.current ?? (emailId && subject !== null ? { emailId, subject } : null),
  }
}

/** Events may have counted further while the status was under way. */
function progressOf(running: SyncState, { analyzed, total }: SyncProgress) {
  return {
    total,
    analyzed: total === running.total ? Math.max(analyzed, running.analyzed) : analyzed,
  }
}
