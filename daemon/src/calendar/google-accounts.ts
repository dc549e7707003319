import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Log } from '../platform/log.ts'
import type { ConnectionStore } from './connection-store.ts'
import { GoogleCalendar } from './google-calendar.ts'
import { GoogleAccess, GoogleOAuth, type GoogleSettings, revoked } from './google-oauth.ts'
import type { Calendar } from './ports.ts'
import { SignIns } from './sign-ins.ts'

export interface GoogleAccountsParts {
  readonly now: () => Date
  readonly log: Log
  readonly wait?: (milliseconds: number) => Promise<void>
  readonly settings: GoogleSettings
  readonly connections: ConnectionStore
  /** Hears whose connection was lost. */
  readonly onLost: (userId: string) => void
  /** Aborted when the daemon ends. */
  readonly stop: AbortSignal
}

interface GoogleAccount {
  readonly calendar: Calendar
  /** Epoch milliseconds of the last answer. */
  checkedAt: number
  checking: Promise<void> | undefined
  /** What keeps events out although the sign-in is in order; null otherwise. */
  problem: string | null
}

/** Shorter than the screens' polls, so that each of them and each check by hand asks Google. */
const CHECK_MS = 5_000

/** The Google calendars of all accounts. */
export class GoogleAccounts {
  readonly oauth: GoogleOAuth
  readonly signIns: SignIns
  readonly #parts: GoogleAccountsParts
  readonly #accounts = new Map<string, GoogleAccount>()

  constructor(parts: GoogleAccountsParts) {
    this.#parts = parts
    this.oauth = new GoogleOAuth(parts.settings, parts.stop)
    this.signIns = new SignIns(parts.now)
  }

  /** Throws `CAL_NOT_CONNECTED`, or `CAL_TOKEN_REVOKED` after the connection was lost. */
  async calendar(userId: string): Promise<Calendar> {
    const { connections } = this.#parts
    if (await connections.tokens(userId)) return this.#account(userId).calendar
    if ((await connections.kind(userId)) === 'google') throw revoked()
    throw new AppError('CAL_NOT_CONNECTED', 'Google Calendar is not connected.')
  }

  problem(userId: string): string | null {
    return this.#accounts.get(userId)?.problem ?? null
  }

  /** Asks Google where it has not been asked for 5 s; resolves also where it cannot be reached. */
  async verify(userId: string): Promise<void> {
    const { connections, now } = this.#parts
    if (!(await connections.tokens(userId))) return
    const account = this.#account(userId)
    // a clock that was set back makes it old as well
    if (Math.abs(now().getTime() - account.checkedAt) < CHECK_MS) return
    account.checking ??= this.#check(account).finally(() => {
      account.checking = undefined
    })
    await account.checking
  }

  /** Ends the grant at Google, and forgets it here whatever Google says. */
  async disconnect(userId: string): Promise<void> {
    const { connections, log } = this.#parts
    const tokens = await connections.tokens(userId)
    this.forget(userId)
    if (!tokens) return connections.forgetTokens(userId)
    await this.oauth.revoke(tokens.refreshToken).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      log.warn({ code: error.code }, 'the access to a calendar was forgotten, but not revoked')
    })
    await connections.forgetTokens(userId)
  }

  /** Begins anew, as after another sign-in. */
  forget(userId: string): void {
    this.#accounts.delete(userId)
  }

  async #check(account: GoogleAccount): Promise<void> {
    try {
      await account.calendar.check()
      account.problem = null
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'CAL_REFUSED') account.problem = error.message
    }
    account.checkedAt = this.#parts.now().getTime()
  }

  #account(userId: string): GoogleAccount {
    const known = this.#accounts.get(userId)
    if (known) return known
    const account: GoogleAccount = {
      calendar: this.#open(userId),
      checkedAt: Number.NEGATIVE_INFINITY,
      checking: undefined,
      problem: null,
    }
    this.#accounts.set(userId, account)
    return account
  }

  #open(userId: string): Calendar {
    const { settings, connections, now, log, onLost, stop } = this.#parts
    const access = new GoogleAccess({
      oauth: this.oauth,
      tokens: () => connections.tokens(userId),
      keep: (tokens) => connections.renewTokens(userId, tokens),
      end: async () => {
        await connections.forgetTokens(userId)
        log.warn({ event: 'revoked' }, 'calendar')
        onLost(userId)
      },
      now,
    })
    const { wait = (milliseconds) => pause(milliseconds, stop) } = this.#parts
    return new GoogleCalendar({ settings, access, now, wait, stop, random: Math.random })
  }
}

async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  // an end before its time is no failure: the caller looks at the signal
  await Promise.allSettled([setTimeout(milliseconds, undefined, { signal: stop })])
}
