import { AppError } from '../../errors.ts'
import type { StoredFile } from '../ports.ts'
import { newId } from './record-files.ts'

/** How many files, and how many bytes of theirs. */
export interface Size {
  readonly files: number
  readonly bytes: number
}

export interface DraftOptions {
  /** The file that the folder has under a path so far. */
  readonly kept: (path: string) => Promise<StoredFile | undefined>
  readonly isReadable: (file: StoredFile) => Promise<boolean>
  /** What the account holds so far, and what it may hold. */
  readonly held: Size
  readonly limits: Size
  readonly writeRecord: (fileId: string, record: Uint8Array) => Promise<void>
}

/** What may be done to a folder while it changes; nothing of it shows before the change is done. */
export type FolderChange = Pick<FolderDraft, 'at' | 'put'>

/** A folder while it changes: what differs from what is kept, and the records written for that. */
export class FolderDraft {
  readonly #options: DraftOptions
  readonly #put = new Map<string, StoredFile>()
  readonly #replaced = new Map<string, StoredFile>()
  readonly #written = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #files = 0
  #bytes = 0
  #isOver = false

  constructor(options: DraftOptions) {
    this.#options = options
  }

  /** The file that is kept under this path, with the changes so far, if its record can be read. */
  async at(path: string): Promise<StoredFile | undefined> {
    const file = this.#put.get(path) ?? (await this.#options.kept(path))
    return file && (await this.#options.isReadable(file)) ? file : undefined
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

  get files(): readonly StoredFile[] {
    return [...this.#put.values()]
  }

  /** What was kept under the paths of these files. */
  get replaced(): readonly StoredFile[] {
    return [...this.#replaced.values()]
  }

  /** Ids of every record that was begun. */
  get written(): ReadonlySet<string> {
    return this.#written
  }

  async #keep(file: Omit<StoredFile, 'id'>, record: Uint8Array): Promise<void> {
    const { path, sha256, bytes, passages } = file
    const id = newId()
    const kept = await this.#options.kept(path)
    this.#checkSpace(bytes, this.#put.get(path) ?? kept)
    this.#written.add(id)
    await this.#options.writeRecord(id, record)
    // others may have been put while this one was written
    const previous = this.#put.get(path) ?? kept
    this.#checkSpace(bytes, previous)
    this.#files += previous ? 0 : 1
    this.#bytes += bytes - (previous?.bytes ?? 0)
    if (kept) this.#replaced.set(path, kept)
    this.#put.set(path, { id, path, sha256, bytes, passages })
  }

  #checkSpace(bytes: number, previous: StoredFile | undefined): void {
    const { held, limits } = this.#options
    if (held.files + this.#files + (previous ? 0 : 1) > limits.files) {
      const most = limits.files.toLocaleString('en')
      throw new AppError('TOO_LARGE', `An account keeps at most ${most} files.`)
    }
    if (held.bytes + this.#bytes + bytes - (previous?.bytes ?? 0) > limits.bytes) {
      const most = Math.floor(limits.bytes / 1024 / 1024)
      throw new AppError('TOO_LARGE', `An account keeps files of at most ${most} MB in all.`)
    }
  }
}
