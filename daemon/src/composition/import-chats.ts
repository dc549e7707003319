import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportPreview, LastImport } from '@shortlist/contracts/accounts'
import { ChatId, type StoredImage } from '@shortlist/contracts/chat'
import { IMPORT_MAX_BYTES, TITLE_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import { z } from 'zod'
import { measureImage } from '../chat/read-question.ts'
import type { WholeChat } from '../chat/store/chat-store.ts'
import type { ImageFile } from '../chat/store/image-store.ts'
import { AppError, RateLimited } from '../errors.ts'
import { type Collection, openCollectionFile } from '../platform/storage/collection.ts'
import { makeFolder, storageError } from '../platform/storage/file-system.ts'
import { type ExportLine, NoExport, readExport, verifyExport } from './export-lines.ts'
import type { Stores } from './open-stores.ts'

const VERSION = 1
/** How long an import can be taken back, in milliseconds. */
const UNDO_MS = 24 * 60 * 60 * 1000
/** Images of one chat, which are held in memory together, in bytes. */
const IMAGES_MAX = 256 * 1024 * 1024

/** The last import of an account; what was begun stands here before anything of it is stored. */
const ImportRow = z.object({
  userId: z.string(),
  at: z.string(),
  isWhole: z.boolean(),
  chatIds: z.array(z.string()),
})
type ImportRow = z.infer<typeof ImportRow>

const wrongFile = {
  damaged: 'This is not a complete export of Shortlist.',
  newer: 'This file was written by a newer Shortlist.',
} as const
const NOBODYS = 'This file holds several accounts, and none of them is yours.'

interface ImportParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly stores: Pick<Stores, 'accounts' | 'chats'>
  readonly now: () => Date
}

/** Opens what can still be taken back, and removes what an unexpected end has left. Throws `STORE_NEWER`. */
export async function openImports(parts: ImportParts): Promise<Imports> {
  const { folder, report } = parts
  await rm(join(folder, 'imports'), { recursive: true, force: true })
  const rows = await openCollectionFile(join(folder, 'settings', 'imports.json'), ImportRow, {
    version: VERSION,
    report,
    lost: 'The last import cannot be taken back any more.',
  })
  return new Imports(parts, rows)
}

/**
 * Reads the chats of an exported file back into an account, whoever they were of. What is there stays
 * as it is, so that the same file brings nothing twice; a file is untrusted, and is checked as a whole
 * before anything is stored.
 */
export class Imports {
  readonly #parts: ImportParts
  readonly #rows: Collection<ImportRow>
  readonly #running = new Set<string>()

  constructor(parts: ImportParts, rows: Collection<ImportRow>) {
    this.#parts = parts
    this.#rows = rows
  }

