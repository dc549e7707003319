import { setImmediate } from 'node:timers/promises'
import type { IndexedFolder } from '@shortlist/contracts/retrieval'
import { AppError } from '../../errors.ts'
import type { ProjectedLogs } from '../../platform/projection/projected-logs.ts'
import type { Answer, Value } from '../../platform/records/record-log.ts'
import { failStored } from '../../platform/storage/file-system.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import { type FileRecord, newId, type RecordFile, type RecordFiles } from '../file-record.ts'
import type { StoredFile } from '../ports.ts'
import {
  type FolderHead,
  type FolderRow,
  folderNameOf,
  forgetParts,
  StoredFiles,
} from './folder-rows.ts'

/** How many files, and how many bytes of theirs. */
export interface Size {
  readonly files: number
  readonly bytes: number
}

interface AccountFoldersOptions {
  readonly logs: ProjectedLogs<FolderRow, FolderHead>
  /** The name of the account's log. */
  readonly log: string
  readonly head: FolderHead
  readonly records: RecordFiles
  /** What the account may hold. */
  readonly limits: Size
  /** Hears in one sentence what had to be repaired or left lying. */
  readonly report: (sentence: string) => void
  readonly now: () => Date
}

/** A folder as it is taken over, its records lying where they are expected. */
export interface TakenFolder {
  readonly id: string
  readonly name: string
  readonly updatedAt: string
  readonly files: readonly StoredFile[]
}

/** A file as the tables have it. */
interface FileLine extends StoredFile {
  readonly folderId: string
  readonly isDamaged: boolean
}

interface PutFiles {
  readonly id: string
  readonly name: string
  readonly at: string
  readonly files: readonly StoredFile[]
  readonly replaced?: number
}

/** Files of one answer of the tables, and of one row of a log. */
const PAGE = 500

/** The folders of one account, changed one after the other; what they hold is asked of the tables. */
export class AccountFolders {
  readonly #options: AccountFoldersOptions
  readonly #records: RecordFiles
  readonly #alone = serialQueue()

  constructor(options: AccountFoldersOptions) {
    this.#options = options
    this.#records = options.records
  }

