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
import type { Calendars } from '../calendar/calendars.ts'
import type { AppointmentImport } from '../calendar/import-appointments.ts'
import { measureImage } from '../chat/read-question.ts'
import type { WholeChat } from '../chat/store/chat-store.ts'
import type { ImageFile } from '../chat/store/image-store.ts'
import { AppError, RateLimited } from '../errors.ts'
import type { MailImport } from '../mail/import-mail.ts'
import type { MailAssistant } from '../mail/mail-assistant.ts'
import { type Collection, openCollectionFile } from '../platform/storage/collection.ts'
import { makeFolder, storageError } from '../platform/storage/file-system.ts'
import type { FileImport } from '../retrieval/import-files.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import { type ExportLine, NoExport, readExport, verifyExport } from './export-lines.ts'
import type { Stores } from './open-stores.ts'

const VERSION = 1
/** How long an import can be taken back, in milliseconds. */
const UNDO_MS = 24 * 60 * 60 * 1000
/** Images of one chat, which are held in memory together, in bytes. */
const IMAGES_MAX = 256 * 1024 * 1024

const keys = z.array(z.string()).default([])
const count = z.int().default(0)

/** The last import of an account; what was begun stands here before anything of it is stored. */
const ImportRow = z.object({
  userId: z.string(),
  at: z.string(),
  isWhole: z.boolean(),
  chatIds: keys,
  /** As the imports of the domains name what they bring. */
  mailboxes: keys,
  acts: keys,
  appointments: keys,
  files: keys,
  /** How many mails and marks these are. */
  mails: count,
  marks: count,
})
type ImportRow = z.infer<typeof ImportRow>

/** Where each kind of line of a file goes. */
interface Into {
  readonly mail: MailImport
  readonly appointments: AppointmentImport
  readonly files: FileImport
}

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
  readonly mail: Pick<MailAssistant, 'import' | 'takeBack' | 'mailIds'>
  readonly calendars: Pick<Calendars, 'import' | 'takeBack'>
  readonly retrieval: Pick<Retrieval, 'import' | 'takeBack'>
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
 * Reads an exported file back into an account, whoever's it was. What is there stays as it is, so that
 * the same file brings nothing twice; a file is untrusted, and is checked as a whole before anything is
 * stored. Settings stay in it: a mailbox and a calendar are connected by who has their passwords.
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
    return this.#received(userId, file, async (path, into) => {
      const { fresh, known } = await this.#plan(userId, path, into)
      return { fresh, known }
    })
  }

  /** On the disk when it resolves; throws as `preview` does, and changes nothing then. */
  import(userId: string, file: Readable): Promise<LastImport> {
    return this.#received(userId, file, async (path, into) => {
      const { source, at, brings, fresh } = await this.#plan(userId, path, into)
      if (Object.values(brings).every((each) => each.length === 0)) return this.last(userId)
      const begun = this.#begun(userId)
      const row = {
        userId,
        at,
        isWhole: false,
        // what an interrupted one has brought is taken back with its rest, but for what went on since
        chatIds: both(begun?.chatIds, brings.chatIds),
        mailboxes: both(begun?.mailboxes, brings.mailboxes),
        acts: both(begun?.acts, brings.acts),
        appointments: both(begun?.appointments, brings.appointments),
        files: both(begun?.files, brings.files),
        mails: fresh.mails,
        marks: fresh.marks,
      }
      await this.#rows.put(userId, row)
      await bringRecords(path, into, brings, at)
      for await (const chat of chatsOf(path, source, userId))
        await this.#parts.stores.chats.importChat(chat)
      await this.#rows.put(userId, { ...row, isWhole: true })
      return this.last(userId)
    })
  }

  last(userId: string): LastImport {
    const row = this.#rows.get(userId)
    if (!row || this.#parts.now().getTime() - Date.parse(row.at) > UNDO_MS) return { last: null }
    const { at, isWhole, chatIds, appointments, files, mails, marks } = row
    const [chats, placed] = [chatIds.length, appointments.length]
    const brought = { chats, mails, marks, appointments: placed, files: files.length }
    return { last: { at, isWhole, ...brought } }
  }

  /**
   * Removes what the last import has brought; what has gone on since stays: a chat, an appointment, a
   * mailbox that is in use by now with its appointments. Throws `NOT_FOUND`, and `RATE_LIMITED` while another one runs.
   */
  async undo(userId: string): Promise<LastImport> {
    this.#checkIdle(userId)
    const row = this.#rows.get(userId)
    if (!row || this.last(userId).last === null)
      throw new AppError('NOT_FOUND', 'There is no import that can be taken back.')
    const { stores, mail, calendars, retrieval } = this.#parts
    const { chats } = stores
    const brought = new Set(row.chatIds)
    for (const { chatId, lastMessage } of await chats.list(userId))
      if (brought.has(chatId) && lastMessage < row.at) await chats.delete(userId, chatId)
    await mail.takeBack(userId, row.mailboxes, row.acts)
    const stored = new Set(await mail.mailIds(userId, { isSample: false }))
    await calendars.takeBack(userId, { ids: row.appointments, at: row.at, stored })
    await retrieval.takeBack(userId, row.files)
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
    use: (path: string, into: Into) => Promise<Result>,
  ): Promise<Result> {
    this.#checkIdle(userId)
    this.#running.add(userId)
    const folder = join(this.#parts.folder, 'imports')
    const path = join(folder, randomUUID())
    try {
      await makeFolder(folder)
      await pipeline(file, limited, createWriteStream(path, { mode: 0o600 }))
      await verifyExport(path)
      const { mail, calendars, retrieval } = this.#parts
      return await mail.import(userId, (mails) =>
        calendars.import(userId, (appointments) =>
          retrieval.import(userId, (files) => use(path, { mail: mails, appointments, files })),
        ),
      )
    } catch (error) {
      if (error instanceof NoExport || error instanceof z.ZodError) {
        const reason = error instanceof NoExport ? error.reason : 'damaged'
        throw new AppError('VALIDATION', wrongFile[reason], { cause: error })
      }
      throw storageError(error)
    } finally {
      await rm(path, { force: true })
      this.#running.delete(userId)
    }
  }

  /** The import that was interrupted; undefined where none was. */
  #begun(userId: string): ImportRow | undefined {
    const row = this.#rows.get(userId)
    return row?.isWhole === false ? row : undefined
  }

  /** Looks at all of a file: whose it is, and what of it is not here. */
  async #plan(userId: string, path: string, into: Into) {
    const { accounts, chats } = this.#parts.stores
    const { owners, hasRecords } = await lookAt(path, into)
    const email = (await accounts.byId(userId))?.email
    const source = owners.length === 1 ? owners[0] : owners.find((each) => each.email === email)
    // only a file of one account holds more than chats
    if (!source || (hasRecords && owners.length > 1)) throw new AppError('VALIDATION', NOBODYS)
    const here = new Set((await chats.list(userId)).map(({ chatId }) => chatId))
    const ids = new Set<string>()
    let knownChats = 0
    for await (const { chatId } of chatsOf(path, source.id, userId))
      if (here.has(chatId)) knownChats += 1
      else ids.add(chatId)
    const begun = this.#begun(userId)
    const at = begun?.at ?? this.#parts.now().toISOString()
    const ofMail = await into.mail.missing({ mailboxes: [], acts: [], ...begun }, at)
    const ofCalendar = into.appointments.missing(begun?.appointments ?? [])
    const ofFiles = into.files.missing(begun?.files ?? [])
    return {
      source: source.id,
      at,
      brings: {
        chatIds: [...ids],
        mailboxes: ofMail.mailboxes,
        acts: ofMail.acts,
        appointments: ofCalendar.appointments,
        files: ofFiles.files,
      },
      fresh: {
        ...ofMail.fresh,
        chats: ids.size,
        appointments: ofCalendar.appointments.length,
        files: ofFiles.files.length,
      },
      known: {
        ...ofMail.known,
        chats: knownChats,
        appointments: ofCalendar.known,
        files: ofFiles.known,
      },
    }
  }
}

