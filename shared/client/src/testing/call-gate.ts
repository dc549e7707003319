import { onTestFinished } from 'vitest'
import type { Accounts } from '../accounts.ts'
import type { Calendar } from '../calendar.ts'
import type { CallFailed } from '../call-failed.ts'
import type { Chats } from '../chats.ts'
import type { Folders } from '../folders.ts'
import type { Mail } from '../mail.ts'
import type { AccountSettings } from '../settings.ts'
import type { TodayCalls } from '../today.ts'

/** Every call of the port: those of accounts and chats by name, the others behind their domain's. */
export type CallName =
  | keyof Accounts
  | Exclude<keyof Chats, 'running' | 'imageUrl'>
  | `mail.${keyof Mail}`
  | `calendar.${Exclude<keyof Calendar, 'icsUrl'>}`
  | `folders.${keyof Folders}`
  | `settings.${keyof AccountSettings}`
  | `today.${keyof TodayCalls}`
  | 'health'

/** What every call of a fake passes on its way: it is noted, may have to wait and may fail. */
export class CallGate {
  readonly calls: (readonly [name: CallName, ...args: unknown[]])[] = []
  readonly #failures = new Map<CallName, CallFailed>()
  readonly #holds = new Map<CallName, Promise<void>>()

  /** Makes all later calls of this name fail, until `undefined` is handed over. */
  fail(name: CallName, error: CallFailed | undefined): void {
    if (error) this.#failures.set(name, error)
    else this.#failures.delete(name)
  }

  /** Keeps calls of this name waiting until the returned function is called, or the test is over. */
  hold(name: CallName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#holds.set(name, promise)
    const release = () => {
      this.#holds.delete(name)
      resolve()
    }
    // React lets no later transition of the page be seen while one waits
    onTestFinished(release)
    return release
  }

  async pass(name: CallName, ...args: unknown[]): Promise<void> {
    this.calls.push([name, ...args])
    await this.#holds.get(name)
    const failure = this.#failures.get(name)
    if (failure) throw failure
  }
}
