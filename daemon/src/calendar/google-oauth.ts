import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { parseJson } from '../platform/storage/parse-json.ts'
import type { GoogleTokens } from './connection-store.ts'

/** A Google client as its owner has made it in Google's console. */
export interface GoogleSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** The calendar that events go to; `primary` is the user's own. */
  readonly calendarId: string
  /** Other addresses than Google's own, for tests; without a slash at the end. */
  readonly oauthBaseUrl?: string | undefined
  readonly apiBaseUrl?: string | undefined
}

/** All that Shortlist asks for: events of the user's calendars, and when they are busy. */
export const SCOPES = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.freebusy',
] as const

/** What a token endpoint hands out (RFC 6749, 5.1). */
const Tokens = z
  .object({
    access_token: z.string().min(1),
    refresh_token: z.string().min(1).optional(),
    expires_in: z.number().positive().default(3600),
    scope: z.string().optional(),
  })
  .transform(({ access_token, refresh_token, expires_in, scope }) => ({
    accessToken: access_token,
    /** Only where a new one was made. */
    refreshToken: refresh_token,
    /** How long the access token lasts, in milliseconds. */
    lifetime: expires_in * 1000,
    // left out where it is what was asked for
    scopes: scope?.split(' ') ?? SCOPES,
  }))
export type GrantedTokens = z.infer<typeof Tokens>
const Refusal = z.object({ error: z.string() })

const TIMEOUT_MS = 10_000
/** An access token is renewed so long before it ends. */
const EARLY_MS = 60_000
const REFUSED = 'Google refuses the sign-in.'
const WRONG_CLIENT = 'Google does not know this client with this secret.'

/**
 * Google's side of a sign-in: OAuth 2.0 for web servers with PKCE. All but `authUrl` throw
 * `CAL_UNREACHABLE` or `CAL_REFUSED`. The forms are sent here, since the vendor's client repeats them
 * by itself and puts the token that it revokes into the address.
 */
export class GoogleOAuth {
  readonly #settings: GoogleSettings
  readonly #stop: AbortSignal

  /** Nothing is waited for once `stop` is aborted. */
  constructor(settings: GoogleSettings, stop: AbortSignal) {
    this.#settings = settings
    this.#stop = stop
  }

  /** `verifier` is the secret of this sign-in (RFC 7636); its hash alone is told. */
  authUrl(asked: { state: string; verifier: string; redirectUri: string }): string {
    const { state, verifier, redirectUri } = asked
    const { clientId, oauthBaseUrl = 'https://accounts.google.com' } = this.#settings
    const url = new URL(`${oauthBaseUrl}/o/oauth2/v2/auth`)
    url.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(' '),
      access_type: 'offline',
      // without it a second sign-in brings no refresh token
      prompt: 'consent',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    return url.href
  }

  async exchange(got: { code: string; verifier: string; redirectUri: string }) {
    const { code, verifier, redirectUri } = got
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const form = { ...grant, code_verifier: verifier }
    return granted(await this.#send('token', { ...this.#client, ...form }))
  }

  /**
   * Why Google refuses this client, as a sentence; null where it refuses the code alone, which nobody
   * has been given.
   */
  async tryCode({
    code,
    redirectUri,
  }: {
    code: string
    redirectUri: string
  }): Promise<string | null> {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const { error } = await this.#send('token', { ...this.#client, ...grant })
    return error === 'invalid_grant' ? null : refusal(error).message
  }

  /** Resolves to `revoked` where the grant has ended (`invalid_grant`). */
  async refresh(refreshToken: string): Promise<GrantedTokens | 'revoked'> {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const answer = await this.#send('token', { ...this.#client, ...form })
    return answer.error === 'invalid_grant' ? 'revoked' : granted(answer)
  }

  /** Ends the grant that a token belongs to; one that has ended is none to end. */
  async revoke(token: string): Promise<void> {
    const { isOk, error } = await this.#send('revoke', { token })
    if (!isOk && error !== 'invalid_token') throw refusal(error)
  }

  get #client() {
    const { clientId, clientSecret } = this.#settings
    return { client_id: clientId, client_secret: clientSecret }
  }

