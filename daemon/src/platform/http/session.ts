import type { Account } from '@shortlist/contracts/accounts'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { AppError } from '../../errors.ts'

/** Who is behind a cookie. `id` names the session record, never the token. */
export interface Session {
  readonly id: string
  readonly user: Account
  /** Its password was entered in the last ten minutes; absent where it was not. */
  readonly isConfirmed?: boolean
}

/** The living session of a token, or undefined; the only way from a cookie to an account. */
export type FindSession = (token: string) => Promise<Session | undefined>

export const SESSION_COOKIE = 'shortlist_session'

/** What a signed-in route finds in its context. */
export interface SignedIn {
  Variables: {
    session: Session
    requestId: string
    /** Behind a rate limiter alone. */
    rateLimit: { readonly resetTime: Date }
  }
}

/** The id of the signed-in account; throws `FORBIDDEN_USER` when the call names another one. */
export function ownId(c: Context<SignedIn>, named: string): string {
  const { id } = c.var.session.user
  if (named !== id) throw new AppError('FORBIDDEN_USER', 'Forbidden')
  return id
}

/** For what a stolen session must not do: throws `CONFIRM_NEEDED` where the password is to be entered anew. */
export function checkConfirmed(c: Context<SignedIn>): void {
  if (c.var.session.isConfirmed) return
  throw new AppError('CONFIRM_NEEDED', 'Please enter the password of your account first.')
}

/** The session cookie in a `Cookie` header, perhaps in quotes; its token is 256 bits as base64url. */
const SESSION = new RegExp(
  `(?:^|;)\\s*${SESSION_COOKIE}\\s*=\\s*("?)([\\w-]{43})\\1\\s*(?=;|$)`,
  'g',
)

// Lax, because the calendar provider sends the browser back from another site
const attributes = { httpOnly: true, sameSite: 'Lax', path: '/' } as const

/**
 * Every session token in a `Cookie` header. There may be several: cookies do not know about ports, so
 * another server on this computer can set one of the same name.
 */
export function tokensOf(cookieHeader = ''): readonly string[] {
  const tokens = [...cookieHeader.matchAll(SESSION)].map(([, , token = '']) => token)
  return [...new Set(tokens)]
}

/** The first of the living sessions of one request; undefined where they are of different accounts. */
export function oneAccount<Found extends { readonly session: Session }>(
  found: readonly Found[],
): Found | undefined {
  const [first, ...others] = found
  const isOne = others.every(({ session }) => session.user.id === first?.session.user.id)
  return isOne ? first : undefined
}

/** `maxAge` in seconds. */
export function setSessionCookie(c: Context, token: string, maxAge: number): void {
  setCookie(c, SESSION_COOKIE, token, { ...attributes, maxAge })
}

/** Takes the cookie back from this request's path and every one above, where another server may have put one. */
export function clearSessionCookies(c: Context): void {
  const steps = c.req.path.split('/').filter((step) => step !== '')
  const above = steps.map((_, at) => `/${steps.slice(0, at + 1).join('/')}`)
  for (const path of ['/', ...above.flatMap((each) => [each, `${each}/`])]) {
    deleteCookie(c, SESSION_COOKIE, { ...attributes, path })
  }
}
