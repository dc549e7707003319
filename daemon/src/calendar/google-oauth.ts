import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { GoogleSettings } from './calendar-parts.ts'

/** All that Shortlist asks for: events of the user's calendars, and when they are busy. */
export const SCOPES = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.freebusy',
] as const

/** What a token endpoint hands out (RFC 6749, 5.1). */
export interface GrantedTokens {
  readonly accessToken: string
  /** Only where a new one was made. */
  readonly refreshToken: string | undefined
  /** How long the access token lasts, in milliseconds. */
  readonly lifetime: number
  readonly scopes: readonly string[]
}

/** Google's side of a sign-in. All but `authUrl` throw `CAL_UNREACHABLE` or `CAL_REFUSED`. */
export interface GoogleOAuth {
  /** `verifier` is the secret of this sign-in (RFC 7636); its hash alone is told. */
  authUrl(asked: { state: string; verifier: string; redirectUri: string }): string
  exchange(got: { code: string; verifier: string; redirectUri: string }): Promise<GrantedTokens>
  /** Resolves to `revoked` where the grant has ended (`invalid_grant`). */
  refresh(refreshToken: string): Promise<GrantedTokens | 'revoked'>
  /** Ends the grant that a token belongs to; one that has ended is none to end. */
  revoke(token: string): Promise<void>
}

const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive().default(3600),
  scope: z.string().optional(),
})
const Refusal = z.object({ error: z.string() })

type Form = Readonly<Record<string, string>>

const TIMEOUT_MS = 10_000
const UNREACHABLE = 'Google Calendar cannot be reached.'
const REFUSED = 'Google refuses the sign-in.'
const WRONG_CLIENT = 'Google does not know GOOGLE_CLIENT_ID with this GOOGLE_CLIENT_SECRET.'

/**
 * OAuth 2.0 for web servers with PKCE. The forms are sent here, since the vendor's client repeats
 * them by itself and puts the token that it revokes into the address. Nothing is waited for once
 * `stop` is aborted.
 */
export function googleOAuth(
  { clientId, clientSecret, oauthBaseUrl }: GoogleSettings,
  stop: AbortSignal,
): GoogleOAuth {
  const token = oauthBaseUrl
    ? `${oauthBaseUrl}/oauth2/token`
    : 'https://oauth2.googleapis.com/token'
  const client = { client_id: clientId, client_secret: clientSecret }
  const send = (url: string, form: Form) => sendForm(url, form, stop)

  return {
    authUrl({ state, verifier, redirectUri }) {
      const url = new URL(`${oauthBaseUrl ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`)
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
    },
    async exchange({ code, verifier, redirectUri }) {
      const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const answer = await send(token, { ...client, ...grant, code_verifier: verifier })
      if (answer.ok) return granted(answer.body)
      throw refusal(answer.body)
    },
    async refresh(refreshToken) {
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const answer = await send(token, { ...client, ...grant })
      if (answer.ok) return granted(answer.body)
      if (errorOf(answer.body) === 'invalid_grant') return 'revoked'
      throw refusal(answer.body)
    },
    async revoke(revoked) {
      const url = oauthBaseUrl
        ? `${oauthBaseUrl}/oauth2/revoke`
        : 'https://oauth2.googleapis.com/revoke'
      const answer = await send(url, { token: revoked })
      if (!answer.ok && errorOf(answer.body) !== 'invalid_token') throw refusal(answer.body)
    },
  }
}

/** Throws `CAL_UNREACHABLE` where there is no answer, or one that may pass. */
async function sendForm(url: string, form: Form, stop: AbortSignal) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const text = await answer.text()
    const mayPass = answer.status >= 500 || answer.status === 429
    if (!mayPass) return { ok: answer.ok, body: parsed(text) }
  } catch (cause) {
    throw new AppError('CAL_UNREACHABLE', UNREACHABLE, { cause })
  }
  throw new AppError('CAL_UNREACHABLE', UNREACHABLE)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function granted(body: unknown): GrantedTokens {
  const tokens = Tokens.safeParse(body)
  if (!tokens.success) throw new AppError('CAL_REFUSED', REFUSED)
  const { access_token, refresh_token, expires_in, scope } = tokens.data
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    lifetime: expires_in * 1000,
    // left out where it is what was asked for (RFC 6749, 5.1)
    scopes: scope === undefined ? SCOPES : scope.split(' '),
  }
}

function errorOf(body: unknown): string | undefined {
  return Refusal.safeParse(body).data?.error
}

/** Google's own words may hold parts of tokens and are not passed on. */
function refusal(body: unknown): AppError {
  const isClient = errorOf(body) === 'invalid_client' || errorOf(body) === 'unauthorized_client'
  return new AppError('CAL_REFUSED', isClient ? WRONG_CLIENT : REFUSED)
}
