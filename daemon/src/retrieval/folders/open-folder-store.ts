import { STORED_MAX_BYTES, STORED_MAX_FILES } from '@shortlist/contracts/limits'
import { AppError } from '../../errors.ts'
import { diskFileSystem, type FileSystem } from '../../platform/storage/file-system.ts'
import { storageError } from '../../platform/storage/storage-error.ts'
import type { FolderChange, FolderStore, StoredFolder } from '../ports.ts'
import { AccountPlaces } from './account-places.ts'
import { AccountRoom } from './account-room.ts'
import type { Size } from './folder-draft.ts'
import { FolderShelf } from './folder-shelf.ts'
import { ManifestFile } from './manifest-file.ts'
import { readAccount } from './read-account.ts'
import { makeFolder, RecordFiles } from './record-files.ts'

export interface FolderStoreOptions {
  /** Absolute path of the folder in which every account has a room. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly now: () => Date
  readonly fs?: FileSystem
  /** What one account may hold. */
  readonly limits?: Size
}

/** Longest name of a folder, in bytes of UTF-8. */
const NAME_MAX_BYTES = 255

const LIMITS: Size = { files: STORED_MAX_FILES, bytes: STORED_MAX_BYTES }

/**
 * Makes the folder where there is none and reads nothing: an account is read when it is first asked
 * for. Then what interrupted changes left behind goes; a method throws `STORE_NEWER` where a newer
 * version has written. Throws `STORE_FULL` or `STORE_READONLY`.
 */
export async function openFolderStore(options: FolderStoreOptions): Promise<FileFolderStore> {
  await makeFolder(options.folder, options.fs ?? diskFileSystem).catch(fail)
  return new FileFolderStore(options)
}

/** Folders in files: for each a manifest, and for each of its files a record. */
export class FileFolderStore implements FolderStore {
  readonly #options: FolderStoreOptions
  readonly #fs: FileSystem
  /** By user id. */
  readonly #accounts = new Map<string, Promise<AccountRoom>>()
  readonly #working = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(options: FolderStoreOptions) {
    this.#options = options
    this.#fs = options.fs ?? diskFileSystem
  }

  folders(userId: string): Promise<readonly StoredFolder[]> {
    return this.#with(userId, async (account) => account.folders)
  }

  /** Also throws `VALIDATION` for a name that is empty or too long. */
  async change(
    userId: string,
    name: string,
    work: (change: FolderChange) => Promise<void>,
  ): Promise<StoredFolder> {
    if (name === '') throw new AppError('VALIDATION', 'A folder needs a name.')
    if (Buffer.byteLength(name) > NAME_MAX_BYTES) {
      const most = `${NAME_MAX_BYTES} bytes`
      throw new AppError('VALIDATION', `The name of the folder is longer than ${most}.`)
    }
    return this.#with(userId, (account) => account.change(name, work))
  }

  removeFiles(userId: string, fileIds: readonly string[]): Promise<number> {
    return this.#with(userId, (account) => account.removeFiles(fileIds))
  }

  removeFolder(userId: string, folderId: string): Promise<boolean> {
    return this.#with(userId, (account) => account.removeFolder(folderId))
  }

  recordOf(userId: string, fileId: string): Promise<string | undefined> {
    return this.#with(userId, async (account) => account.recordOf(fileId))
  }

  placeOf(userId: string): string {
    return new AccountPlaces(this.#options.folder, userId).room
  }

  async roomOf(userId: string): Promise<string> {
    const room = this.placeOf(userId)
    await makeFolder(room, this.#fs).catch(fail)
    return room
  }

  /** Waits for the changes that run; nothing may be asked after it. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled(this.#working)
  }

  #with<Result>(userId: string, work: (account: AccountRoom) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) {
      return Promise.reject(new AppError('NOT_AVAILABLE', 'The server is stopping.'))
    }
    const working = this.#account(userId)
      .then(work)
      .finally(() => this.#working.delete(working))
    this.#working.add(working)
    return working
  }

  #account(userId: string): Promise<AccountRoom> {
    const known = this.#accounts.get(userId)
    if (known) return known
    const opening = this.#open(new AccountPlaces(this.#options.folder, userId))
    this.#accounts.set(userId, opening)
    // what could not be read now may be readable at the next use
    opening.catch(() => this.#accounts.delete(userId))
    return opening
  }

  async #open(places: AccountPlaces): Promise<AccountRoom> {
    const { report, now, limits = LIMITS } = this.#options
    const fs = this.#fs
    const parts = {
      places,
      fs,
      report,
      now,
      limits,
      shelf: new FolderShelf(),
      records: new RecordFiles(places, fs),
      manifestOf: (folderId: string) => new ManifestFile(folderId, { places, fs, report }),
    }
    await readAccount(parts).catch(fail)
    return new AccountRoom(parts)
  }
}

function fail(error: unknown): never {
  throw error instanceof AppError ? error : storageError(error)
}
