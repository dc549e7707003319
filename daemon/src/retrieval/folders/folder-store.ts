import { basename, join } from 'node:path'
import { STORED_MAX_BYTES, STORED_MAX_FILES } from '@shortlist/contracts/limits'
import type { IndexedFile, IndexedFolder } from '@shortlist/contracts/retrieval'
import { AppError } from '../../errors.ts'
import type { ProjectedLogs, Records } from '../../platform/projection/projected-logs.ts'
import {
  diskFileSystem,
  type FileSystem,
  failStored,
  makeDurableFolder,
} from '../../platform/storage/file-system.ts'
import { accountName, type FileRecord, type RecordFile, RecordFiles } from '../file-record.ts'
import type { StoredFile } from '../ports.ts'
import { AccountFolders, type FolderChange, type Size } from './account-folders.ts'
import { type FolderHead, type FolderRow, folderKind } from './folder-rows.ts'

interface FolderStoreOptions {
  /** Absolute path of the folder in which every account has one of its own, its home. */
  readonly folder: string
  readonly records: Records
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly now: () => Date
  readonly fs?: FileSystem
  /** What one account may hold. */
  readonly limits?: Size
  readonly takeOver?: TakeOver
}

/** Brings what an earlier version has left in the home of an account into its log. */
export type TakeOver = (home: string, keep: AccountFolders['takeOver']) => Promise<void>

/** Longest name of a folder, in bytes of UTF-8. */
const NAME_MAX_BYTES = 255
const LIMITS: Size = { files: STORED_MAX_FILES, bytes: STORED_MAX_BYTES }

/**
 * Makes the folder where there is none. Of an account nothing is read but what is asked for; at its
 * first use what interrupted changes left behind goes. Methods throw `STORE_NEWER` where a newer
 * version has written. Throws `STORE_FULL` or `STORE_READONLY`.
 */
export async function openFolderStore(options: FolderStoreOptions): Promise<FolderStore> {
  await makeDurableFolder(options.folder, options.fs ?? diskFileSystem).catch(failStored)
  return new FolderStore(options)
}

/**
 * The folders of every account: a log for each account, and a record on disk for each of its files. A
 * change has reached the disk, as a whole, when its promise resolves; one that fails leaves everything
 * as it was (`STORE_FULL`, `STORE_READONLY`).
 */
