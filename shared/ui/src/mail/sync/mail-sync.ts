import type { Priority } from '@shortlist/contracts/mail'
import { createContext, useContext } from 'react'

/** What a sync asks of its host. */
export interface SyncHost {
  /** A call was answered with 401. */
  readonly onSignedOut: () => void
  readonly notify: (kind: 'error' | 'success', text: string) => void
}

/** The sync of the account and what can be done with it. */
export interface MailSync {
  readonly state: SyncState
  /** "Sync & Analyze Emails": checks mailbox and calendar, then begins. Failures are in the state. */
  start(): Promise<void>
  /** "Cancel sync". */
  cancel(): Promise<void>
  /** Takes the error away. */
  dismiss(): void
}

/** Given by `MailProvider`. */
export const MailContext = createContext<MailSync | null>(null)

/** The sync of the account and what can be done with it; throws outside a `MailProvider`. */
export function useSync(): MailSync {
  const sync = useContext(MailContext)
  if (!sync) throw new Error('useSync needs a MailProvider above it')
  return sync
}

/** How a sync has ended; `at` in epoch milliseconds. */
export type SyncOutcome =
  | {
      readonly kind: 'done'
      readonly analyzed: number
      readonly failed: number
      readonly eventsCreated: number
      /** Analysed by the rules since the model was away. */
      readonly missed?: number | undefined
      readonly at: number
    }
  | {
      readonly kind: 'cancelled'
      readonly analyzed: number
      readonly total: number
      readonly at: number
    }

/** A sync as a screen shows it; `idle` keeps how the last one ended. Times in epoch milliseconds. */
export interface SyncState {
  readonly phase: 'idle' | 'syncing' | 'cancelling'
  readonly analyzed: number
  /** 0 while it is not known ("preparing"). */
  readonly total: number
  /** The mail that was begun last. */
  readonly current: { readonly emailId: string; readonly subject: string } | null
  /** Mails of this sync that were analysed while somebody listened, in that order. */
  readonly done: readonly { readonly emailId: string; readonly priority: Priority }[]
  /** The user has begun it here: the menu and the way back are locked. */
  readonly isOwn: boolean
  /** Null while nothing runs. */
  readonly startedAt: number | null
  /** Since when the daemon is known to run it; null before its first word. */
  readonly heardAt: number | null
  readonly outcome: SyncOutcome | null
  readonly error: string | null
}

export const noSync: SyncState = {
  phase: 'idle',
  analyzed: 0,
  total: 0,
  current: null,
  done: [],
  isOwn: false,
  startedAt: null,
  heardAt: null,
  outcome: null,
  error: null,
}

/** Whether a sync runs, whoever has begun it. */
export function isSyncing({ phase }: SyncState): boolean {
  return phase !== 'idle'
}
