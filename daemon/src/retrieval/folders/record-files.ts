import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { atOnce } from '../../platform/at-once.ts'
import {
  FILE_MODE,
  type FileSystem,
  isSystemError,
  makeDurableFolder,
  syncFolder,
  unlessMissing,
} from '../../platform/storage/file-system.ts'
import { type FileRecord, recordIn } from '../file-record.ts'

/** Records that are removed at the same time. */
const AT_ONCE = 8
const RECORD = /^([\w-]{16})\.json$/

/** An id for a folder or a file, fit to be part of a file's name. */
export function newId(): string {
  return randomBytes(12).toString('base64url')
}

/** The name of all that is an account's alone; nothing that a client sends becomes a path. */
export function accountName(userId: string): string {
  return createHash('sha256').update(userId).digest('hex').slice(0, 32)
}

/**
 * The records of one account's files, `<home>/records/<folder>/<file>.json`. A record is written once,
 * under a name of its own that nothing refers to before `sync` has resolved: it needs neither a
 * temporary name nor a sync of its folder.
 */
export class RecordFiles {
  readonly #folder: string
  readonly #fs: FileSystem

  constructor(home: string, fs: FileSystem) {
    this.#folder = join(home, 'records')
    this.#fs = fs
  }

  pathOf(folderId: string, fileId: string): string {
    return join(this.#folder, folderId, `${fileId}.json`)
  }

  /** Makes the place for a folder's records. */
  async prepare(folderId: string): Promise<void> {
    await makeDurableFolder(this.#folder, this.#fs)
    await makeDurableFolder(join(this.#folder, folderId), this.#fs)
  }

  /** The bytes are on disk when it resolves, their name once `sync` has; nothing is left of a failure. */
  async write(folderId: string, fileId: string, record: Uint8Array): Promise<void> {
    const path = this.pathOf(folderId, fileId)
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

  /** Undefined where it is missing or damaged. */
  async read(folderId: string, fileId: string): Promise<FileRecord | undefined> {
    try {
      return recordIn(await this.#fs.readFile(this.pathOf(folderId, fileId)))
    } catch (error) {
      if (isSystemError(error, 'ENOENT', 'EIO', 'EISDIR')) return undefined
      throw error
    }
  }

  /** When it was written, in milliseconds since 1970. */
  async writtenAt(folderId: string, fileId: string): Promise<number> {
    return (await this.#fs.stat(this.pathOf(folderId, fileId))).mtimeMs
  }

  /** The names of all records that were written to the folder survive a power cut. */
  sync(folderId: string): Promise<void> {
    return syncFolder(this.#fs, join(this.#folder, folderId))
  }

  /** The folders that records lie in. */
  folders(): Promise<readonly string[]> {
    return namesIn(this.#folder, this.#fs)
  }

  /** The files of a folder that have a record. */
  async files(folderId: string): Promise<readonly string[]> {
    const names = await namesIn(join(this.#folder, folderId), this.#fs)
    return names.flatMap((name) => RECORD.exec(name)?.[1] ?? [])
  }

  /** Nothing happens where there is no such record. */
  async remove(folderId: string, fileIds: Iterable<string>): Promise<void> {
    await atOnce(fileIds, AT_ONCE, (id) =>
      this.#fs.unlink(this.pathOf(folderId, id)).catch(unlessMissing),
    )
  }

  /** Takes the place for a folder's records away where there are none. */
  async removeEmpty(folderId: string): Promise<void> {
    if ((await this.files(folderId)).length > 0) return
    await this.#fs.rm(join(this.#folder, folderId), { recursive: true, force: true })
  }
}

/** The names in a folder; none where there is no such folder. */
async function namesIn(folder: string, fs: FileSystem): Promise<readonly string[]> {
  return (await fs.readdir(folder).catch(unlessMissing)) ?? []
}
