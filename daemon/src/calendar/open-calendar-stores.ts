import { join } from 'node:path'
import { secretBox } from '../platform/secret-box.ts'
import { type Collection, openCollection, type Rows } from '../platform/storage/collection.ts'
import { durableJsonFile } from '../platform/storage/durable-json-file.ts'
import { diskFileSystem, FOLDER_MODE } from '../platform/storage/file-system.ts'
import type { CalendarParts } from './calendar-parts.ts'
import { ConnectionRow, ConnectionStore } from './connection-store.ts'
import { appointments, Ledger } from './events/ledger.ts'
import { LocalEvent } from './local-event.ts'

export interface CalendarStores {
  readonly connections: ConnectionStore
  readonly localEvents: Collection<LocalEvent>
  ledgerOf(userId: string): Ledger
}

const CONNECTIONS_VERSION = 1
const EVENTS_VERSION = 1

/** Opens what is stored about calendars; throws `STORE_NEWER` or `INTERNAL`. */
export async function openCalendarStores(
  parts: Pick<CalendarParts, 'folder' | 'keyFolder' | 'records' | 'report' | 'now' | 'fs'>,
): Promise<CalendarStores> {
  const { records, report, now, fs = diskFileSystem } = parts
  const folder = join(parts.folder, 'calendar')
  await fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const connected = durableJsonFile<Rows<ConnectionRow>>(join(folder, 'connections.json'), {
    version: CONNECTIONS_VERSION,
    report,
    fs,
    lost: 'Calendars have to be connected again, and a feed gets a new address.',
    isDisposable: true,
  })
  const events = durableJsonFile<Rows<LocalEvent>>(join(folder, 'events.json'), {
    version: EVENTS_VERSION,
    report,
    fs,
    lost: 'Without it the local calendar begins empty.',
  })
  const [connections, localEvents] = await Promise.all([
    openCollection(connected, ConnectionRow),
    openCollection(events, LocalEvent),
  ])
  const ledgers = await records.open(appointments)
  return {
    connections: await ConnectionStore.open(connections, secretBox(parts.keyFolder, fs)),
    localEvents,
    ledgerOf: (userId) => new Ledger(ledgers, userId, now),
  }
}
