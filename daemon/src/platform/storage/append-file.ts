import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import { type FileSystem, isSystemError } from './file-system.ts'
import { groupCommit } from './group-commit.ts'
import type { OpenFiles } from './open-files.ts'
import { serialQueue } from './serial-queue.ts'
import { storageError } from './storage-error.ts'
import { syncFolderOf } from './sync-folder.ts'
import { writeFileDurably } from './write-file-durably.ts'

interface Append {
  readonly bytes: Buffer
  readonly isDurable: boolean
}

export interface AppendFileOptions {
  readonly path: string
  readonly files: OpenFiles
  /** Gives the first line, written when the file is created. */
  readonly header: () => string
}

const NEWLINE = 10
const FIRST_LINE_BYTES = 4096

/**
 * A file of lines that grows at its end. Appends that wait together are written and synchronised
 * together. What failed is cut off again before anything else is appended.
 */
export class AppendFile {
  readonly path: string
  readonly #files: OpenFiles
  readonly #header: () => string
  readonly #exclusively = serialQueue()
  readonly #append: (append: Append) => Promise<void>
  #size: number | undefined
  #isSuspect = false
  #isRemoved = false

  constructor({ path, files, header }: AppendFileOptions) {
    this.path = path
    this.#files = files
    this.#header = header
    this.#append = groupCommit((appends) => this.#write(appends), this.#exclusively)
  }

  /** Bytes that were stored successfully; undefined before the file was first touched. */
  get size(): number | undefined {
    return this.#size
  }

  /**
   * Appends text, which ends in a newline. Throws `STORE_FULL` or `STORE_READONLY`; the file then
   * holds what it held before. Text that is not durable survives a kill but not a power cut.
   */
  append(text: string, { isDurable = true } = {}): Promise<void> {
    return this.#append({ bytes: Buffer.from(text), isDurable })
  }

  /** All bytes, header line included, after everything that was handed over before. */
  read(): Promise<Buffer> {
    return this.#exclusively(async () => {
      const size = await this.#knownSize()
      if (size === 0) return Buffer.alloc(0)
      return this.#files.use(this.path, (handle) => readExactly(handle, 0, size))
    })
  }

  /** Puts other bytes, header line included, in the place of the whole file. */
  replace(bytes: Uint8Array): Promise<void> {
    return this.#exclusively(async () => {
      await this.#files.close(this.path)
      // unknown until it has succeeded: a failure may come before or after the new file is in place
      this.#size = undefined
      await writeFileDurably(this.path, bytes, { fs: this.#files.fs }).catch(fail)
      this.#size = bytes.byteLength
      this.#isSuspect = false
    })
  }

  /** The first line and how many bytes follow the last newline; reads the whole only where some do. */
  ends(): Promise<{ readonly first: Buffer; readonly torn: number }> {
    return this.#exclusively(async () => {
      const size = await this.#knownSize()
      if (size === 0) return { first: Buffer.alloc(0), torn: 0 }
      return this.#files.use(this.path, async (handle) => {
        const start = await readExactly(handle, 0, Math.min(size, FIRST_LINE_BYTES))
        const [last] = await readExactly(handle, size - 1, size)
        const firstEnd = start.indexOf(NEWLINE)
        const first = firstEnd < 0 ? start : start.subarray(0, firstEnd)
        if (last === NEWLINE) return { first, torn: 0 }
        const whole = await readExactly(handle, 0, size)
        return { first, torn: size - (whole.lastIndexOf(NEWLINE) + 1) }
      })
    })
  }

  /** Cuts that many bytes off the end. */
  cut(bytes: number): Promise<void> {
    return this.#exclusively(async () => {
      this.#size = (await this.#knownSize()) - bytes
      await this.#restore().catch(fail)
    })
  }

  /** Runs work while nothing is read or written, the descriptor closed. */
  whileClosed(work: () => Promise<void>): Promise<void> {
    return this.#exclusively(async () => {
      await this.#files.close(this.path)
      await work().catch(fail)
      this.#size = undefined
      this.#isSuspect = false
    })
  }

  /** Removes the file for good; the caller synchronises the folder. Later appends are refused. */
  remove(): Promise<void> {
    return this.whileClosed(async () => {
      await this.#files.fs.rm(this.path, { force: true })
      this.#isRemoved = true
    })
  }

  async #write(appends: readonly Append[]): Promise<void> {
    if (this.#isRemoved) throw new AppError('NOT_FOUND', 'This has been deleted meanwhile.')
    try {
      if (this.#isSuspect) await this.#restore()
      const size = await this.#knownSize()
      const isNew = size === 0
      const parts = appends.map(({ bytes }) => bytes)
      const bytes = Buffer.concat(isNew ? [Buffer.from(`${this.#header()}\n`), ...parts] : parts)
      const isDurable = isNew || appends.some((append) => append.isDurable)
      await this.#files.use(this.path, async (handle) => {
        await writeExactly(handle, bytes, size)
        if (isDurable) await handle.datasync()
      })
      if (isNew) await syncFolderOf(this.#files.fs, this.path)
      this.#size = size + bytes.byteLength
    } catch (error) {
      this.#isSuspect = true
      await Promise.allSettled([this.#restore()])
      throw storageError(error)
    }
  }

  async #knownSize(): Promise<number> {
    this.#size ??= await sizeOf(this.#files.fs, this.path)
    return this.#size
  }

  /** After a failure: a fresh descriptor, the end where it last was good, and that synchronised. */
  async #restore(): Promise<void> {
    const size = this.#size
    if (size === undefined) return
    await this.#files.close(this.path)
    if (size === 0) await this.#files.fs.rm(this.path, { force: true })
    else
      await this.#files.use(this.path, async (handle) => {
        await handle.truncate(size)
        await handle.datasync()
      })
    this.#isSuspect = false
  }
}

/** Bytes of a file; 0 where there is none. */
async function sizeOf(fs: FileSystem, path: string): Promise<number> {
  try {
    return (await fs.stat(path)).size
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 0
    throw error
  }
}

async function writeExactly(handle: FileHandle, bytes: Buffer, from: number): Promise<void> {
  let written = 0
  while (written < bytes.byteLength) {
    const rest = bytes.byteLength - written
    const { bytesWritten } = await handle.write(bytes, written, rest, from + written)
    written += bytesWritten
  }
}

/** The bytes from one position up to another, or up to the end of the file. */
async function readExactly(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(to - from)
  let done = 0
  while (done < bytes.byteLength) {
    const { bytesRead } = await handle.read(bytes, done, bytes.byteLength - done, from + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}

function fail(error: unknown): never {
  throw storageError(error)
}
