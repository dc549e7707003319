import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { atOnce } from '../platform/at-once.ts'
import { lineOf, textIn } from '../platform/records/record-log.ts'
import {
  FILE_MODE,
  type FileSystem,
  isSystemError,
  makeDurableFolder,
  syncFolder,
  unlessMissing,
} from '../platform/storage/file-system.ts'

const offset = z.int().min(0)
const line = z.int().min(1)

const PassageRange = z
  .object({
    start: offset,
    end: offset,
    firstLine: line,
    lastLine: line,
    /** Headings, classes and functions around it, outermost first, joined by " › "; or "". */
    heading: z.string(),
  })
  .refine(({ start, end }) => start <= end)
  .refine(({ firstLine, lastLine }) => firstLine <= lastLine)

/** A passage is a stretch of a file's text: `start` and `end` are UTF-16 offsets, lines count from 1. */
export type PassageRange = Readonly<z.infer<typeof PassageRange>>

export const FileRecord = z
  .object({
    v: z.literal(1),
    path: z.string(),
    bytes: z.number(),
    /** Hex. */
    sha256: z.string(),
    text: z.string(),
    passages: z.array(PassageRange),
  })
  .refine(({ text, passages }) => passages.every(({ end }) => end <= text.length))

/**
 * What is kept of a file, in a file of its own: its text once, and where the passages lie in it. With
 * path, size and hash of what was received, a lost list of a folder's files is made again.
 */
export type FileRecord = Readonly<
  Omit<z.infer<typeof FileRecord>, 'passages'> & { readonly passages: readonly PassageRange[] }
>

const NEWLINE = 10
const CHECKED = '{"c":"'
const encoder = new TextEncoder()

/** A record as it is kept: one line that carries a check (`lineOf`). */
export function recordLine(record: FileRecord): Uint8Array {
  return encoder.encode(lineOf(record))
}

/** The record in the bytes of its file, which may be without a check; undefined where it is damaged. */
export function recordIn(bytes: Buffer): FileRecord | undefined {
  const line = bytes.at(-1) === NEWLINE ? bytes.subarray(0, -1) : bytes
  const isChecked = line.toString('latin1', 0, CHECKED.length) === CHECKED
  try {
    return FileRecord.safeParse(JSON.parse(String(isChecked ? textIn(line) : line))).data
  } catch {
    return undefined
  }
}

/** The record in that file; undefined where there is none, or it is damaged. Blocks the thread. */
export function readRecord(file: string): FileRecord | undefined {
  try {
    return recordIn(readFileSync(file))
  } catch {
    return undefined
  }
}

/** A file as the index needs it. */
export interface RecordFile {
  readonly id: string
  /** Absolute path of its `FileRecord`. */
  readonly record: string
}

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
