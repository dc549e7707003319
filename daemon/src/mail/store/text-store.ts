import { join } from 'node:path'
import { FOLDER_MODE, isSystemError } from '../../platform/storage/file-system.ts'
import type { OpenFiles } from '../../platform/storage/open-files.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import { storageError } from '../../platform/storage/storage-error.ts'
import { syncFolder } from '../../platform/storage/sync-folder.ts'
import { writeFileDurably } from '../../platform/storage/write-file-durably.ts'
import type { ReadMessage } from '../ports.ts'
import { StoredText } from './mail-rows.ts'
import { journalBytes, readRows } from './row-journal.ts'

/** A file of texts is read as a whole, so it holds about so many characters at most. */
const FILE_CHARACTERS = 4 * 1024 * 1024
const FILES_IN_MEMORY = 4

interface TextFile {
  /** Mails whose text is still wanted. */
  readonly wanted: Set<string>
  /** Texts in the file; infinite where nobody has counted them. */
  stored: number
}

export interface TextStoreOptions {
  readonly folder: string
  readonly files: OpenFiles
  readonly report: (sentence: string) => void
}

/**
 * What mails say, from when they are fetched until nobody wants it any more: in numbered files, each
 * of which goes when the last of its texts is released.
 */
export class TextStore {
  readonly #options: TextStoreOptions
  readonly #files = new Map<number, TextFile>()
  /** Files in memory, least recently used first. */
  readonly #read = new Map<number, Promise<ReadonlyMap<string, ReadMessage>>>()
  readonly #exclusively = serialQueue()
  #next = 1

  constructor(options: TextStoreOptions) {
    this.#options = options
  }

  /** To be called once, with the mails that wait and the files that hold their texts. */
  async open(waiting: Iterable<{ readonly id: string; readonly texts: number }>): Promise<void> {
    const { files, folder } = this.#options
    await files.fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE })
    const names = await files.fs.readdir(folder)
    const there = new Set(names.map((name) => Number.parseInt(name, 10)))
    for (const { id, texts } of waiting) {
      if (!there.has(texts)) continue
      const file = this.#files.get(texts) ?? {
        wanted: new Set<string>(),
        stored: Number.POSITIVE_INFINITY,
      }
      this.#files.set(texts, file)
      file.wanted.add(id)
    }
    for (const name of names) {
      const number = Number.parseInt(name, 10)
      if (this.#files.has(number) || name === 'corrupt') this.#next = nextAfter(this.#next, number)
      else await files.fs.rm(join(folder, name), { recursive: true, force: true })
    }
  }

  /** Stores texts durably; resolves to the number of each one's file, in order. */
  async put(texts: readonly StoredText[]): Promise<readonly number[]> {
    const numbers: number[] = []
    for (const part of inFiles(texts)) {
      const number = this.#next++
      await this.#write(number, part)
      const wanted = new Set(part.map(({ id }) => id))
      this.#files.set(number, { wanted, stored: part.length })
      this.#keepFirst(number, part)
      numbers.push(...part.map(() => number))
    }
    return numbers
  }

  /** Undefined where it is not there any more. */
  async get(number: number, id: string): Promise<ReadMessage | undefined> {
    const known = this.#read.get(number)
    const reading = known ?? this.#readFile(number)
    if (!known) reading.catch(() => this.#read.delete(number))
    this.#read.delete(number)
    this.#read.set(number, reading)
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= FILES_IN_MEMORY) break
      this.#read.delete(oldest)
    }
    return (await reading).get(id)
  }

  /** Nobody wants this text any more; the last one of a file takes the file with it. */
  async release(number: number, id: string): Promise<void> {
    const file = this.#files.get(number)
    if (!file?.wanted.delete(id) || file.wanted.size > 0) return
    await this.#exclusively(() => this.#remove(number))
  }

  /** Removes the texts that nobody wants from the files that still hold some that are wanted. */
  shrink(): Promise<void> {
    return this.#exclusively(async () => {
      for (const [number, file] of this.#files) {
        if (file.stored <= file.wanted.size) continue
        const texts = await this.#readFile(number)
        const kept = [...file.wanted].flatMap((id) => {
          const message = texts.get(id)
          return message ? [{ id, message }] : []
        })
        this.#read.delete(number)
        if (kept.length > 0) await this.#write(number, kept)
        else await this.#remove(number)
        file.stored = kept.length
      }
      await syncFolder(this.#options.files.fs, this.#options.folder)
    })
  }

  async #remove(number: number): Promise<void> {
    this.#files.delete(number)
    this.#read.delete(number)
    await this.#options.files.fs.rm(this.#path(number), { force: true })
  }

  /** The first files are read first, and soon; while there is room they need not be read at all. */
  #keepFirst(number: number, texts: readonly StoredText[]): void {
    if (this.#read.size >= FILES_IN_MEMORY) return
    const messages = new Map(texts.map(({ id, message }) => [id, message]))
    this.#read.set(number, Promise.resolve(messages))
  }

  #path(number: number): string {
    return join(this.#options.folder, `${number}.jsonl`)
  }

  async #write(number: number, texts: readonly unknown[]): Promise<void> {
    const { fs } = this.#options.files
    try {
      await writeFileDurably(this.#path(number), await journalBytes(texts), { fs })
    } catch (error) {
      throw storageError(error)
    }
  }

  async #readFile(number: number): Promise<ReadonlyMap<string, ReadMessage>> {
    const { files, report } = this.#options
    const path = this.#path(number)
    try {
      await files.fs.stat(path)
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return new Map()
      throw error
    }
    const rows = await readRows({ path, files, row: StoredText, report })
    await files.close(path)
    return new Map(rows.map(({ id, message }) => [id, message]))
  }
}

function nextAfter(next: number, number: number): number {
  return Number.isNaN(number) ? next : Math.max(next, number + 1)
}

function* inFiles(texts: readonly StoredText[]): Generator<readonly StoredText[]> {
  let part: StoredText[] = []
  let characters = 0
  for (const text of texts) {
    part.push(text)
    characters += text.message.text.length
    if (characters < FILE_CHARACTERS) continue
    yield part
    part = []
    characters = 0
  }
  if (part.length > 0) yield part
}
