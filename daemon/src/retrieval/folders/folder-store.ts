import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { STORED_MAX_BYTES, STORED_MAX_FILES } from '@shortlist/contracts/limits'
import type { IndexedFile, IndexedFolder } from '@shortlist/contracts/retrieval'
import { AppError } from '../../errors.ts'
import type { ProjectedLogs } from '../../platform/projection/projected-logs.ts'
import type { Answer, Value } from '../../platform/projection/projection.ts'
import type { RecordStore } from '../../platform/projection/record-store.ts'
import { diskFileSystem, type FileSystem } from '../../platform/storage/file-system.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import { storageError } from '../../platform/storage/storage-error.ts'
import type { FileRecord, FolderChange, FolderStore, RecordFile, StoredFile } from '../ports.ts'
import { FolderDraft, type Size } from './folder-draft.ts'
import {
  type FolderHead,
  type FolderRow,
  folderKind,
  folderNameOf,
  forgetParts,
} from './folder-rows.ts'
import { accountName, makeFolder, newId, RecordFiles } from './record-files.ts'

export interface FolderStoreOptions {
  /** Absolute path of the folder in which every account has a room. */
  readonly folder: string
  readonly records: Pick<RecordStore, 'open'>
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly now: () => Date
  readonly fs?: FileSystem
  /** What one account may hold. */
  readonly limits?: Size
  /** Brings what an earlier version has left in the room of an account into its log. */
  readonly takeOver?: TakeOver
}

export type TakeOver = (room: string, keep: KeepTaken) => Promise<void>

/** A folder as it is taken over, its records lying where they are expected. */
export interface TakenFolder {
  readonly id: string
  readonly name: string
  readonly updatedAt: string
  readonly files: readonly StoredFile[]
}

/** Keeps these folders durably; of the `damaged` ones the records may tell of more files. */
export type KeepTaken = (
  folders: readonly TakenFolder[],
  damaged: readonly string[],
) => Promise<void>

/** What is known of an account while it is in use. */
interface Account {
  /** The name of its log. */
  readonly log: string
  readonly head: FolderHead
  readonly room: string
  readonly records: RecordFiles
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>
}

interface FileLine extends StoredFile {
  readonly folderId: string
  readonly isDamaged: boolean
}

/** Longest name of a folder, in bytes of UTF-8. */
const NAME_MAX_BYTES = 255
/** Files of one answer of the tables, and of one row of a log that is written anew. */
const PAGE = 500
const LIMITS: Size = { files: STORED_MAX_FILES, bytes: STORED_MAX_BYTES }

/**
 * Makes the folder where there is none. Of an account nothing is read but what is asked for; at its
 * first use what interrupted changes left behind goes. Methods throw `STORE_NEWER` where a newer
 * version has written. Throws `STORE_FULL` or `STORE_READONLY`.
 */
export async function openFolderStore(options: FolderStoreOptions): Promise<LoggedFolders> {
  await makeFolder(options.folder, options.fs ?? diskFileSystem).catch(fail)
  return new LoggedFolders(options)
}

