import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { UserPath } from '@shortlist/contracts/accounts'
import { Today } from '@shortlist/contracts/today'
import { refuseInvalid, replies } from '../platform/http/json.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import type { TodayParts } from './ports.ts'
import { readToday } from './read-today.ts'

const showToday = createRoute({
  method: 'get',
  path: '/api/today/{userId}',
  request: { params: UserPath },
  responses: replies(Today, 'What is next, what needs its user and what is due'),
})

/** What an account looks at in the morning; whose it is says the session. */
export function todayRoutes(parts: TodayParts) {
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid }).openapi(showToday, async (c) => {
    return c.json(await readToday(parts, ownId(c, c.req.valid('param').userId)), 200)
  })
}
