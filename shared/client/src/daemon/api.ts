import type { App } from '@shortlist/daemon/app'
import { hc } from 'hono/client'

/** The daemon's calls, typed by its own routes. Every call carries the cookie. */
export function daemonApi(baseUrl: string) {
  return hc<App>(baseUrl, { init: { credentials: 'include' } }).api
}

export type DaemonApi = ReturnType<typeof daemonApi>
