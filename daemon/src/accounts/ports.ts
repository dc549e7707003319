import type { Readable } from 'node:stream'
import type { Holdings, ImportPreview, LastImport, SignUpRule } from '@shortlist/contracts/accounts'
import type { Background } from '../platform/background.ts'
import type { AccountRow, AccountStore } from './account-store.ts'
import type { Passwords } from './passwords.ts'
import type { SessionStore } from './session-store.ts'

/** What happened to an account, for the log; never who it was. */
export type AccountEvent =
  | 'signed-up'
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'changed'
  | 'deleted'

/** Who may create an account on this computer. */
export interface SignUp {
  rule(): SignUpRule
  /** The variable that says so; null where none does. */
  readonly setBy: string | null
  /** Whether the owner has chosen it. */
  isChosen(): boolean
  /** On the disk when it resolves. Throws `SET_BY_ENVIRONMENT`. */
  choose(rule: SignUpRule): Promise<void>
}

/** What an account has in the other domains. */
export interface Belongings {
  count(userId: string): Promise<Holdings>
  /** All of it but its secrets, as texts that make up a file. */
  exported(account: Omit<AccountRow, 'passwordHash'>): AsyncIterable<string>
  /** Throws what its calendar throws. */
  takeOutEvents(userId: string): Promise<void>
  /** Nothing of it is left; what is gone already costs nothing. */
  forget(userId: string): Promise<void>
}

/**
 * Exported files that are read back into an account. All throw `VALIDATION` for a file that is none,
 * `RATE_LIMITED` while one is read, and what the disk throws.
 */
export interface ImportPort {
  /** What a file would bring; nothing is stored. */
  preview(userId: string, file: Readable): Promise<ImportPreview>
  import(userId: string, file: Readable): Promise<LastImport>
  last(userId: string): LastImport
  /** Takes the last one back. Throws `NOT_FOUND` where that is too late. */
  undo(userId: string): Promise<LastImport>
}

/** All that accounts need from the rest of the daemon. */
export interface AccountPorts {
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly passwords: Passwords
  readonly signUp: SignUp
  readonly deletions: {
    delete(
      userId: string,
      options?: { readonly takesEvents?: boolean; readonly heir?: string },
    ): Promise<void>
  }
  readonly belongings: Pick<Belongings, 'count' | 'exported'>
  readonly imports: ImportPort
  /** Disconnects the sockets of a session that has ended. */
  readonly endSession: (sessionId: string) => void
  readonly record: (event: AccountEvent) => void
  readonly background: Background
  readonly now: () => Date
}
