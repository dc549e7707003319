import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { SignedIn } from './session.ts'

/** Names each request, in its answer and in the log; an id that a client sends is not taken over. */
export const requestId = createMiddleware<SignedIn>(async (c, next) => {
  const id = randomUUID()
  c.set('requestId', id)
  c.header('X-Request-Id', id)
  await next()
})
