import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Log } from '../platform/log.ts'
import type { ConnectionStore } from './connection-store.ts'
import { type GoogleOAuth, type GoogleSettings, SCOPES } from './google-oauth.ts'

/** Where a sign-in was begun and by whom. */
export interface SignInStart {
  readonly userId: string
  readonly sessionId: string
  /** Origin of the client, which the result page belongs to; undefined where it is not known. */
  readonly origin: string | undefined
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

/** A sign-in that has begun. */
interface SignIn extends SignInStart {
  /** The secret of PKCE (RFC 7636). */
  readonly verifier: string
  /** Where the provider was told to send the browser back to. */
  readonly redirectUri: string
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
  readonly #waiting = new Map<string, SignIn>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Begins one; the oldest of its account, and of all, make room for it. */
  begin(start: SignInStart, redirectUri: string) {
    const [state, transaction, verifier] = [randomSecret(), randomSecret(), randomSecret()]
    const own = [...this.#waiting].filter(([, { userId }]) => userId === start.userId)
    if (own.length >= PER_ACCOUNT) this.#waiting.delete(own[0]?.[0] ?? '')
    const [oldest = ''] = this.#waiting.keys()
    if (this.#waiting.size >= LIMIT) this.#waiting.delete(oldest)
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
}

/** 256 bits. */
function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

type OAuth = Pick<GoogleOAuth, 'exchange' | 'revoke'>

export interface FinishParts {
  /** Null where no Google client is configured: every sign-in fails. */
  readonly google: {
    readonly signIns: SignIns
    readonly oauth: OAuth
    readonly settings: Pick<GoogleSettings, 'clientId'>
  } | null
  readonly connections: ConnectionStore
  /** Origin of the result page where the one that began is not known. */
  readonly clientUrl: () => string
  readonly now: () => Date
  readonly log: Log
}

/**
 * Ends a sign-in: resolves to the result page on the origin that began it, with the outcome as one of
 * the fixed codes (wire contract, section 8). What was granted is durable before.
 */
export async function finishConnection(
  parts: FinishParts,
  back: SignInReturn,
): Promise<{ readonly address: string; readonly connected: string | undefined }> {
  const { google, clientUrl, log } = parts
  const { origin, mine } = google?.signIns.take(back) ?? {}
  const page = `${origin ?? clientUrl()}/oauth-success.html`
  const failed = (error: 'no_code' | 'no_user_id' | 'oauth_failed') => {
    return { address: `${page}?error=${error}`, connected: undefined }
  }
  // also where the user has refused: Google then sends no code
  if (!back.code) return failed('no_code')
  if (!back.state) return failed('no_user_id')
  let reason: string | null = 'the state is unknown, used or of somebody else'
  if (google && mine) {
    reason = await connect(parts, google, mine, back.code).catch((error: unknown) => {
      if (error instanceof AppError) return error.code
      throw error
    })
  }
  if (reason === null)
    return { address: `${page}?calendar_connected=true`, connected: mine?.userId }
  log.warn({ reason }, 'a calendar sign-in failed')
  return failed('oauth_failed')
}

/** Resolves to null once the account uses what was granted, else to why it does not. */
async function connect(
  { connections, now }: FinishParts,
  { oauth, settings: { clientId } }: NonNullable<FinishParts['google']>,
  { verifier, redirectUri, userId }: SignIn,
  code: string,
): Promise<string | null> {
  const granted = await oauth.exchange({ code, verifier, redirectUri })
  const { accessToken, lifetime, scopes } = granted
  if (!SCOPES.every((scope) => scopes.includes(scope))) {
    await oauth.revoke(granted.refreshToken ?? accessToken)
    return 'not everything that was asked for was granted'
  }
  const known = connections.tokens(userId)
  const isOfClient = (known?.clientId ?? clientId) === clientId
  const refreshToken = granted.refreshToken ?? (isOfClient ? known?.refreshToken : undefined)
  if (refreshToken === undefined) return 'no refresh token came'
  const expiresAt = now().getTime() + lifetime
  await connections.connectGoogle(userId, { refreshToken, accessToken, expiresAt, clientId })
  return null
}
