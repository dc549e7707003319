import { basename } from 'node:path'
import { type MessageId, StoredMessage } from '@shortlist/contracts/chat'
import { z } from 'zod'
import { type FileSystem, isSystemError } from '../../platform/storage/file-system.ts'
import { groupCommit } from '../../platform/storage/group-commit.ts'
import { newerVersion } from '../../platform/storage/newer-version.ts'
import { setAside } from '../../platform/storage/set-aside.ts'
import { json } from '../../platform/storage/split-journal.ts'
import { storageError } from '../../platform/storage/storage-error.ts'
import { writeFileDurably } from '../../platform/storage/write-file-durably.ts'
import type { ChatFolders } from './chat-folders.ts'

const PARTIALS_VERSION = 1
const Partials = z.object({ v: z.int().min(1), partials: z.array(StoredMessage) })

/** The running replies of one chat and the file that keeps them. */
interface Running {
  readonly replies: Map<MessageId | undefined, StoredMessage>
  readonly save: (change: undefined) => Promise<void>
}

/** What running replies have said so far, kept in a file beside each chat until they end. */
export class ChatPartials {
  readonly #folders: ChatFolders
  readonly #fs: FileSystem
  readonly #running = new Map<string, Running>()

  constructor(folders: ChatFolders, fs: FileSystem) {
    this.#folders = folders
    this.#fs = fs
  }

  /** Chats with running replies, by file id. */
  running(): readonly string[] {
    return [...this.#running.keys()]
  }

  /** Replaces what was kept of the same reply. */
  async keep(fileId: string, partial: StoredMessage): Promise<void> {
    const running = this.#running.get(fileId) ?? this.#begin(fileId)
    running.replies.set(partial.messageId, partial)
    await running.save(undefined)
  }

  /** The reply has ended and is stored with the others. */
  async end(fileId: string, messageId: MessageId | undefined): Promise<void> {
    const running = this.#running.get(fileId)
    if (running?.replies.delete(messageId)) await running.save(undefined)
  }

  /** What was kept of a chat's replies, read from disk; a damaged file is set aside. */
  async read(fileId: string): Promise<readonly StoredMessage[]> {
    const path = this.#folders.partial(fileId)
    let content: Buffer
    try {
      content = await this.#fs.readFile(path)
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return []
      throw error
    }
    const found = Partials.safeParse(json(content)).data
    if (found && found.v > PARTIALS_VERSION) throw newerVersion(path)
    if (!found) await setAside(path, this.#fs)
    return found?.partials ?? []
  }

  /** Forgets the replies of a chat, on disk too. */
  async remove(fileId: string): Promise<void> {
    const running = this.#running.get(fileId)
    running?.replies.clear()
    if (running) await running.save(undefined)
    else await this.#fs.rm(this.#folders.partial(fileId), { force: true })
  }

  #begin(fileId: string): Running {
    const replies = new Map<MessageId | undefined, StoredMessage>()
    const path = this.#folders.partial(fileId)
    const save = groupCommit<undefined>(async () => {
      try {
        if (replies.size === 0) {
          await this.#fs.rm(path, { force: true })
          if (replies.size === 0) this.#running.delete(fileId)
          return
        }
        const body = { v: PARTIALS_VERSION, partials: [...replies.values()] }
        await writeFileDurably(path, JSON.stringify(body), { fs: this.#fs })
      } catch (error) {
        throw storageError(error)
      }
    })
    const running = { replies, save }
    this.#running.set(fileId, running)
    return running
  }
}

/** The file id of a name in the chats folder that keeps running replies. */
export function partialOwner(name: string): string | undefined {
  const ending = '.partial.json'
  return name.endsWith(ending) ? basename(name, ending) : undefined
}
