import type { SignedInBrowser } from '@shortlist/contracts/accounts'
import { AppError } from '../errors.ts'
import type { Session } from '../platform/http/session.ts'
import type { AccountPorts } from './ports.ts'

/** The browsers in which an account is signed in, the newest first. */
export function listBrowsers({ sessions }: AccountPorts, { id, user }: Session): SignedInBrowser[] {
  return sessions.of(user.id).map((row) => ({
    id: row.id,
    name: row.browser ?? null,
    signedInAt: new Date(row.createdAt).toISOString(),
    lastSeen: new Date(row.lastSeen).toISOString(),
    isThis: row.id === id,
  }))
}

/** Signs one of them out, on the disk first, and ends its sockets. Throws `NOT_FOUND`. */
export async function signOutBrowser(
  { sessions, endSession, record }: AccountPorts,
  { user }: Session,
  id: string,
): Promise<void> {
  if (!(await sessions.endOf(user.id, id)))
    throw new AppError('NOT_FOUND', 'This browser is signed out already.')
  endSession(id)
  record('signed-out')
}

/** What a browser is, by its `User-Agent`; undefined where it is none that is known. */
export function browserOf(userAgent = ''): string | undefined {
  const found = (table: readonly Row[]) => table.find(([, mark]) => userAgent.includes(mark))?.[0]
  const [name, system] = [found(names), found(systems)]
  return name && system ? `${name} on ${system}` : name
}

type Row = readonly [name: string, mark: string]

/** A browser also has the marks of those below it. */
const names: readonly Row[] = [
  ['Edge', 'Edg/'],
  ['Opera', 'OPR/'],
  ['Firefox', 'Firefox/'],
  ['Chrome', 'Chrome/'],
  ['Safari', 'Safari/'],
]

const systems: readonly Row[] = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['macOS', 'Mac OS X'],
  ['ChromeOS', 'CrOS'],
  ['Linux', 'Linux'],
]
