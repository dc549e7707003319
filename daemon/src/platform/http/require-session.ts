import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { METHOD_NAME_ALL } from 'hono/router'
import { AppError } from '../../errors.ts'
import { publicRoutes } from './route-rules.ts'
import type { FindSession, SignedIn } from './session.ts'
import { clearSessionCookies, oneAccount, tokensOf } from './session-cookie.ts'

const TWO_ACCOUNTS =
  'Your browser sent the sign-ins of two different accounts, one of them perhaps set by another server on this computer. Both are removed; please sign in again.'

/**
 * Closes every route under `/api` to those who are not signed in, apart from the public ones.
 * Where no route answers, it leaves the refusal to others. Throws `AUTH_REQUIRED`. Any living session
 * among the cookies counts; those of different accounts count as none and are taken back.
 */
export function requireSession(findSession: FindSession) {
  return createMiddleware<SignedIn>(async (c, next) => {
    const sessions = await Promise.all(tokensOf(c.req.header('cookie')).map(findSession))
    const found = sessions.flatMap((session) => (session ? [{ session }] : []))
    const session = oneAccount(found)?.session
    if (session) c.set('session', session)
    // every handler that matches must be public: the first of them answers
    const handlers = matchedRoutes(c).filter(isCall).map(nameOf)
    if (!session && !handlers.every((name) => publicRoutes.has(name))) {
      if (found.length === 0) throw new AppError('AUTH_REQUIRED', 'AUTHENTICATION_REQUIRED')
      clearSessionCookies(c)
      throw new AppError('AUTH_REQUIRED', TWO_ACCOUNTS)
    }
    await next()
  })
}

interface Route {
  readonly method: string
  readonly path: string
}

/** Middleware is registered for all methods, a call for one. */
function isCall({ method, path }: Route): boolean {
  return method !== METHOD_NAME_ALL && path.startsWith('/api')
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`
}
