import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Where a sign-in was begun and by whom. */
export interface SignInStart {
  readonly userId: string
  readonly sessionId: string
  /** Origin of the client, which the result page belongs to. */
  readonly origin: string
}

/** What the popup brings back. */
export interface SignInReturn {
  readonly userId: string | undefined
  readonly sessionId: string | undefined
  /** The transaction cookie; undefined where there is none. */
  readonly transaction: string | undefined
  readonly code: string | undefined
  readonly state: string | undefined
}

/** A sign-in that has come back to the browser, account and session that began it. */
export interface SignIn extends SignInStart {
  /** The secret of PKCE (RFC 7636). */
  readonly verifier: string
  /** Where the provider was told to send the browser back to. */
  readonly redirectUri: string
}

interface Waiting extends SignIn {
  readonly transactionHash: Buffer
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const LIFETIME_MS = 10 * 60_000
const PER_ACCOUNT = 5
const LIMIT = 1000

/** Sign-ins that wait for the browser to come back; they end with the process. */
export class SignIns {
  readonly #now: () => Date
  /** By state, oldest first. */
  readonly #waiting = new Map<string, Waiting>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Begins one; the oldest of its account, and of all, make room for it. */
  begin(start: SignInStart, redirectUri: string) {
    const [state, transaction, verifier] = [randomSecret(), randomSecret(), randomSecret()]
    this.#makeRoom(start.userId)
    this.#waiting.set(state, {
      ...start,
      verifier,
      redirectUri,
      transactionHash: hashOf(transaction),
      expiresAt: this.#now().getTime() + LIFETIME_MS,
    })
    return { state, transaction, verifier }
  }

  /**
   * Ends the sign-in of a state, which is worth nothing from then on, whatever else is wrong. `mine`
   * is undefined unless account, session, cookie and time agree; `origin` is where it was begun.
   */
  take({ state, userId, sessionId, transaction }: SignInReturn): {
    readonly origin: string | undefined
    readonly mine: SignIn | undefined
  } {
    const found = state === undefined ? undefined : this.#waiting.get(state)
    if (!found || state === undefined) return { origin: undefined, mine: undefined }
    this.#waiting.delete(state)
    const isMine =
      found.userId === userId &&
      found.sessionId === sessionId &&
      transaction !== undefined &&
      timingSafeEqual(found.transactionHash, hashOf(transaction)) &&
      this.#now().getTime() < found.expiresAt
    return { origin: found.origin, mine: isMine ? found : undefined }
  }

  #makeRoom(userId: string): void {
    const own = [...this.#waiting].filter(([, each]) => each.userId === userId)
    const states = own.slice(0, Math.max(0, own.length - PER_ACCOUNT + 1)).map(([state]) => state)
    for (const state of states) this.#waiting.delete(state)
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size >= LIMIT && oldest !== undefined) this.#waiting.delete(oldest)
  }
}

/** 256 bits. */
function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
