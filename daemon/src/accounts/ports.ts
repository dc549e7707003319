import type { Background } from '../platform/background.ts'
import type { AccountStore } from './account-store.ts'
import type { Passwords } from './passwords.ts'
import type { SessionStore } from './session-store.ts'

/** What happened to an account, for the log; never who it was. */
type AccountEvent = 'signed-up' | 'signed-in' | 'sign-in-refused' | 'signed-out'

/** All that accounts need from the rest of the daemon. */
export interface AccountPorts {
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly passwords: Passwords
  /** Disconnects the sockets of a session that has ended. */
  readonly endSession: (sessionId: string) => void
  readonly record: (event: AccountEvent) => void
  readonly background: Background
  readonly now: () => Date
}
