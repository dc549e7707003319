import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { METHOD_NAME_ALL } from 'hono/router'
import { AppError } from '../../errors.ts'
import { publicRoutes } from './route-rules.ts'
import type { FindSession, SignedIn } from './session.ts'
import { tokenOf } from './session-cookie.ts'

/**
 * Closes every route under `/api` to those who are not signed in, apart from the public ones.
 * Where no route answers, it leaves the refusal to others. Throws `AUTH_REQUIRED`.
 */
export function requireSession(findSession: FindSession) {
  return createMiddleware<SignedIn>(async (c, next) => {
    const token = tokenOf(c.req.header('cookie'))
    const session = token === undefined ? undefined : findSession(token)
    if (session) c.set('session', session)
    // every handler that matches must be public: the first of them answers
    const handlers = matchedRoutes(c).filter(isCall).map(nameOf)
    if (!session && !handlers.every((name) => publicRoutes.has(name))) {
      throw new AppError('AUTH_REQUIRED', 'AUTHENTICATION_REQUIRED')
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
