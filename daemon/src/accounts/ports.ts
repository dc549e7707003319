import type { SignUpRule } from '@shortlist/contracts/accounts'
import type { Background } from '../platform/background.ts'
import type { AccountStore } from './account-store.ts'
import type { Passwords } from './passwords.ts'
import type { SessionStore } from './session-store.ts'

/** What happened to an account, for the log; never who it was. */
type AccountEvent = 'signed-up' | 'signed-in' | 'sign-in-refused' | 'signed-out'

/** Who may create an account on this computer. */
export interface SignUp {
  rule(): SignUpRule
  /** The variable that says so; null where none does. */
  readonly setBy: string | null
  /** On the disk when it resolves. Throws `SET_BY_ENVIRONMENT`. */
  choose(rule: SignUpRule): Promise<void>
}

/** All that accounts need from the rest of the daemon. */
export interface AccountPorts {
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly passwords: Passwords
  readonly signUp: SignUp
  /** Disconnects the sockets of a session that has ended. */
  readonly endSession: (sessionId: string) => void
  readonly record: (event: AccountEvent) => void
  readonly background: Background
  readonly now: () => Date
}
