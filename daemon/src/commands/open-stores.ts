import { join } from 'node:path'
import { AccountRow, AccountStore } from '../accounts/account-store.ts'
import { SessionRow, SessionStore } from '../accounts/session-store.ts'
import { openChatStore } from '../chat/store/chat-store.ts'
import type { Background } from '../platform/background.ts'
import { openCollection, type Rows } from '../platform/storage/collection.ts'
import { type DataFolder, openDataFolder } from '../platform/storage/data-folder.ts'
import { durableJsonFile } from '../platform/storage/durable-json-file.ts'

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
export interface Stores {
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly chats: Awaited<ReturnType<typeof openChatStore>>
  close(): Promise<void>
}

const ACCOUNTS_VERSION = 1
const SESSIONS_VERSION = 1

/** Locks the data folder and opens what lies in it; throws an `AppError` fit to be shown. */
export async function openStores(parts: StoreParts): Promise<Stores> {
  const folder = await openDataFolder(parts.folder, { onLost: parts.onLost })
  try {
    return await openAll(folder, parts)
  } catch (error) {
    await folder.release()
    throw error
  }
}

async function openAll(
  folder: DataFolder,
  { background, now, report }: StoreParts,
): Promise<Stores> {
  const file = <Row>(name: string, version: number) =>
    durableJsonFile<Rows<Row>>(join(folder.path, name), { version, report })
  const [accounts, sessions, chats] = await Promise.all([
    openCollection(file<AccountRow>('users.json', ACCOUNTS_VERSION), AccountRow),
    openCollection(file<SessionRow>('sessions.json', SESSIONS_VERSION), SessionRow),
    openChatStore({ folder: folder.path, report, now }),
  ])
  return {
    accounts: new AccountStore(accounts),
    sessions: new SessionStore({ rows: sessions, background, now }),
    chats,
    async close() {
      try {
        await chats.close()
      } finally {
        await folder.release()
      }
    },
  }
}
