import { createHash, randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { maxBytesOf, sizeReason } from '@shortlist/file-selection/skip-reason'
import {
  diskFileSystem,
  FILE_MODE,
  type FileSystem,
  FOLDER_MODE,
  isSystemError,
  storageError,
} from '../../platform/storage/file-system.ts'
import type { ReceivedFile, RefusedFile } from '../ports.ts'

/** The temporary files of one upload, in a folder of their own that is made with the first one. */
export class SpoolFiles {
  readonly #folder: string
  readonly #fs: FileSystem
  readonly #handles = new Set<FileHandle>()
  #made: Promise<unknown> | undefined

  constructor(spoolFolder: string, fs: FileSystem) {
    this.#folder = join(spoolFolder, randomUUID())
    this.#fs = fs
  }

  /** Begins a file under a random name. */
  async open(): Promise<SpoolFile> {
    const path = join(this.#folder, randomUUID())
    this.#made ??= this.#fs.mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE })
    await this.#made
    const handle = await this.#fs.open(path, 'wx', FILE_MODE)
    this.#handles.add(handle)
    return { path, handle }
  }

  async close({ handle }: SpoolFile): Promise<void> {
    this.#handles.delete(handle)
    await handle.close()
  }

  async remove(file: SpoolFile): Promise<void> {
    await this.close(file)
    await this.#fs.rm(file.path)
  }

  /** Removes them all, as far as the disk lets it: `removeLeftUploads` removes what stays. */
  async dispose(): Promise<void> {
    await Promise.allSettled([...this.#handles].map((handle) => handle.close()))
    if (!this.#made) return
    await Promise.allSettled([this.#fs.rm(this.#folder, { recursive: true, force: true })])
  }
}

interface SpoolFile {
  /** Absolute. */
  readonly path: string
  readonly handle: FileHandle
}

/** A file of an upload on its way to the disk. */
export class IncomingFile {
  readonly #path: string
  readonly #spool: SpoolFiles
  readonly #hash = createHash('sha256')
  /** What the disk does not have yet. */
  #pieces: Buffer[] = []
  #file: SpoolFile | undefined
  #bytes = 0
  #isEnded = false
  #fate: ReceivedFile | RefusedFile | undefined

  constructor(path: string, spool: SpoolFiles) {
    this.#path = path
    this.#spool = spool
  }

  /** What became of it; undefined until the disk has all of it. */
  get fate(): ReceivedFile | RefusedFile | undefined {
    return this.#fate
  }

  write(bytes: Buffer): void {
    this.#bytes += bytes.length
    if (this.#isTooLarge()) this.#pieces = []
    else this.#pieces.push(bytes)
  }

  end(): void {
    this.#isEnded = true
  }

  /**
   * Hands what has come to the disk; a file that is too large is taken back from there. Throws
   * `STORE_FULL` and `STORE_READONLY`.
   */
  async flush(): Promise<void> {
    try {
      await this.#flush()
      if (this.#isEnded) this.#fate = await this.#finish()
    } catch (failure) {
      throw storageError(failure)
    }
  }

  async #flush(): Promise<void> {
    const pieces = this.#pieces
    this.#pieces = []
    if (this.#isTooLarge()) {
      if (this.#file) await this.#spool.remove(this.#file)
      this.#file = undefined
    } else if (pieces.length > 0) {
      this.#file ??= await this.#spool.open()
      const [only] = pieces
      const bytes = only && pieces.length === 1 ? only : Buffer.concat(pieces)
      this.#hash.update(bytes)
      await this.#file.handle.writeFile(bytes)
    }
  }

  async #finish(): Promise<ReceivedFile | RefusedFile> {
    const [path, bytes, file] = [this.#path, this.#bytes, this.#file]
    const reason = sizeReason(path, bytes)
    if (reason !== null || !file) return { path, status: 'skipped', reason: reason ?? '' }
    await this.#spool.close(file)
    return { path, spool: file.path, bytes, sha256: this.#hash.digest('hex') }
  }

  #isTooLarge(): boolean {
    return this.#bytes > maxBytesOf(this.#path)
  }
}

/**
 * Removes what uploads have left behind that a crash has ended; for the start, before anything is
 * received. Throws `STORE_READONLY`.
 */
export async function removeLeftUploads(
  spoolFolder: string,
  fs: FileSystem = diskFileSystem,
): Promise<void> {
  try {
    for (const name of await fs.readdir(spoolFolder)) {
      await fs.rm(join(spoolFolder, name), { recursive: true, force: true })
    }
  } catch (failure) {
    if (!isSystemError(failure, 'ENOENT')) throw storageError(failure)
  }
}
