import type { Config } from '../env.ts'

const REACHED_AS_LOCALHOST = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', '::0', '0'])

/** The host under which a browser of this computer finds a daemon that listens on `HOST`. */
export function ownHost(address: string | undefined): string {
  if (address === undefined || REACHED_AS_LOCALHOST.has(address)) return 'localhost'
  return address.includes(':') ? `[${address}]` : address
}

/**
 * The Host headers that are answered besides loopback's own: none, until `HOST` opens the daemon to
 * the network; then that address, and the names that `ALLOWED_ORIGINS` lists.
 */
export function allowedHosts({ HOST, PORT, ALLOWED_ORIGINS }: Config): string[] {
  if (HOST === undefined) return []
  const named = ALLOWED_ORIGINS.filter((origin) => /^https?:/.test(origin))
  return [`http://${ownHost(HOST)}:${PORT}`, ...named].map((origin) => new URL(origin).host)
}