  /** Throws `CAL_UNREACHABLE` where there is no answer, or one that may pass. */
  async #send(path: 'token' | 'revoke', form: Record<string, string>): Promise<Answer> {
    const { oauthBaseUrl } = this.#settings
    const base = oauthBaseUrl ? `${oauthBaseUrl}/oauth2` : 'https://oauth2.googleapis.com'
    try {
      const response = await fetch(`${base}/${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'error',
        signal: AbortSignal.any([this.#stop, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      const { ok: isOk, status } = response
      const body = parseJson(await response.text())
      if (status >= 500 || status === 429) throw new Error(`Google answers with ${status}.`)
      return { isOk, body, error: isOk ? undefined : Refusal.safeParse(body).data?.error }
    } catch (cause) {
      throw unreachable('unreachable', cause)
    }
  }
}

interface Answer {
  readonly isOk: boolean
  readonly body: unknown
  /** The code of a refusal (RFC 6749, 5.2). */
  readonly error: string | undefined
}

function granted({ isOk, body, error }: Answer): GrantedTokens {
  const tokens = Tokens.safeParse(body)
  if (isOk && tokens.success) return tokens.data
  throw refusal(error)
}

/** Google's own words may hold parts of tokens and are not passed on. */
function refusal(error: string | undefined): AppError {
  const isClient = error === 'invalid_client' || error === 'unauthorized_client'
  return new AppError('CAL_REFUSED', isClient ? WRONG_CLIENT : REFUSED)
}

export function unreachable(
  kind: 'unreachable' | 'throttled' = 'unreachable',
  cause?: unknown,
): AppError {
  const sentence =
    kind === 'throttled'
      ? 'Google Calendar takes no more requests for now.'
      : 'Google Calendar cannot be reached.'
  return new AppError('CAL_UNREACHABLE', sentence, { cause })
}

/** The wording is what screens know a lost sign-in by (specification, section 4). */
export function revoked(): AppError {
  const sentence = 'Google Calendar tokens have expired or were revoked. Please reconnect.'
  return new AppError('CAL_TOKEN_REVOKED', sentence)
}

export interface GoogleAccessParts {
  readonly oauth: Pick<GoogleOAuth, 'refresh'>
  /** The tokens of one account as they are stored. */
  readonly tokens: () => GoogleTokens | undefined
  /** Resolves once they are durable. */
  readonly keep: (tokens: GoogleTokens) => Promise<void>
  /** The grant has ended: the tokens are worth nothing. Resolves once they are gone. */
  readonly end: () => Promise<void>
  readonly now: () => Date
}

/**
 * The access token of one account. It is renewed before it ends and where Google does not take it
 * any more; renewals that are asked for meanwhile share the one that runs.
 */
export class GoogleAccess {
  readonly #parts: GoogleAccessParts
  #renewing: Promise<string> | undefined

  constructor(parts: GoogleAccessParts) {
    this.#parts = parts
  }

  /** Throws `CAL_TOKEN_REVOKED` or `CAL_UNREACHABLE`. */
  async token(): Promise<string> {
    const { accessToken, expiresAt } = this.#tokens()
    const isFresh = expiresAt - EARLY_MS > this.#parts.now().getTime()
    return isFresh ? accessToken : this.#renew()
  }

  /** Another token than `refused`, which Google did not take. */
  async replace(refused: string): Promise<string> {
    const { accessToken } = this.#tokens()
    return accessToken === refused ? this.#renew() : accessToken
  }

  /** Google takes none of them: throws `CAL_TOKEN_REVOKED`, and the tokens are gone. */
  async giveUp(): Promise<never> {
    await this.#parts.end()
    throw revoked()
  }

  #tokens(): GoogleTokens {
    const tokens = this.#parts.tokens()
    if (!tokens) throw revoked()
    return tokens
  }

  #renew(): Promise<string> {
    this.#renewing ??= this.#refresh().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #refresh(): Promise<string> {
    const { oauth, keep, now } = this.#parts
    const { refreshToken } = this.#tokens()
    const fresh = await oauth.refresh(refreshToken)
    // signed in anew meanwhile
    const latest = this.#tokens()
    if (latest.refreshToken !== refreshToken) return latest.accessToken
    if (fresh === 'revoked') return this.giveUp()
    const { accessToken, lifetime } = fresh
    const expiresAt = now().getTime() + lifetime
    await keep({ refreshToken: fresh.refreshToken ?? refreshToken, accessToken, expiresAt })
    return accessToken
  }
}
