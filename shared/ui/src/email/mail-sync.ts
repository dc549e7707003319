import { createContext, useContext } from 'react'
import type { SyncState } from './sync-state.ts'

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