/** Folders in a log for each account, and a record on disk for each of their files. */
export class LoggedFolders implements FolderStore {
  readonly #options: FolderStoreOptions
  readonly #fs: FileSystem
  readonly #logs: Promise<ProjectedLogs<FolderRow, FolderHead>>
  /** By the names of their logs. */
  readonly #accounts = new Map<string, Promise<Account>>()
  /** Logs that say less than they have said, by name. */
  readonly #lost = new Set<string>()
  readonly #working = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(options: FolderStoreOptions) {
    this.#options = options
    this.#fs = options.fs ?? diskFileSystem
    const onLoss = (log: string) => {
      this.#lost.add(log)
      const account = this.#accounts.get(log)
      if (account) this.#inBackground(account.then((known) => this.#putInOrder(known)))
    }
    this.#logs = options.records.open({ ...folderKind, onLoss })
    // told to whoever asks
    this.#logs.catch(() => {})
  }

  folders(userId: string): Promise<readonly IndexedFolder[]> {
    return this.#with(userId, (account) => this.#folders(account))
  }

  hasFolders(userId: string): Promise<boolean> {
    return this.#with(userId, async ({ log }) => {
      const found = await this.#all('select 1 from folders_folders where log = ? limit 1', log)
      return found.length > 0
    })
  }

  files(userId: string, folderId?: string): Promise<readonly IndexedFile[]> {
    return this.#with(userId, async (account) => {
      const all: IndexedFile[] = []
      for await (const page of this.#pages(account, folderId)) {
        for (const { id, folderId, path, bytes, passages, isDamaged } of page)
          all.push({ id, folderId, path, bytes, passages, ...(isDamaged && { isDamaged }) })
      }
      return all
    })
  }

  recordFiles(userId: string): Promise<readonly RecordFile[]> {
    return this.#with(userId, async (account) => {
      const all: RecordFile[] = []
      for await (const page of this.#pages(account)) {
        for (const { id, folderId, isDamaged } of page)
          if (!isDamaged) all.push({ id, record: account.records.pathOf(folderId, id) })
      }
      return all
    })
  }

  record(userId: string, fileId: string): Promise<FileRecord | undefined> {
    return this.#with(userId, async (account) => {
      const [file] = await this.#files(account, [fileId])
      if (!file) return undefined
      const record = await account.records.read(file.folderId, fileId)
      if (record) return record
      this.damaged(account.room, [fileId])
      const sentence = 'The text of this file is damaged on the disk. Upload the file again.'
      throw new AppError('NOT_FOUND', sentence)
    })
  }

  /** Also throws `VALIDATION` for a name that is empty or too long. */
  async change(
    userId: string,
    name: string,
    work: (change: FolderChange) => Promise<void>,
  ): Promise<IndexedFolder> {
    if (name === '') throw new AppError('VALIDATION', 'A folder needs a name.')
    if (Buffer.byteLength(name) > NAME_MAX_BYTES) {
      const most = `${NAME_MAX_BYTES} bytes`
      throw new AppError('VALIDATION', `The name of the folder is longer than ${most}.`)
    }
    return this.#with(userId, (account) =>
      account.alone(() => this.#change(account, name, work).catch(fail)),
    )
  }

  removeFiles(userId: string, fileIds: readonly string[]): Promise<number> {
    return this.#with(userId, (account) =>
      account.alone(async () => {
        const files = await this.#files(account, fileIds)
        const ids = files.map(({ id }) => id)
        const row: FolderRow = { kind: 'files-removed', at: this.#time(), fileIds: ids }
        if (ids.length > 0) await this.#remove(account, row, files)
        return ids.length
      }),
    )
  }

  removeFolder(userId: string, folderId: string): Promise<boolean> {
    return this.#with(userId, (account) =>
      account.alone(async () => {
        const files: FileLine[] = []
        for await (const page of this.#pages(account, folderId)) files.push(...page)
        if (files.length === 0) return false
        await this.#remove(account, { kind: 'folder-removed', folderId }, files)
        return true
      }),
    )
  }

  damaged(room: string, fileIds: readonly string[]): void {
    const account = this.#accounts.get(basename(room))
    if (account) this.#inBackground(account.then((known) => this.#findDamaged(known, fileIds)))
  }

  placeOf(userId: string): string {
    return join(this.#options.folder, accountName(userId))
  }

  roomOf(userId: string): Promise<string> {
    return this.#with(userId, async ({ room }) => {
      await makeFolder(room, this.#fs).catch(fail)
      return room
    })
  }

  /** Waits for the changes that run; nothing may be asked after it. */
  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#working.size > 0) await Promise.allSettled(this.#working)
  }

  #with<Result>(userId: string, work: (account: Account) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) {
      return Promise.reject(new AppError('NOT_AVAILABLE', 'The server is stopping.'))
    }
    return this.#work(this.#account(userId).then(work))
  }

  #work<Result>(work: Promise<Result>): Promise<Result> {
    const working = work.finally(() => this.#working.delete(working))
    this.#working.add(working)
    return working
  }

  #account(userId: string): Promise<Account> {
    const log = accountName(userId)
    const known = this.#accounts.get(log)
    if (known) return known
    const opening = this.#open(userId, log)
    this.#accounts.set(log, opening)
    // what could not be read now may be readable at the next use
    opening.catch(() => this.#accounts.delete(log))
    return opening
  }

  async #open(userId: string, log: string): Promise<Account> {
    const room = this.placeOf(userId)
    const records = new RecordFiles(room, this.#fs)
    const account: Account = { log, head: { userId }, room, records, alone: serialQueue() }
    const logs = await this.#logs
    await logs.look(log, account.head).catch((error) => {
      // what the tables tell can be answered though the log cannot be opened
      if (error instanceof AppError && error.code === 'STORE_NEWER') throw error
    })
    await this.#options.takeOver?.(room, async (folders, damaged) => {
      await this.#keepTaken(account, folders)
      for (const id of damaged) await this.#adopt(account, id)
    })
    this.#inBackground(this.#putInOrder(account))
    return account
  }

  /** A file that is known already was taken over before a kill. */
  async #keepTaken(account: Account, folders: readonly TakenFolder[]): Promise<void> {
    const known = new Set<string>()
    for await (const page of this.#pages(account)) for (const { id } of page) known.add(id)
    const rows: FolderRow[] = []
    for (const { id, name, updatedAt, files } of folders) {
      const left = files.filter((file) => !known.has(file.id))
      for (let from = 0; from < left.length; from += PAGE)
        rows.push(putRow({ id, name, at: updatedAt, files: left.slice(from, from + PAGE) }))
    }
    for (const row of rows) await this.#append(account, [row], { isDurable: row === rows.at(-1) })
  }

  async #append(
    { log, head }: Account,
    rows: readonly FolderRow[],
    options?: { readonly isDurable: boolean },
  ): Promise<void> {
    await (await this.#logs).append(log, head, rows, options)
  }

  async #all(sql: string, ...values: Value[]): Promise<Answer[]> {
    return (await this.#logs).query((tables) => tables.all(sql, ...values))
  }

  async #folders({ log }: Account): Promise<readonly IndexedFolder[]> {
    const sql = `select folders.id, name, updated_at, count(*) as files, sum(bytes) as bytes,
        sum(passages) as passages, sum(is_damaged) as damaged
      from folders_folders as folders join folders_files on folder = folders.id
      where log = ? group by folders.id order by name, folders.id`
    return (await this.#all(sql, log)).map((row) => ({
      id: String(row.id),
      name: String(row.name),
      files: Number(row.files),
      bytes: Number(row.bytes),
      passages: Number(row.passages),
      updatedAt: String(row.updated_at),
      ...(Number(row.damaged) > 0 && { damaged: Number(row.damaged) }),
    }))
  }

  async #files({ log }: Account, fileIds: readonly string[]): Promise<readonly FileLine[]> {
    const sql = `select files.* from folders_files as files
      join folders_folders as folders on folders.id = folder
      where files.id in (select value from json_each(?)) and log = ?`
    const found: FileLine[] = []
    for (let from = 0; from < fileIds.length; from += PAGE) {
      const ids = JSON.stringify(fileIds.slice(from, from + PAGE))
      found.push(...(await this.#all(sql, ids, log)).map(fileLine))
    }
    return found
  }

  /** The files of one folder, or of all of an account, by folder and path; others run in between. */
  async *#pages({ log }: Account, only?: string): AsyncGenerator<readonly FileLine[]> {
    const folders = `select id from folders_folders where log = ?1 and ifnull(?2, id) = id
      order by name, id`
    const files = `select * from folders_files where folder = ? and path > ?
      order by path limit ${PAGE}`
    for (const { id } of await this.#all(folders, log, only ?? null)) {
      let after: string | undefined = ''
      while (after !== undefined) {
        const page: FileLine[] = (await this.#all(files, String(id), after)).map(fileLine)
        yield page
        after = page.length === PAGE ? page.at(-1)?.path : undefined
        await setImmediate()
      }
    }
  }

  async #change(
    account: Account,
    name: string,
    work: (change: FolderChange) => Promise<void>,
  ): Promise<IndexedFolder> {
    const before = await this.#folders(account)
    const known = before.find((folder) => folder.name === name)
    const id = known?.id ?? newId()
    const draft = this.#draft(account, id, before)
    const at = this.#time()
    try {
      try {
        await work(draft)
      } finally {
        await draft.end()
      }
      const { files, replaced } = draft
      if (files.length > 0) {
        await account.records.sync(id)
        // what begins a folder needs not to be moved into it
        const put = { id, name, at, replaced: replaced.length, change: known ? newId() : id }
        await this.#put(account, put, files)
      }
    } catch (error) {
      await this.#clear(account, id, draft.written)
      throw error
    }
    const named = new Set(draft.files.map((file) => file.id))
    const inVain = [...draft.written].filter((each) => !named.has(each))
    await this.#clear(account, id, [...inVain, ...draft.replaced.map((file) => file.id)])
    await this.#tidy(account, false)
    const none = { id, name, files: 0, bytes: 0, passages: 0, updatedAt: at }
    return (await this.#folders(account)).find((folder) => folder.id === id) ?? none
  }

  /** In rows that hold nobody up; the last of them makes all of them count. */
  async #put(
    account: Account,
    { change, ...put }: Omit<PutFiles, 'files'> & { readonly change: string },
    files: readonly StoredFile[],
  ): Promise<void> {
    const last = files.length - (files.length % PAGE || PAGE)
    for (let from = 0; from < last; from += PAGE) {
      const part = storedFiles(files.slice(from, from + PAGE))
      await this.#append(account, [{ kind: 'part', change, files: part }], { isDurable: false })
      await setImmediate()
    }
    const row = putRow({ ...put, files: files.slice(last) })
    await this.#append(account, [last > 0 ? { ...row, change } : row])
  }

  #draft(account: Account, folderId: string, before: readonly IndexedFolder[]): FolderDraft {
    const { records } = account
    const { limits = LIMITS } = this.#options
    const sql = 'select * from folders_files where folder = ? and path = ?'
    let prepared: Promise<void> | undefined
    return new FolderDraft({
      kept: async (path) => (await this.#all(sql, folderId, path)).map(fileLine)[0],
      isReadable: async ({ id }) => (await records.read(folderId, id)) !== undefined,
      held: {
        files: before.reduce((sum, { files }) => sum + files, 0),
        bytes: before.reduce((sum, { bytes }) => sum + bytes, 0),
      },
      limits,
      async writeRecord(fileId, record) {
        prepared ??= records.prepare(folderId)
        await prepared
        await records.write(folderId, fileId, record)
      },
    })
  }

  async #remove(account: Account, row: FolderRow, files: readonly FileLine[]): Promise<void> {
    const byFolder = Map.groupBy(files, ({ folderId }) => folderId)
    try {
      try {
        await this.#append(account, [row])
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'STORE_FULL')) throw error
        // what is to go makes room for the row that says so
        for (const { folderId, id } of files) await account.records.remove(folderId, [id])
        await this.#append(account, [row])
      }
    } catch (error) {
      throw fail(error)
    }
    for (const [folderId, some] of byFolder)
      await this.#clear(
        account,
        folderId,
        some.map(({ id }) => id),
      )
    await this.#tidy(account, true)
  }

  /** Takes away records that no file needs; where that fails the next use does it. */
  async #clear({ records }: Account, folderId: string, fileIds: Iterable<string>): Promise<void> {
    try {
      const [known] = await this.#all('select 1 from folders_folders where id = ?', folderId)
      await records.remove(folderId, fileIds)
      if (!known) await records.removeEmpty(folderId)
    } catch {
      this.#options.report('Records that are not needed could not be removed; it is tried again.')
    }
  }

  /** Writes the log anew where it tells of files that are gone: at once, or once those are the most. */
  async #tidy(account: Account, isUrgent: boolean, isUntidy = false): Promise<void> {
    const { log, head } = account
    const sql = `select spare, (select count(*) from folders_files where folder in
      (select id from folders_folders where log = ?1)) as kept from folders_logs where log = ?1`
    try {
      const [counts] = await this.#all(sql, log)
      const spare = Number(counts?.spare ?? 0)
      const isWorth = spare > 0 && (isUrgent || spare > Number(counts?.kept))
      if (!isWorth && !isUntidy) return
      const rows: FolderRow[] = []
      for (const { id, name, updatedAt: at } of await this.#folders(account)) {
        for await (const files of this.#pages(account, id))
          rows.push(...rowsOf({ id, name, at, files }, files))
      }
      const logs = await this.#logs
      if (rows.length === 0) return await logs.remove([log])
      await logs.rewrite(log, head, rows)
      await logs.query((tables) =>
        tables.run('update folders_logs set spare = 0 where log = ?', log),
      )
    } catch {
      const sentence = 'What is left of removed files could not be cleared away; it is tried again.'
      this.#options.report(sentence)
    }
  }

  /** Takes in what a damaged log has lost, and takes away what interrupted changes have left. */
  #putInOrder(account: Account): Promise<void> {
    const { records, log } = account
    return account.alone(async () => {
      // what the tables do not tell yet is not taken for gone
      if (!(await (await this.#logs).settled())) return
      const isLost = this.#lost.delete(log)
      for (const folderId of await records.folders()) {
        if (isLost) await this.#adopt(account, folderId)
        await this.#clear(account, folderId, await this.#unnamed(account, folderId))
      }
      const hadParts = await (await this.#logs).query((tables) => forgetParts(tables, log))
      await this.#tidy(account, true, hadParts)
    })
  }

  /** Records of a folder that belong to no file. */
  async #unnamed(account: Account, folderId: string): Promise<ReadonlySet<string>> {
    const ids = new Set(await account.records.files(folderId))
    for await (const page of this.#pages(account, folderId))
      for (const { id } of page) ids.delete(id)
    return ids
  }

  /** Records tell of their files; the one that was written later counts. */
  async #adopt(account: Account, folderId: string): Promise<void> {
    const { records } = account
    const found: { readonly file: StoredFile; readonly writtenAt: number }[] = []
    for (const id of await this.#unnamed(account, folderId)) {
      const record = await records.read(folderId, id)
      if (!record) continue
      const { path, sha256, bytes, passages } = record
      const file = { id, path, sha256, bytes, passages: passages.length }
      found.push({ file, writtenAt: await records.writtenAt(folderId, id) })
    }
    const [first] = found.sort((a, b) => a.writtenAt - b.writtenAt)
    if (!first) return
    const files = [...new Map(found.map(({ file }) => [file.path, file])).values()]
    const known = (await this.#folders(account)).find(({ id }) => id === folderId)
    const name = known?.name ?? folderNameOf(first.file.path)
    const at = this.#time()
    await this.#append(account, [putRow({ id: folderId, name, at, files, replaced: files.length })])
    const what = `${files.length} files that it had lost were found again`
    this.#options.report(`The list of the folder ${folderId} was damaged; ${what}.`)
  }

  #findDamaged(account: Account, fileIds: readonly string[]): Promise<void> {
    return account.alone(async () => {
      const ids: string[] = []
      for (const { id, folderId, isDamaged } of await this.#files(account, fileIds))
        if (!isDamaged && !(await account.records.read(folderId, id))) ids.push(id)
      if (ids.length === 0) return
      const sentence = 'The texts of these uploaded files are damaged on the disk and are left out'
      this.#options.report(`${sentence} until they are uploaded again: ${ids.join(', ')}`)
      await this.#append(account, [{ kind: 'damaged', fileIds: ids }])
    })
  }

  #inBackground(work: Promise<void>): void {
    this.#work(work).catch((error) => {
      const reason = error instanceof Error ? error.message : String(error)
      this.#options.report(`Folders could not be put in order; it is tried again: ${reason}`)
    })
  }

  #time(): string {
    return this.#options.now().toISOString()
  }
}