  /** What a file would bring. Throws `VALIDATION`, `RATE_LIMITED` and what the disk throws. */
  preview(userId: string, file: Readable): Promise<ImportPreview> {
    return this.#received(userId, file, async (path) => {
      const { ids, known, left } = await this.#plan(userId, path)
      return { chats: ids.length, known, left }
    })
  }

  /** On the disk when it resolves; throws as `preview` does, and changes nothing then. */
  import(userId: string, file: Readable): Promise<LastImport> {
    return this.#received(userId, file, async (path) => {
      const { ids, source } = await this.#plan(userId, path)
      const before = this.#rows.get(userId)
      // what an interrupted one has brought is taken back with its rest, but for what went on since
      const begun = before?.isWhole === false ? before : null
      const chatIds = [...(begun?.chatIds ?? []), ...ids]
      if (chatIds.length === 0) return this.last(userId)
      const at = begun?.at ?? this.#parts.now().toISOString()
      const row = { userId, at, isWhole: false, chatIds }
      await this.#rows.put(userId, row)
      for await (const chat of chatsOf(path, source, userId))
        await this.#parts.stores.chats.importChat(chat)
      await this.#rows.put(userId, { ...row, isWhole: true })
      return this.last(userId)
    })
  }

  last(userId: string): LastImport {
    const row = this.#rows.get(userId)
    if (!row || this.#parts.now().getTime() - Date.parse(row.at) > UNDO_MS) return { last: null }
    const { at, isWhole, chatIds } = row
    return { last: { at, isWhole, chats: chatIds.length } }
  }

  /**
   * Removes what the last import has brought; a chat that has gone on since stays. Throws `NOT_FOUND`,
   * and `RATE_LIMITED` while another one runs.
   */
  async undo(userId: string): Promise<LastImport> {
    this.#checkIdle(userId)
    const row = this.#rows.get(userId)
    if (!row || this.last(userId).last === null)
      throw new AppError('NOT_FOUND', 'There is no import that can be taken back.')
    const { chats } = this.#parts.stores
    const brought = new Set(row.chatIds)
    for (const { chatId, lastMessage } of await chats.list(userId))
      if (brought.has(chatId) && lastMessage < row.at) await chats.delete(userId, chatId)
    await this.#rows.remove(userId)
    return this.last(userId)
  }

  /** Nothing is kept of the account any more. */
  async forget(userId: string): Promise<void> {
    await this.#rows.remove(userId)
  }

  #checkIdle(userId: string): void {
    if (this.#running.has(userId)) throw new RateLimited(1000, 'An import is running already')
  }

  /** With the file on the disk, which is gone when it resolves. */
  async #received<Result>(
    userId: string,
    file: Readable,
    use: (path: string) => Promise<Result>,
  ): Promise<Result> {
    this.#checkIdle(userId)
    this.#running.add(userId)
    const folder = join(this.#parts.folder, 'imports')
    const path = join(folder, randomUUID())
    try {
      await makeFolder(folder)
      await pipeline(file, limited, createWriteStream(path, { mode: 0o600 }))
      await verifyExport(path)
      return await use(path)
    } catch (error) {
      if (error instanceof NoExport)
        throw new AppError('VALIDATION', wrongFile[error.reason], { cause: error })
      throw storageError(error)
    } finally {
      await rm(path, { force: true })
      this.#running.delete(userId)
    }
  }

  /** Looks at all of a file: whose chats are taken, which of them are new, and what stays in it. */
  async #plan(userId: string, path: string) {
    const { accounts, chats } = this.#parts.stores
    const email = (await accounts.byId(userId))?.email
    const owners: { id: string; email: string }[] = []
    const left = new Set<ImportPreview['left'][number]>()
    for await (const line of readExport(path)) {
      if (line.kind === 'account') owners.push(line)
      const kind = leftBehind(line)
      if (kind) left.add(kind)
    }
    const source = owners.length === 1 ? owners[0] : owners.find((each) => each.email === email)
    if (!source) throw new AppError('VALIDATION', NOBODYS)
    const here = new Set((await chats.list(userId)).map(({ chatId }) => chatId))
    const ids = new Set<string>()
    let known = 0
    for await (const { chatId } of chatsOf(path, source.id, userId))
      if (here.has(chatId)) known += 1
      else ids.add(chatId)
    return { source: source.id, ids: [...ids], known, left: [...left] }
  }
}

/** As it comes, up to the limit. Throws `TOO_LARGE`. */
async function* limited(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of file) {
    size += chunk.length
    if (size > IMPORT_MAX_BYTES) throw new AppError('TOO_LARGE', 'The file is larger than 1 GB.')
    yield chunk
  }
}

/** What an import does not read; null for what it does. */
function leftBehind(line: ExportLine): ImportPreview['left'][number] | null {
  if (line.kind === 'settings') return 'settings'
  if (line.kind === 'file') return 'files'
  if (line.kind === 'events') return 'appointments'
  if (line.kind === 'records') return line.of === 'mail' ? 'mails' : 'appointments'
  return null
}

/**
 * The chats of one account of a file, as those of another one; ids and types of images are made anew
 * from their bytes. Throws `NoExport` for what Shortlist itself would never have stored.
 */
async function* chatsOf(path: string, from: string, to: string): AsyncGenerator<WholeChat> {
  let images = new Map<string, ImageFile>()
  let size = 0
  for await (const line of readExport(path)) {
    if (line.kind === 'image') {
      const bytes = Buffer.from(line.base64, 'base64')
      size += bytes.length
      if (size > IMAGES_MAX) throw new NoExport('damaged')
      images.set(line.image.id, { image: measured(bytes), bytes })
    }
    if (line.kind !== 'chat') continue
    if (line.userId === from && line.messages.length > 0) yield ownChat(line, to, images)
    images = new Map()
    size = 0
  }
}

function ownChat(
  { chatId, userId, createdAt, title, messages }: Extract<ExportLine, { kind: 'chat' }>,
  to: string,
  images: ReadonlyMap<string, ImageFile>,
): WholeChat {
  if (!ChatId.safeParse(chatId).success || !z.iso.datetime().safeParse(createdAt).success)
    throw new NoExport('damaged')
  return {
    userId: to,
    // clients name a chat after its account
    chatId: chatId.startsWith(`${userId}_`) ? `${to}${chatId.slice(userId.length)}` : chatId,
    createdAt,
    title: title?.slice(0, TITLE_MAX_CHARACTERS) ?? null,
    messages: messages.map(({ image, ...message }) => {
      const kept = image && images.get(image.id)
      return { ...message, ...(kept && { image: kept.image }) }
    }),
    images: images.values(),
  }
}

function measured(bytes: Uint8Array): StoredImage {
  try {
    return measureImage(bytes)
  } catch (cause) {
    throw new NoExport('damaged', { cause })
  }
}
