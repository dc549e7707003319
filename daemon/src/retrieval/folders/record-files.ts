import { atOnce } from '../../platform/at-once.ts'
import {
  FILE_MODE,
  type FileSystem,
  FOLDER_MODE,
  isSystemError,
} from '../../platform/storage/file-system.ts'
import { syncFolder, syncFolderOf } from '../../platform/storage/sync-folder.ts'
import { type AccountPlaces, fileOfRecord } from './account-places.ts'

/** Records that are removed at the same time. */
const AT_ONCE = 8

/**
 * The records of one account's files. A record is written once, under a name of its own that nothing
 * refers to before `sync` has resolved: it needs neither a temporary name nor a sync of its folder.
 */
export class RecordFiles {
  readonly #places: AccountPlaces
  readonly #fs: FileSystem

  constructor(places: AccountPlaces, fs: FileSystem) {
    this.#places = places
    this.#fs = fs
  }

  /** Makes the places for a folder's manifest and for its records. */
  async prepare(folderId: string): Promise<void> {
    await makeFolder(this.#places.folders, this.#fs)
    await makeFolder(this.#places.records, this.#fs)
    await makeFolder(this.#places.recordsOf(folderId), this.#fs)
  }

  /** The bytes are on disk when it resolves, their name once `sync` has; nothing is left of a failure. */
  async write(folderId: string, fileId: string, record: Uint8Array): Promise<void> {
    const path = this.#places.record(folderId, fileId)
    const handle = await this.#fs.open(path, 'wx', FILE_MODE)
    try {
      try {
        await handle.writeFile(record)
        await handle.datasync()
      } finally {
        await handle.close()
      }
    } catch (error) {
      await Promise.allSettled([this.#fs.rm(path, { force: true })])
      throw error
    }
  }

  /** The names of all records that were written to the folder survive a power cut. */
  sync(folderId: string): Promise<void> {
    return syncFolder(this.#fs, this.#places.recordsOf(folderId))
  }

  /** Names in the folder of a folder's records; none where it is missing. */
  async names(folderId: string): Promise<readonly string[]> {
    return namesIn(this.#places.recordsOf(folderId), this.#fs)
  }

  /** Nothing happens where there is no such record. */
  async remove(folderId: string, fileIds: Iterable<string>): Promise<void> {
    await atOnce([...fileIds], AT_ONCE, (id) => this.#unlink(this.#places.record(folderId, id)))
  }

  async removeAll(folderId: string): Promise<void> {
    const ids = (await this.names(folderId)).flatMap((name) => fileOfRecord(name) ?? [])
    await this.remove(folderId, ids)
    await this.#fs.rm(this.#places.recordsOf(folderId), { recursive: true, force: true })
  }

  async #unlink(path: string): Promise<void> {
    try {
      await this.#fs.unlink(path)
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw error
    }
  }
}

/** Makes a folder (0700), whose own name then survives a power cut too. */
export async function makeFolder(path: string, fs: FileSystem): Promise<void> {
  const made = await fs.mkdir(path, { recursive: true, mode: FOLDER_MODE })
  if (made !== undefined) await syncFolderOf(fs, path)
}

/** The names in a folder; none where there is no such folder. */
export async function namesIn(folder: string, fs: FileSystem): Promise<readonly string[]> {
  try {
    return await fs.readdir(folder)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return []
    throw error
  }
}