  async folders(): Promise<readonly IndexedFolder[]> {
    const sql = `select folders.id, name, updated_at, count(*) as files, sum(bytes) as bytes,
        sum(passages) as passages, sum(is_damaged) as damaged
      from folders_folders as folders join folders_files on folder = folders.id
      where log = ? group by folders.id order by name, folders.id`
    return (await this.#all(sql, this.#options.log)).map((row) => ({
      id: String(row.id),
      name: String(row.name),
      files: Number(row.files),
      bytes: Number(row.bytes),
      passages: Number(row.passages),
      updatedAt: String(row.updated_at),
      ...(Number(row.damaged) > 0 && { damaged: Number(row.damaged) }),
    }))
  }

  async hasFolders(): Promise<boolean> {
    const sql = 'select 1 from folders_folders where log = ? limit 1'
    return (await this.#all(sql, this.#options.log)).length > 0
  }

  /** The files of one folder, or of all, by folder and path; others run between two pages. */
  async *pages(only?: string): AsyncGenerator<readonly FileLine[]> {
    const folders = `select id from folders_folders where log = ?1 and ifnull(?2, id) = id
      order by name, id`
    const files = `select * from folders_files where folder = ? and path > ?
      order by path limit ${PAGE}`
    for (const { id } of await this.#all(folders, this.#options.log, only ?? null)) {
      let after: string | undefined = ''
      while (after !== undefined) {
        const page: FileLine[] = (await this.#all(files, String(id), after)).map(fileLine)
        yield page
        after = page.length === PAGE ? page.at(-1)?.path : undefined
        await setImmediate()
      }
    }
  }

  /** The same as one list. */
  async files(only?: string): Promise<FileLine[]> {
    const files: FileLine[] = []
    for await (const page of this.pages(only)) files.push(...page)
    return files
  }

  /** Every file whose record is not known to be damaged. */
  async recordFiles(): Promise<RecordFile[]> {
    return (await this.files()).flatMap(({ id, folderId, isDamaged }) =>
      isDamaged ? [] : [{ id, record: this.#records.pathOf(folderId, id) }],
    )
  }

  /** Undefined where there is no such file, `'damaged'` where its record cannot be read. */
  async record(fileId: string): Promise<FileRecord | 'damaged' | undefined> {
    const [file] = await this.#files([fileId])
    if (!file) return undefined
    const record = await this.#records.read(file.folderId, fileId)
    // its record goes after it was replaced or removed
    const isThere = record !== undefined || (await this.#files([fileId])).length > 0
    return record ?? (isThere ? 'damaged' : undefined)
  }

  change(name: string, work: (change: FolderChange) => Promise<void>): Promise<IndexedFolder> {
    return this.#alone(() => this.#change(name, work).catch(failStored))
  }

  deleteFiles(fileIds: readonly string[]): Promise<number> {
    return this.#alone(async () => {
      const files = await this.#files(fileIds)
      const ids = files.map(({ id }) => id)
      return this.#remove({ kind: 'files-removed', at: this.#time(), fileIds: ids }, files)
    })
  }

  deleteFolder(folderId: string): Promise<number> {
    return this.#alone(async () => {
      return this.#remove({ kind: 'folder-removed', folderId }, await this.files(folderId))
    })
  }

  /** Looks at records that could not be read; says once which are damaged. */
  findDamaged(fileIds: readonly string[]): Promise<void> {
    return this.#alone(async () => {
      const ids: string[] = []
      for (const { id, folderId, isDamaged } of await this.#files(fileIds))
        if (!isDamaged && !(await this.#records.read(folderId, id))) ids.push(id)
      if (ids.length === 0) return
      const sentence = 'The texts of these uploaded files are damaged on the disk and are left out'
      this.#options.report(`${sentence} until they are uploaded again: ${ids.join(', ')}`)
      await this.#append({ kind: 'damaged', fileIds: ids })
    })
  }

  /** Keeps these folders; of the `damaged` ones the records may tell of more files. */
  async takeOver(folders: readonly TakenFolder[], damaged: readonly string[]): Promise<void> {
    // what is known already was taken over before a kill
    const known = new Set((await this.files()).map(({ id }) => id))
    for (const { id, name, updatedAt: at, files } of folders) {
      const left = files.filter((file) => !known.has(file.id))
      for (let from = 0; from < left.length; from += PAGE)
        await this.#append(putRow({ id, name, at, files: left.slice(from, from + PAGE) }))
    }
    for (const id of damaged) await this.#adopt(id)
  }

  /** Takes in what a damaged log has lost, and takes away what interrupted changes have left. */
  putInOrder(takeLost: () => boolean): Promise<void> {
    const { logs, log } = this.#options
    return this.#alone(async () => {
      // what the tables do not tell yet is not taken for gone
      if (!(await logs.settled())) return
      const isLost = takeLost()
      for (const folderId of await this.#records.folders()) {
        if (isLost) await this.#adopt(folderId)
        await this.#clear(folderId, await this.#unnamed(folderId))
      }
      if (isLost) await logs.madeGood(log)
      const hadParts = await logs.query((tables) => forgetParts(tables, log))
      await this.#tidy(true, hadParts)
    })
  }

  async #change(
    name: string,
    work: (change: FolderChange) => Promise<void>,
  ): Promise<IndexedFolder> {
    const before = await this.folders()
    const known = before.find((folder) => folder.name === name)
    const id = known?.id ?? newId()
    const sql = 'select * from folders_files where folder = ? and path = ?'
    const draft = new FolderDraft({
      folderId: id,
      records: this.#records,
      kept: async (path) => (await this.#all(sql, id, path)).map(fileLine)[0],
      held: {
        files: before.reduce((sum, { files }) => sum + files, 0),
        bytes: before.reduce((sum, { bytes }) => sum + bytes, 0),
      },
      limits: this.#options.limits,
    })
    const at = this.#time()
    try {
      try {
        await work(draft)
      } finally {
        await draft.end()
      }
      const files = [...draft.files.values()]
      if (files.length > 0) {
        await this.#records.sync(id)
        // what begins a folder needs not to be moved into it
        const change = known ? newId() : id
        await this.#put({ id, name, at, files, replaced: draft.replaced.size }, change)
      }
    } catch (error) {
      await this.#clear(id, draft.written)
      throw error
    }
    for (const file of draft.files.values()) draft.written.delete(file.id)
    const replaced = [...draft.replaced.values()].map((file) => file.id)
    await this.#clear(id, [...draft.written, ...replaced])
    await this.#tidy(false)
    const none = { id, name, files: 0, bytes: 0, passages: 0, updatedAt: at }
    return (await this.folders()).find((folder) => folder.id === id) ?? none
  }

  /** In rows that hold nobody up; the last of them makes all of them count. */
  async #put({ files, ...put }: PutFiles, change: string): Promise<void> {
    const last = files.length - (files.length % PAGE || PAGE)
    for (let from = 0; from < last; from += PAGE) {
      const part = StoredFiles.parse(files.slice(from, from + PAGE))
      await this.#append({ kind: 'part', change, files: part }, { isDurable: false })
      await setImmediate()
    }
    const row = putRow({ ...put, files: files.slice(last) })
    await this.#append(last > 0 ? { ...row, change } : row)
  }

  /** Resolves to how many files there were. */
  async #remove(row: FolderRow, files: readonly FileLine[]): Promise<number> {
    if (files.length === 0) return 0
    await this.#append(row).catch(async (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'STORE_FULL')) throw error
      // what is to go makes space for the row that says so
      for (const { folderId, id } of files)
        await this.#records.remove(folderId, [id]).catch(failStored)
      await this.#append(row)
    })
    for (const [folderId, some] of Map.groupBy(files, (file) => file.folderId)) {
      const ids = some.map(({ id }) => id)
      await this.#clear(folderId, ids)
    }
    await this.#tidy(true)
    return files.length
  }

  /** Takes away records that no file needs; where that fails the next use does it. */
  async #clear(folderId: string, fileIds: Iterable<string>): Promise<void> {
    try {
      const [known] = await this.#all('select 1 from folders_folders where id = ?', folderId)
      await this.#records.remove(folderId, fileIds)
      if (!known) await this.#records.removeEmpty(folderId)
    } catch {
      this.#options.report('Records that are not needed could not be removed; it is tried again.')
    }
  }

  /** Writes the log anew where it tells of files that are gone: at once, or once those are the most. */
  async #tidy(isUrgent: boolean, isUntidy = false): Promise<void> {
    const { logs, log, head, report } = this.#options
    const sql = `select spare, (select count(*) from folders_files where folder in
      (select id from folders_folders where log = ?1)) as kept from folders_logs where log = ?1`
    try {
      const [counts] = await this.#all(sql, log)
      const spare = Number(counts?.spare ?? 0)
      const isWorth = spare > 0 && (isUrgent || spare > Number(counts?.kept))
      if (!isWorth && !isUntidy) return
      const rows: FolderRow[] = []
      for (const { id, name, updatedAt: at } of await this.folders()) {
        for await (const files of this.pages(id)) rows.push(...rowsOf({ id, name, at }, files))
      }
      if (rows.length === 0) return await logs.remove([log])
      await logs.rewrite(log, head, rows)
      const reset = 'update folders_logs set spare = 0 where log = ?'
      await logs.query((tables) => tables.run(reset, log))
    } catch {
      report('What is left of removed files could not be cleared away; it is tried again.')
    }
  }

  /** Records of a folder that belong to no file. */
  async #unnamed(folderId: string): Promise<ReadonlySet<string>> {
    const ids = new Set(await this.#records.files(folderId))
    for (const { id } of await this.files(folderId)) ids.delete(id)
    return ids
  }

  /** Records tell of their files; the one that was written later counts. */
  async #adopt(folderId: string): Promise<void> {
    const found: { readonly file: StoredFile; readonly writtenAt: number }[] = []
    for (const id of await this.#unnamed(folderId)) {
      const record = await this.#records.read(folderId, id)
      if (!record) continue
      const { path, sha256, bytes, passages } = record
      const file = { id, path, sha256, bytes, passages: passages.length }
      found.push({ file, writtenAt: await this.#records.writtenAt(folderId, id) })
    }
    const [first] = found.sort((a, b) => a.writtenAt - b.writtenAt)
    if (!first) return
    const files = [...new Map(found.map(({ file }) => [file.path, file])).values()]
    const known = (await this.folders()).find(({ id }) => id === folderId)
    const name = known?.name ?? folderNameOf(first.file.path)
    const put = { id: folderId, name, at: this.#time(), files, replaced: files.length }
    await this.#put(put, newId())
    const what = `${files.length} files that it had lost were found again`
    this.#options.report(`The list of the folder ${folderId} was damaged; ${what}.`)
  }

  async #files(fileIds: readonly string[]): Promise<readonly FileLine[]> {
    const sql = `select files.* from folders_files as files
      join folders_folders as folders on folders.id = folder
      where files.id in (select value from json_each(?)) and log = ?`
    const found: FileLine[] = []
    for (let from = 0; from < fileIds.length; from += PAGE) {
      const ids = JSON.stringify(fileIds.slice(from, from + PAGE))
      found.push(...(await this.#all(sql, ids, this.#options.log)).map(fileLine))
    }
    return found
  }

  #all(sql: string, ...values: Value[]): Promise<Answer[]> {
    return this.#options.logs.query((tables) => tables.all(sql, ...values))
  }

  #append(row: FolderRow, options?: { readonly isDurable: boolean }): Promise<void> {
    const { logs, log, head } = this.#options
    return logs.append(log, head, [row], options)
  }

  #time(): string {
    return this.#options.now().toISOString()
  }
}

