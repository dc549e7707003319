import type { Context } from 'hono'
import { CallFailed } from '../assistant-client.ts'

/** A refusal of the world in memory as the wire carries it. */
export function refuse(error: Error, c: Context): Response {
  if (!(error instanceof CallFailed)) throw error
  const { message } = error
  return c.json({ code: 'NOT_FOUND', error: message, message, requestId: 'r1' }, 404)
}
