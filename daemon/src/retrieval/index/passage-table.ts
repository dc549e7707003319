import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type FileRecord, readRecord } from '../file-record.ts'

/** Of each passage, half of a SHA-256 in binary. */
export const HASH_BYTES = 16

/** The file that a passage is of. */
export interface PassageFile {
  readonly id: string
  readonly path: string
  /** The number of its first passage. */
  readonly first: number
  /** Relative to the home of the account. */
  readonly record: string
}

/** Texts of records that are kept at hand, in characters. */
const AT_HAND = 4_000_000

/** Finds passages and their files by number and by hash. */
export class PassageTable {
  readonly #home: string
  readonly #file: StatementSync
  readonly #hashed: StatementSync
  /** Last used last. A record never changes under its id. */
  readonly #records = new Map<string, FileRecord>()
  #charactersAtHand = 0
  readonly #unreadable = new Set<string>()
  #numbers: ReadonlyMap<string, number> | undefined

  constructor(db: DatabaseSync, home: string) {
    this.#home = home
    this.#file = db.prepare(
      `select id, path, first, record from files
        where first <= ? and passages > 0 order by first desc limit 1`,
    )
    this.#hashed = db.prepare('select first, hashes from files where whole = 1 order by first')
  }

  /** To be told when passages have come or gone. */
  forget(): void {
    this.#numbers = undefined
  }

  fileOf(number: number): PassageFile | undefined {
    const row = this.#file.get(number)
    if (!row) return undefined
    return {
      id: String(row.id),
      path: String(row.path),
      first: Number(row.first),
      record: String(row.record),
    }
  }

  /** Undefined where it cannot be read any more. */
  recordOf({ id, record }: PassageFile): FileRecord | undefined {
    const known = this.#records.get(id)
    if (known) return known
    const read = readRecord(resolve(this.#home, record))
    if (!read) {
      this.#unreadable.add(id)
      return undefined
    }
    this.#charactersAtHand += read.text.length
    if (this.#charactersAtHand > AT_HAND) {
      this.#records.clear()
      this.#charactersAtHand = read.text.length
    }
    this.#records.set(id, read)
    return read
  }

  /** Ids of files whose records could not be read since this was asked last. */
  takeUnreadable(): string[] {
    const ids = [...this.#unreadable]
    this.#unreadable.clear()
    return ids
  }

  /** What is embedded of a passage; undefined where its record cannot be read any more. */
  embeddedText(number: number): string | undefined {
    const file = this.fileOf(number)
    const record = file && this.recordOf(file)
    const range = record?.passages[number - (file?.first ?? 0)]
    if (!record || !range) return undefined
    const text = record.text.slice(range.start, range.end)
    return embeddedText({ path: record.path, heading: range.heading, text })
  }

  /** The hashes of all passages; several may be equal. */
  *hashes(): Generator<string> {
    for (const [passage] of this.#pairs()) yield passage
  }

  /** The number of a passage with that hash. */
  numberOf(hash: string): number | undefined {
    this.#numbers ??= new Map(this.#pairs())
    return this.#numbers.get(hash)
  }

  *#pairs(): Generator<[string, number]> {
    for (const { first, hashes } of this.#hashed.all()) {
      if (!(hashes instanceof Uint8Array)) continue
      const hex = Buffer.from(hashes.buffer, hashes.byteOffset, hashes.length).toString('hex')
      for (let at = 0; at < hashes.length / HASH_BYTES; at++) {
        const from = at * HASH_BYTES * 2
        yield [hex.slice(from, from + HASH_BYTES * 2), Number(first) + at]
      }
    }
  }
}

/** What of a passage a model is given at most, in characters; small models hold 512 tokens. */
const TEXT_MAX_CHARACTERS = 2000

const HASH_HEX_DIGITS = 32

interface PassageToEmbed {
  /** Relative, the folder's name first. */
  readonly path: string
  readonly heading: string
  readonly text: string
}

/**
 * What a vector is made of: where the passage stands, and its text. The folder's own name is left
 * out, so that a folder may be renamed without its passages being embedded again.
 */
export function embeddedText({ path, heading, text }: PassageToEmbed): string {
  const within = path.slice(path.indexOf('/') + 1)
  const place = heading ? `${within} › ${heading}` : within
  return `${place}\n${text}`.slice(0, TEXT_MAX_CHARACTERS)
}

/** Equal for passages that have one vector: hex digits of the SHA-256 of what is embedded. */
export function vectorHash(embedded: string): string {
  return hash('sha256', embedded).slice(0, HASH_HEX_DIGITS)
}
