import { createHash, randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_MODE, type FileSystem, FOLDER_MODE } from '../../platform/storage/file-system.ts'
import { storageError } from '../../platform/storage/storage-error.ts'

/** A temporary file while it is written. */
export interface SpoolFile {
  /** Absolute. */
  readonly path: string
  write(pieces: readonly Buffer[]): Promise<void>
  /** Resolves to the hash of what was written, in hex. */
  finish(): Promise<string>
  /** Removes it. */
  drop(): Promise<void>
}

/**
 * The temporary files of one upload, in a folder of their own that is made with the first one. Their
 * names are random. Throws `STORE_FULL` and `STORE_READONLY`.
 */
export class SpoolFiles {
  readonly #folder: string
  readonly #fs: FileSystem
  readonly #handles = new Set<FileHandle>()
  #made: Promise<unknown> | undefined

  constructor(spoolFolder: string, fs: FileSystem) {
    this.#folder = join(spoolFolder, randomUUID())
    this.#fs = fs
  }

  async create(): Promise<SpoolFile> {
    const path = join(this.#folder, randomUUID())
    const handle = await told(async () => {
      this.#made ??= this.#fs.mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE })
      await this.#made
      return this.#fs.open(path, 'wx', FILE_MODE)
    })
    this.#handles.add(handle)
    const hash = createHash('sha256')
    return {
      path,
      write: (pieces) =>
        told(async () => {
          const [only] = pieces
          const bytes = only && pieces.length === 1 ? only : Buffer.concat(pieces)
          hash.update(bytes)
          await handle.writeFile(bytes)
        }),
      finish: () =>
        told(async () => {
          await this.#close(handle)
          return hash.digest('hex')
        }),
      drop: () =>
        told(async () => {
          await this.#close(handle)
          await this.#fs.rm(path)
        }),
    }
  }

  /** Removes them all, as far as the disk lets it: `clearSpool` removes what stays. */
  async dispose(): Promise<void> {
    await Promise.allSettled([...this.#handles].map((handle) => handle.close()))
    if (!this.#made) return
    await Promise.allSettled([this.#fs.rm(this.#folder, { recursive: true, force: true })])
  }

  async #close(handle: FileHandle): Promise<void> {
    this.#handles.delete(handle)
    await handle.close()
  }
}

async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (failure) {
    throw storageError(failure)
  }
}
