import type { Config } from '../env.ts'
import { ownHost } from './own-host.ts'

/**
 * The Host headers that are answered besides loopback's own: none, until `HOST` opens the daemon to
 * the network; then that address, and the names that `ALLOWED_ORIGINS` lists.
 */
export function allowedHosts({ HOST, PORT, ALLOWED_ORIGINS }: Config): string[] {
  if (HOST === undefined) return []
  const named = ALLOWED_ORIGINS.filter((origin) => /^https?:/.test(origin))
  return [`http://${ownHost(HOST)}:${PORT}`, ...named].map((origin) => new URL(origin).host)
}