export class FolderStore {
  readonly #options: FolderStoreOptions
  readonly #fs: FileSystem
  readonly #logs: Promise<ProjectedLogs<FolderRow, FolderHead>>
  /** By the names of their logs. */
  readonly #accounts = new Map<string, Promise<AccountFolders>>()
  /** Logs that say less than they have said, by name. */
  readonly #lost = new Set<string>()
  readonly #working = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(options: FolderStoreOptions) {
    this.#options = options
    this.#fs = options.fs ?? diskFileSystem
    const onLoss = (log: string) => {
      this.#lost.add(log)
      this.#inBackground(log, (account) => this.#putInOrder(log, account))
    }
    this.#logs = options.records.open({ ...folderKind, onLoss })
    // told to whoever asks
    this.#logs.catch(() => {})
  }

  /** By name; a folder that is left without files is gone. */
  folders(userId: string): Promise<readonly IndexedFolder[]> {
    return this.#with(userId, (account) => account.folders())
  }

  hasFolders(userId: string): Promise<boolean> {
    return this.#with(userId, (account) => account.hasFolders())
  }

  /** The files of that folder, or of all folders, by folder and path. */
  files(userId: string, folderId?: string): Promise<readonly IndexedFile[]> {
    return this.#with(userId, async (account) =>
      (await account.files(folderId)).map(({ sha256: _, isDamaged, ...file }) => {
        return { ...file, ...(isDamaged && { isDamaged }) }
      }),
    )
  }

  /** Id and hash of every file, by its path. */
  hashes(userId: string): Promise<ReadonlyMap<string, Pick<StoredFile, 'id' | 'sha256'>>> {
    return this.#with(userId, async (account) => {
      return new Map((await account.files()).map((file) => [file.path, file]))
    })
  }

  /** Every file whose record is not known to be damaged. */
  recordFiles(userId: string): Promise<readonly RecordFile[]> {
    return this.#with(userId, (account) => account.recordFiles())
  }

  /** Undefined where the file is not kept (any more); throws `NOT_FOUND` where its record is damaged. */
  record(userId: string, fileId: string): Promise<FileRecord | undefined> {
    return this.#with(userId, async (account) => {
      const record = await account.record(fileId)
      if (record !== 'damaged') return record
      this.damaged(this.homeOf(userId), [fileId])
      const sentence = 'The text of this file is damaged on the disk. Upload the file again.'
      throw new AppError('NOT_FOUND', sentence)
    })
  }

  /**
   * Changes the folder of that name, which begins empty where there is none. The changes of one
   * account come one after the other. Also throws `VALIDATION` for a name that is empty or too long.
   */
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
    return this.#with(userId, (account) => account.change(name, work))
  }

  /** Nothing happens where there is no such file. Resolves to how many there were. */
  deleteFiles(userId: string, fileIds: readonly string[]): Promise<number> {
    return this.#with(userId, (account) => account.deleteFiles(fileIds))
  }

  /** The same for the files of a folder. */
  deleteFolder(userId: string, folderId: string): Promise<number> {
    return this.#with(userId, (account) => account.deleteFolder(folderId))
  }

  /** Nothing of the folders of an account is left. */
  forgetAccount(userId: string): Promise<void> {
    return this.#with(userId, async (account) => {
      for (const { id } of await account.folders()) await account.deleteFolder(id)
      const log = accountName(userId)
      await (await this.#logs).remove([log])
      this.#accounts.delete(log)
    })
  }

  /** To be told of records in an account's home that cannot be read; these files are left out. */
  damaged(home: string, fileIds: readonly string[]): void {
    this.#inBackground(basename(home), (account) => account.findDamaged(fileIds))
  }

  /** Absolute path of the folder that is the account's alone, which may be missing. */
  homeOf(userId: string): string {
    return join(this.#options.folder, accountName(userId))
  }

  /** The same, made where it is missing. */
  makeHome(userId: string): Promise<string> {
    const home = this.homeOf(userId)
    return this.#with(userId, async () => {
      await makeDurableFolder(home, this.#fs).catch(failStored)
      return home
    })
  }

  /** Waits for the changes that run; nothing may be asked after it. */
  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#working.size > 0) await Promise.allSettled(this.#working)
  }

  #with<Result>(
    userId: string,
    work: (account: AccountFolders) => Promise<Result>,
  ): Promise<Result> {
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

  /** Nothing happens for an account that nobody has used. */
  #inBackground(log: string, work: (account: AccountFolders) => Promise<void>): void {
    const account = this.#accounts.get(log)
    if (account && !this.#isClosed)
      this.#work(account.then(work)).catch((error) => this.#tell(error))
  }

  #account(userId: string): Promise<AccountFolders> {
    const log = accountName(userId)
    const known = this.#accounts.get(log)
    if (known) return known
    const opening = this.#open(userId, log)
    this.#accounts.set(log, opening)
    // what could not be read now may be readable at the next use
    opening.catch(() => this.#accounts.delete(log))
    return opening
  }

  async #open(userId: string, log: string): Promise<AccountFolders> {
    const { report, now, limits = LIMITS, takeOver } = this.#options
    const [head, records] = [{ userId }, new RecordFiles(this.homeOf(userId), this.#fs)]
    const logs = await this.#logs
    await logs.look(log, head).catch((error) => {
      // what the tables tell can be answered though the log cannot be opened
      if (error instanceof AppError && error.code === 'STORE_NEWER') throw error
    })
    const account = new AccountFolders({ logs, log, head, records, limits, report, now })
    await takeOver?.(this.homeOf(userId), (...taken) => account.takeOver(...taken))
    this.#work(this.#putInOrder(log, account)).catch((error) => this.#tell(error))
    return account
  }

  #putInOrder(log: string, account: AccountFolders): Promise<void> {
    return account.putInOrder(() => this.#lost.delete(log))
  }

  #tell(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    this.#options.report(`Folders could not be put in order; it is tried again: ${reason}`)
  }
}