/** Reads all of a file: of which accounts it is, and what it has besides chats. */
async function lookAt(path: string, { mail, appointments, files }: Into) {
  const owners: { readonly id: string; readonly email: string }[] = []
  let hasRecords = false
  for await (const line of readExport(path)) {
    if (line.kind === 'account') owners.push(line)
    else if (line.kind === 'events') await appointments.lookAtEvents(line.events)
    else if (line.kind === 'file') files.look(line.file)
    else if (line.kind !== 'records') continue
    else if (line.of === 'mail') mail.look(line.head, line.rows)
    else await appointments.look(line.rows)
    hasRecords ||= line.kind !== 'account'
  }
  return { owners, hasRecords }
}

/** Stores what a file has besides chats, where it is among what is to be brought. */
async function bringRecords(
  path: string,
  into: Into,
  brings: Pick<ImportRow, 'mailboxes' | 'appointments' | 'files'>,
  at: string,
): Promise<void> {
  const { mail, appointments, files } = into
  const mailboxes = new Set(brings.mailboxes)
  const [wantedAppointments, wantedFiles] = [new Set(brings.appointments), new Set(brings.files)]
  for await (const line of readExport(path)) {
    if (line.kind === 'events') await appointments.bringEvents(line.events, wantedAppointments)
    else if (line.kind === 'file') await files.bring(line.file, wantedFiles)
    else if (line.kind !== 'records') continue
    else if (line.of === 'mail') await mail.bring(line.head, line.rows, mailboxes)
    else await appointments.bring(line.rows, wantedAppointments, at)
  }
  await mail.bringMarks()
  await files.end()
}

function both(one: readonly string[] = [], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])]
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
