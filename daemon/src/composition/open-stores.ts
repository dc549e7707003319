import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerEvent, ServerEventName } from '@shortlist/contracts/events'
import { AccountRow, AccountStore } from '../accounts/account-store.ts'
import { SessionRow, SessionStore } from '../accounts/session-store.ts'
import { chatRecords } from '../chat/store/chat-projection.ts'
import { openChatStore } from '../chat/store/chat-store.ts'
import type { Background } from '../platform/background.ts'
import type { Llm } from '../platform/llm/llm.ts'
import type { Log } from '../platform/log.ts'
import { RecordStore } from '../platform/projection/record-store.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import { openCollection, type Rows } from '../platform/storage/collection.ts'
import { type DataFolder, openDataFolder } from '../platform/storage/data-folder.ts'
import { type DurableJsonOptions, durableJsonFile } from '../platform/storage/durable-json-file.ts'
import { storageError } from '../platform/storage/file-system.ts'
import { takeOverAppointments } from '../takeover/appointments.ts'
import { hasOldChats, takeOverChats } from '../takeover/chats.ts'
import type { Folders } from './find-folders.ts'

export interface StoreParts {
  readonly folder: string
  readonly background: Background
  readonly now: () => Date
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  /** Hears that another process took the folder away. */
  readonly onLost: (error: Error) => void
}

/** Everything that is stored; `close` lets the next process use the folder. */
export type Stores = Awaited<ReturnType<typeof openStores>>

/** What mail, calendar and retrieval are opened with. */
export interface DomainParts {
  readonly folders: Folders
  readonly stores: Pick<Stores, 'accounts' | 'records'>
  readonly llm: Llm
  readonly realtime: Realtime
  readonly log: Log
  /** Hears in one sentence what a person should know: repairs of stored data, a lost lock. */
  readonly report: (sentence: string) => void
}

/** Tells the screens of every account, in the background. */
export function tellAll<Name extends ServerEventName>(
  {
    stores,
    realtime,
    background,
  }: Pick<DomainParts, 'stores' | 'realtime'> & { readonly background: Background },
  name: Name,
  payload: ServerEvent<Name>,
): void {
  background.run(async () => {
    for (const { id } of await stores.accounts.all()) realtime.publish(id, name, payload)
  })
}

/** Raised with the records, so that version 0.2.0 refuses a folder that it could not read. */
const ACCOUNTS_VERSION = 2
const SESSIONS_VERSION = 1

/** Locks the data folder and opens what lies in it; throws an `AppError` fit to be shown. */
export async function openStores(parts: StoreParts) {
  const folder = await openDataFolder(parts.folder, { onLost: parts.onLost })
  if (folder.isFull) {
    parts.report(
      `The disk of the data folder ${folder.path} is full: what is there can be read, and nothing can be stored until there is space.`,
    )
  }
  try {
    return await openAll(folder, parts)
  } catch (error) {
    await folder.release()
    throw storageError(error)
  }
}

async function openAll(folder: DataFolder, { background, now, report }: StoreParts) {
  const file = <Row>(name: string, options: Omit<DurableJsonOptions, 'report'>) =>
    durableJsonFile<Rows<Row>>(join(folder.path, name), { ...options, report })
  const chatFolder = join(folder.path, 'records', 'chats')
  const users = file<AccountRow>('users.json', {
    version: ACCOUNTS_VERSION,
    lost: `Without it nobody has an account: an exported file brings accounts back ("import", then "user reset-password"), and chats stay in ${chatFolder}.`,
    isExpected: () => hasRecords(folder.path),
  })
  const signedIn = file<SessionRow>('sessions.json', {
    version: SESSIONS_VERSION,
    lost: 'Everybody has to sign in again.',
    isDisposable: true,
  })
  const [accounts, sessions] = await Promise.all([
    openCollection(users, AccountRow),
    openCollection(signedIn, SessionRow),
  ])
  // last, since they write: a start that is refused has changed nothing
  if (await hasOldChats(folder.path)) await accounts.change(() => undefined)
  await takeOverAppointments({ folder: folder.path, report })
  const records = new RecordStore({ folder: folder.path, report })
  const openChats = async () => {
    const logs = await records.open(chatRecords)
    await takeOverChats({ folder: folder.path, logs, report })
    return openChatStore({ folder: folder.path, logs, report, now })
  }
  const chats = await openChats().catch(async (error) => {
    await records.close()
    throw error
  })
  return {
    accounts: new AccountStore(accounts),
    sessions: new SessionStore(sessions, background, now),
    chats,
    records,
    async close() {
      try {
        await chats.close()
        await records.close()
      } finally {
        await folder.release()
      }
    },
  }
}

/** Whether something is kept that only an account can have. */
async function hasRecords(folder: string): Promise<boolean> {
  const names = await readdir(join(folder, 'records'), { recursive: true }).catch(() => [])
  return names.some((name) => name.endsWith('.jsonl'))
}
