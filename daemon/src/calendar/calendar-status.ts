import type { CalendarStatus } from '@shortlist/contracts/calendar'
import { AppError } from '../errors.ts'
import type { CalendarParts } from './calendar-parts.ts'
import type { ConnectionStore } from './connection-store.ts'
import { revoked } from './google-access.ts'
import type { GoogleAccounts } from './google-accounts.ts'

/** Texts of the specification (sections 4 and 5). */
const NOT_CONNECTED =
  'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.'
const EXPIRED = 'Google Calendar token has expired. Please reconnect.'
const UNREADABLE =
  'The stored access to Google Calendar was sealed with another key. Please reconnect.'

export interface StatusParts extends Pick<CalendarParts, 'ownUrl' | 'userZone'> {
  readonly connections: ConnectionStore
  /** Null where no Google client is configured. */
  readonly google: GoogleAccounts | null
}

/** How an account's calendar is doing, without asking anybody. */
export async function calendarStatus(
  { connections, google, ownUrl, userZone }: StatusParts,
  userId: string,
): Promise<CalendarStatus> {
  const kind = await connections.kind(userId)
  const isSignedIn = google !== null && (await connections.tokens(userId)) !== undefined
  const secret = kind === 'local' ? await connections.feedSecret(userId) : undefined
  return {
    connected: kind === 'local' || (kind === 'google' && isSignedIn),
    error: kind === 'google' ? await googleError() : null,
    kind,
    canUseGoogle: google !== null,
    feedUrl: secret === undefined ? null : `${ownUrl()}/api/calendar/feed/${secret}.ics`,
    timeZone: userZone,
  }

  async function googleError(): Promise<string | null> {
    if (google === null) return notConfigured().message
    if (isSignedIn) return google.problem(userId)
    return (await connections.isUnreadable(userId)) ? UNREADABLE : EXPIRED
  }
}

/** Throws where no event could be created: `CAL_TOKEN_REVOKED` once a sign-in was lost. */
export function requireConnected(status: CalendarStatus): void {
  if (status.connected) return
  if (status.kind === 'google' && status.canUseGoogle) throw revoked()
  throw new AppError('CAL_NOT_CONNECTED', NOT_CONNECTED)
}

export function notConfigured(): AppError {
  const sentence =
    'Google Calendar is not configured: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or use a local calendar instead.'
  return new AppError('CAL_NOT_CONFIGURED', sentence)
}