interface PutFiles {
  readonly id: string
  readonly name: string
  readonly at: string
  readonly files: readonly StoredFile[]
  readonly replaced?: number
}

function putRow({ id, name, at, files, replaced = 0 }: PutFiles) {
  return { kind: 'put', folderId: id, name, at, files: storedFiles(files), replaced } as const
}

function storedFiles(files: readonly StoredFile[]): StoredFile[] {
  return files.map(({ id, path, sha256, bytes, passages }) => {
    return { id, path, sha256, bytes, passages }
  })
}

/** What says the same as these files of a folder. */
function rowsOf(put: PutFiles, lines: readonly FileLine[]): FolderRow[] {
  const damaged = lines.filter(({ isDamaged }) => isDamaged).map(({ id }) => id)
  return [
    putRow(put),
    ...(damaged.length > 0 ? [{ kind: 'damaged', fileIds: damaged } as const] : []),
  ]
}

function fileLine(row: Answer): FileLine {
  return {
    id: String(row.id),
    folderId: String(row.folder),
    path: String(row.path),
    sha256: String(row.sha256),
    bytes: Number(row.bytes),
    passages: Number(row.passages),
    isDamaged: row.is_damaged === 1,
  }
}

function fail(error: unknown): never {
  throw error instanceof AppError ? error : storageError(error)
}
