import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { markStale, prepareWrite } from './index-file.ts'
import { indexWords, matchAny, questionWords } from './index-words.ts'

/** The turns of a chat that are looked through, the newest, and how much of each, in characters. */
export const SEARCHED_TURNS = 2_000
export const SEARCHED_CHARACTERS = 4_000

/** The rows of a chat's turns begin at its number times this. */
const ROWS_OF_A_CHAT = 2 ** 20
const WORDS = 64
const DIGEST_BYTES = 8

/** The newest turns of a chat; `first` is the place of the first of them among all. */
export interface ChatTurns {
  readonly chatId: string
  readonly first: number
  readonly texts: readonly string[]
}

/** What is indexed of a chat: the turns from `first` on, with a digest of each. */
interface IndexedChat {
  readonly number: number
  readonly first: number
  readonly digests: Buffer
}

/** The words of the turns of chats. Turns do not change: only those that are new are put in. */
export class TurnWords {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** The places of those of these turns that share words with the question, best first. */
  find(turns: ChatTurns, question: string, limit: number): number[] {
    const words = questionWords(question).slice(0, WORDS)
    const end = endOf(turns)
    if (words.length === 0 || end === turns.first) return []
    const from = this.#keep(turns, end) * ROWS_OF_A_CHAT
    return this.#db
      .prepare(
        `select rowid from said
        where said match ? and rowid between cast(? as integer) and cast(? as integer)
        order by bm25(said) limit ?`,
      )
      .all(matchAny(words), from + turns.first, from + end - 1, limit)
      .map((row) => Number(row.rowid) - from)
  }

  /** Forgets one chat, or all of them. */
  forget(chatId?: string): void {
    if (chatId === undefined) {
      if (this.#db.prepare('select 1 from chats limit 1').get() === undefined) return
      markStale(this.#db, 'said')
      this.#db.exec("insert into said (said) values ('delete-all'); delete from chats")
      return
    }
    const known = this.#indexed(chatId)
    if (!known) return
    this.#remove(known, endOfIndexed(known))
    prepareWrite(this.#db, 'delete from chats where id = ?').run(chatId)
  }

  /** Puts in what is new, takes out what is too old, and gives the number of the chat. */
  #keep(turns: ChatTurns, end: number): number {
    const known = this.#unchanged(turns, end) ?? this.#begin(turns)
    const { number } = known
    const before = endOfIndexed(known)
    if (end <= before) return number
    const insert = prepareWrite(this.#db, 'insert into said (rowid, text) values (?, ?)')
    const digests = [known.digests]
    for (let place = before; place < end; place++) {
      const text = turns.texts[place - turns.first] ?? ''
      insert.run(number * ROWS_OF_A_CHAT + place, indexWords(text))
      digests.push(digestOf(text))
    }
    const first = Math.max(known.first, end - SEARCHED_TURNS)
    this.#remove(known, first)
    prepareWrite(this.#db, 'update chats set first = ?, digests = ? where number = ?').run(
      first,
      Buffer.concat(digests).subarray((first - known.first) * DIGEST_BYTES),
      number,
    )
    return number
  }

  /** What is indexed of the chat; forgets it where the last turn of both is another one now. */
  #unchanged({ chatId, first, texts }: ChatTurns, end: number): IndexedChat | undefined {
    const known = this.#indexed(chatId)
    if (!known) return undefined
    const last = Math.min(end, endOfIndexed(known)) - 1
    if (last >= Math.max(first, known.first)) {
      const at = (last - known.first) * DIGEST_BYTES
      const digest = known.digests.subarray(at, at + DIGEST_BYTES)
      if (digest.equals(digestOf(texts[last - first] ?? ''))) return known
    }
    this.forget(chatId)
    return undefined
  }

  #indexed(chatId: string): IndexedChat | undefined {
    const row = this.#db
      .prepare('select number, first, digests from chats where id = ?')
      .get(chatId)
    const digests = row?.digests
    if (!row || !(digests instanceof Uint8Array)) return undefined
    return { number: Number(row.number), first: Number(row.first), digests: Buffer.from(digests) }
  }

  #begin({ chatId, first }: ChatTurns): IndexedChat {
    const insert = prepareWrite(
      this.#db,
      "insert into chats (id, first, digests) values (?, ?, x'')",
    )
    const number = Number(insert.run(chatId, first).lastInsertRowid)
    return { number, first, digests: Buffer.alloc(0) }
  }

  /** Takes out the turns before this place. */
  #remove(known: IndexedChat, before: number): void {
    markStale(this.#db, 'said')
    const remove = prepareWrite(this.#db, 'delete from said where rowid = cast(? as integer)')
    for (let place = known.first; place < Math.min(before, endOfIndexed(known)); place++) {
      remove.run(known.number * ROWS_OF_A_CHAT + place)
    }
  }
}

function endOf({ first, texts }: ChatTurns): number {
  return Math.max(first, Math.min(first + texts.length, ROWS_OF_A_CHAT))
}

function endOfIndexed({ first, digests }: IndexedChat): number {
  return first + digests.length / DIGEST_BYTES
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, DIGEST_BYTES)
}