function putRow({ id, name, at, files, replaced = 0 }: PutFiles) {
  return { kind: 'put', folderId: id, name, at, files: StoredFiles.parse(files), replaced } as const
}

/** What says the same as these files of a folder. */
function rowsOf(folder: Omit<PutFiles, 'files'>, files: readonly FileLine[]): FolderRow[] {
  const fileIds = files.filter(({ isDamaged }) => isDamaged).map(({ id }) => id)
  const put = putRow({ ...folder, files })
  return fileIds.length > 0 ? [put, { kind: 'damaged', fileIds }] : [put]
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

interface DraftOptions extends Pick<AccountFoldersOptions, 'records' | 'limits'> {
  readonly folderId: string
  /** The file that the folder has under a path so far. */
  readonly kept: (path: string) => Promise<StoredFile | undefined>
  /** What the account holds so far. */
  readonly held: Size
}

/** What may be done to a folder while it changes; nothing of it shows before the change is done. */
export type FolderChange = Pick<FolderDraft, 'at' | 'put'>

/** A folder while it changes: what differs from what is kept, and the records written for that. */
class FolderDraft {
  /** By path, and what was kept there. */
  readonly files = new Map<string, StoredFile>()
  readonly replaced = new Map<string, StoredFile>()
  /** Ids of every record that was begun. */
  readonly written = new Set<string>()
  readonly #options: DraftOptions
  readonly #running = new Set<Promise<void>>()
  #prepared: Promise<void> | undefined
  #held: Size
  #isOver = false

  constructor(options: DraftOptions) {
    this.#options = options
    this.#held = options.held
  }

  /** The file that is kept under this path, with the changes so far, if its record can be read. */
  async at(path: string): Promise<StoredFile | undefined> {
    const { folderId, records, kept } = this.#options
    const file = this.files.get(path) ?? (await kept(path))
    return file && (await records.read(folderId, file.id)) ? file : undefined
  }

  /**
   * Keeps a file in place of the one under its path; its record has reached the disk. Throws
   * `TOO_LARGE` where the account would hold more than it may.
   */
  put(file: Omit<StoredFile, 'id'>, record: Uint8Array): Promise<void> {
    if (this.#isOver) return Promise.reject(new Error('The change of this folder is over.'))
    const running = this.#keep(file, record).finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  /** Waits for the files that are being written; no more are taken. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.allSettled(this.#running)
  }

  async #keep(file: Omit<StoredFile, 'id'>, record: Uint8Array): Promise<void> {
    const { folderId, records } = this.#options
    const { path, sha256, bytes, passages } = file
    const id = newId()
    const kept = await this.#options.kept(path)
    this.#heldWith(bytes, this.files.get(path) ?? kept)
    this.written.add(id)
    this.#prepared ??= records.prepare(folderId)
    await this.#prepared
    await records.write(folderId, id, record)
    // others may have been put while this one was written
    this.#held = this.#heldWith(bytes, this.files.get(path) ?? kept)
    if (kept) this.replaced.set(path, kept)
    this.files.set(path, { id, path, sha256, bytes, passages })
  }

  /** What the account holds with a file of so many bytes in place of another one. */
  #heldWith(bytes: number, previous: StoredFile | undefined): Size {
    const { limits } = this.#options
    const held = {
      files: this.#held.files + (previous ? 0 : 1),
      bytes: this.#held.bytes + bytes - (previous?.bytes ?? 0),
    }
    if (held.files > limits.files) {
      const most = limits.files.toLocaleString('en')
      throw new AppError('TOO_LARGE', `An account keeps at most ${most} files.`)
    }
    if (held.bytes > limits.bytes) {
      const most = Math.floor(limits.bytes / 1024 / 1024)
      throw new AppError('TOO_LARGE', `An account keeps files of at most ${most} MB in all.`)
    }
    return held
  }
}
