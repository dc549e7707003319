import type { Account } from '@shortlist/contracts/accounts'
import type { Context } from 'hono'
import { AppError } from '../../errors.ts'

/** Who is behind a cookie. `id` names the session record, never the token. */
export interface Session {
  readonly id: string
  readonly user: Account
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
