import type { Log } from '../platform/log.ts'
import type { Records } from '../platform/projection/projected-logs.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import type { FileSystem } from '../platform/storage/file-system.ts'
import type { GoogleSettings } from './google-oauth.ts'

/** What the calendars of a daemon are made of. */
export interface CalendarParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** What is kept beside the documents. */
  readonly records: Records
  /** Where the key of secrets lies; outside the data folder. */
  readonly keyFolder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly now: () => Date
  readonly log: Log
  /** Null where no Google client is configured. */
  readonly google: GoogleSettings | null
  /** The address that Google sends the browser back to. */
  readonly redirectUri: () => string
  /** Origin of the daemon, for addresses that other programs ask. */
  readonly ownUrl: () => string
  /** Origin of the client that a sign-in returns to where it is not known. */
  readonly clientUrl: () => string
  /** IANA name of the zone that times without one are read in. */
  readonly userZone: string
  readonly realtime: Pick<Realtime, 'publish'>
  /** Hears of mails whose appointments differ, apart from the one being placed. */
  readonly onEventsChanged: (userId: string, emailIds: readonly string[]) => void
  /** Waits so many milliseconds; for tests. */
  readonly wait?: (milliseconds: number) => Promise<void>
  readonly fs?: FileSystem
}
