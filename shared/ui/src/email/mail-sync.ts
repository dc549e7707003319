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
