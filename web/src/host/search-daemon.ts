import { type FoundDaemon, findDaemon } from '@shortlist/client/daemon/find-daemon'
import { DEFAULT_PORT } from '@shortlist/contracts/limits'
import { appPath } from './app-path.ts'

/**
 * A daemon of this computer: one that answers this page, or one that can only be used from the
 * pages that it serves itself.
 */
export type ReachedDaemon =
  | { readonly kind: 'usable'; readonly origin: string; readonly isSameOrigin: boolean }
  | { readonly kind: 'apart'; readonly origin: string }

/**
 * Looks for a daemon at the origin of the page, which may lie in front of one, then at the port
 * that daemons have unless they are told another. Null where there is none; never rejects.
 */
export async function searchDaemon(
  page: Pick<Location, 'protocol' | 'hostname' | 'origin'> = location,
  find: (origin: string) => Promise<FoundDaemon> = findDaemon,
): Promise<ReachedDaemon | null> {
  const own = await find(page.origin)
  if (own.kind === 'daemon') return { kind: 'usable', origin: page.origin, isSameOrigin: true }

  const origin = usualOrigin(page)
  if (origin === page.origin) return null
  const found = await find(origin)
  // cookies go no further than name and scheme, so nobody could sign in from another
  const isNear = new URL(origin).hostname === page.hostname && page.protocol === 'http:'
  if (found.kind === 'daemon' && isNear) return { kind: 'usable', origin, isSameOrigin: false }
  return found.kind === 'daemon' || found.kind === 'refuses' ? { kind: 'apart', origin } : null
}

/** The names under which the policy of the page lets it ask; it cannot name an IPv6 address. */
const askedNames = ['localhost', '127.0.0.1']

/** The address of a daemon that was told nothing, under the name of the page where that may be. */
export function usualOrigin({ hostname }: Pick<Location, 'hostname'>): string {
  const name = askedNames.includes(hostname) ? hostname : 'localhost'
  return `http://${name}:${DEFAULT_PORT}`
}

/** Turns to what a daemon's own page shows at this address of the app. */
export function leaveFor(origin: string): void {
  location.replace(addressAt(origin, location, appPath))
}

/** Where the app that `origin` serves has what it shows here, in the folder `base`. */
export function addressAt(
  origin: string,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  base: string,
): string {
  return `${origin}/${pathname.slice(base.length)}${search}${hash}`
}
