import type { ClientEvents } from '@shortlist/client/assistant-client'
import type { SyncProgress, SyncReply } from '@shortlist/contracts/mail'
import { isSyncing, noSync, type SyncOutcome, type SyncState } from './sync-state.ts'

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
  return { ...running, analyzed, total: reply.emails.length }
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
