import type { HttpBindings } from '@hono/node-server'
import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { type EngineStatus, Health } from '@shortlist/contracts/health'
import type { Context } from 'hono'
import { replies } from './json.ts'
import { LOOPBACK_NAMES } from './request-check.ts'

export interface HealthPorts {
  readonly version: string
  readonly engine: () => EngineStatus
  /** For this computer alone. */
  readonly accounts: () => Promise<Pick<Health, 'hasAccounts' | 'canSignUp'>>
}

const readHealth = createRoute({
  method: 'get',
  path: '/api/health',
  responses: replies(Health, 'Which program answers here, and what answers its chats'),
})

/**
 * Who answers on this port; open to everybody who passes the check. Whether somebody may still
 * become its first account is for this computer alone.
 */
export function healthRoutes({ version, engine, accounts }: HealthPorts) {
  return new OpenAPIHono<{ Bindings: HttpBindings }>().openapi(readHealth, async (c) => {
    const who = { name: 'shortlist' as const, version, engine: engine() }
    return c.json(isAskedHere(c) ? { ...who, ...(await accounts()) } : who, 200)
  })
}

const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether a program of this computer asks, and asks for this computer: what a proxy passes on has a
 * local peer, too, but names another host or those it is passed on for.
 */
function isAskedHere({ env, req }: Context<{ Bindings: HttpBindings }>): boolean {
  const peer = env.incoming.socket.remoteAddress ?? ''
  const host = (req.header('host') ?? '').replace(/:\d+$/, '').toLowerCase()
  return (
    LOOPBACK_ADDRESS.test(peer) &&
    LOOPBACK_NAMES.some((name) => name === host) &&
    !PASSED_ON.some((name) => req.header(name) !== undefined)
  )
}
