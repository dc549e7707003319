import type { OpenAPIHono } from '@hono/zod-openapi'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requireContentType } from './content-type.ts'
import { limitBody } from './limit-body.ts'
import { answerNotFound, answerWrongMethod } from './not-found.ts'
import { answerError, type LogFailure } from './on-error.ts'
import type { OriginList } from './origin-list.ts'
import { requestId } from './request-id.ts'
import { requireSession } from './require-session.ts'
import { noStore, securityHeaders } from './security-headers.ts'
import type { FindSession, SignedIn } from './session.ts'

export interface GuardParts {
  readonly origins: OriginList
  readonly findSession: FindSession
  readonly log: LogFailure
}

/**
 * Puts everything before the routes that every call passes, and behind them what answers failures.
 * Host and Origin are checked before, by `createHttpServer`.
 */
export function guard(app: OpenAPIHono<SignedIn>, { origins, findSession, log }: GuardParts): void {
  app.onError(answerError(log))
  app.notFound(answerNotFound)
  app.use(requestId)
  app.use(securityHeaders)
  app.use('/api/*', noStore)
  app.use(
    '/api/*',
    cors({
      origin: (origin) => (origins.origins().has(origin) ? origin : null),
      credentials: true,
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: ['Content-Type'],
      exposeHeaders: ['Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'],
      maxAge: 600,
    }),
  )
  app.use('/api/*', methodNotAllowed({ app, onMethodNotAllowed: answerWrongMethod }))
  app.use('/api/*', requireContentType)
  app.use('/api/*', requireSession(findSession))
  app.use('/api/*', limitBody)
}
