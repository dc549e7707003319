import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { type EngineStatus, Health } from '@shortlist/contracts/health'
import { replies } from './json.ts'

export interface HealthPorts {
  readonly version: string
  readonly engine: () => EngineStatus
}

const readHealth = createRoute({
  method: 'get',
  path: '/api/health',
  responses: replies(Health, 'Which program answers here, and what answers its chats'),
})

/** Who answers on this port; open to everybody who passes the check. */
export function healthRoutes({ version, engine }: HealthPorts) {
  return new OpenAPIHono().openapi(readHealth, (c) =>
    c.json({ name: 'shortlist' as const, version, engine: engine() }, 200),
  )
}
