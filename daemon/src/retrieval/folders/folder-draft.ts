import { AppError } from '../../errors.ts'
import type { FolderChange, StoredFile } from '../ports.ts'
import { newId } from './account-places.ts'

/** How many files, and how many bytes of theirs. */
export interface Size {
  readonly files: number
  readonly bytes: number
}

export interface DraftOptions {
  /** The files of the folder so far. */
  readonly files: ReadonlyMap<string, StoredFile>
  /** What the account holds so far, and what it may hold. */
  readonly held: Size
  readonly limits: Size
  readonly writeRecord: (fileId: string, record: Uint8Array) => Promise<void>
}

/** What a change came to. */
export interface DraftResult {
  readonly files: ReadonlyMap<string, StoredFile>
  /** New files; those that they replace are among `dropped`. */
  readonly added: readonly StoredFile[]
  readonly dropped: readonly StoredFile[]
  /** Ids of the records that nothing names then, of files that were put and replaced again included. */
  readonly unneeded: readonly string[]
}

/** A folder while it changes: what differs from what is kept, and the records written for that. */
export class FolderDraft implements FolderChange {
  readonly #options: DraftOptions
  /** Undefined for a path whose file goes. */
  readonly #changed = new Map<string, StoredFile | undefined>()
  readonly #written = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #files = 0
  #bytes = 0
  #isOver = false

  constructor(options: DraftOptions) {
    this.#options = options
  }

  at(path: string): StoredFile | undefined {
    return this.#changed.has(path) ? this.#changed.get(path) : this.#options.files.get(path)
  }

  /** Also throws `TOO_LARGE` where the account would hold more than it may. */
  put(file: Omit<StoredFile, 'id'>, record: Uint8Array): Promise<void> {
    if (this.#isOver) return Promise.reject(new Error('The change of this folder is over.'))
    const running = this.#put(file, record).finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  remove(path: string): void {
    if (this.at(path)) this.#set(path, undefined)
  }

  /** Waits for the files that are being written; no more are taken. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.allSettled(this.#running)
  }

  result(): DraftResult {
    const { files: before } = this.#options
    const files = new Map(before)
    const added: StoredFile[] = []
    const dropped: StoredFile[] = []
    for (const [path, file] of this.#changed) {
      const previous = before.get(path)
      if (previous) dropped.push(previous)
      if (file) {
        added.push(file)
        files.set(path, file)
      } else files.delete(path)
    }
    const named = new Set(added.map(({ id }) => id))
    const inVain = [...this.#written].filter((id) => !named.has(id))
    return { files, added, dropped, unneeded: [...dropped.map(({ id }) => id), ...inVain] }
  }

  /** Ids of every record that was begun. */
  get written(): ReadonlySet<string> {
    return this.#written
  }

  async #put(file: Omit<StoredFile, 'id'>, record: Uint8Array): Promise<void> {
    const { path, sha256, bytes, passages } = file
    const id = newId()
    this.#checkRoom(path, bytes)
    this.#written.add(id)
    await this.#options.writeRecord(id, record)
    // others may have been kept while this one was written
    this.#checkRoom(path, bytes)
    this.#set(path, { id, path, sha256, bytes, passages })
  }

  #set(path: string, file: StoredFile | undefined): void {
    const previous = this.at(path)
    this.#files += (file ? 1 : 0) - (previous ? 1 : 0)
    this.#bytes += (file?.bytes ?? 0) - (previous?.bytes ?? 0)
    this.#changed.set(path, file)
  }

  #checkRoom(path: string, bytes: number): void {
    const { held, limits } = this.#options
    const previous = this.at(path)
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
