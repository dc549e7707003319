import type { DatabaseSync } from 'node:sqlite'
import type { Passage } from '../../platform/llm/llm.ts'
import { seal } from '../../platform/projection/database.ts'
import type { RecordFile } from '../file-record.ts'
import type { Unembedded } from '../ports.ts'
import { endPurge, indexFileOf, inOneGo, openIndexFile, purgeWords } from './index-file.ts'
import { PassageTable } from './passage-table.ts'
import { chooseHits, rankPassages } from './rank-passages.ts'
import { WordWeights } from './search-words.ts'
import { type SyncCount, syncFiles } from './sync-files.ts'
import { type ChatTurns, TurnWords } from './turn-words.ts'
import type { NearVector } from './vector-table.ts'

/** What a sync has done so far, and whether that is all. */
export interface SyncProgress extends SyncCount {
  readonly isDone: boolean
}

interface RunningSync {
  readonly steps: Generator<void>
  readonly count: SyncCount
}

/** The index of one account; every call works at once, in the thread that calls. */
export class AccountIndex {
  readonly #home: string
  readonly #db: DatabaseSync
  readonly #weights: WordWeights
  readonly #table: PassageTable
  readonly #turns: TurnWords
  #sync: RunningSync | undefined

  /** Opens the index in the account's folder, or makes it anew; records are kept relative to that folder. */
  constructor(home: string) {
    this.#home = home
    this.#db = openIndexFile(home)
    this.#weights = new WordWeights(this.#db)
    this.#table = new PassageTable(this.#db, home)
    this.#turns = new TurnWords(this.#db)
  }

  /** Whether the last sync was brought to its end. */
  get isWhole(): boolean {
    return this.#db.prepare("select 1 from state where key = 'whole'").get() !== undefined
  }

  /** Takes these files for what the index shall hold, in place of a sync that runs. */
  beginSync(files: readonly RecordFile[]): void {
    const count: SyncCount = { added: 0, removed: 0, unreadable: [] }
    this.#sync = { steps: syncFiles(this.#db, this.#home, files, count), count }
  }

  /** Works for about so many milliseconds; what is done by then stays. Undefined where no sync runs. */
  continueSync(milliseconds: number): SyncProgress | undefined {
    if (!this.#sync) return undefined
    const { steps, count } = this.#sync
    const end = performance.now() + milliseconds
    this.#weights.forget()
    this.#table.forget()
    try {
      const isDone = inOneGo(this.#db, () => {
        this.#db.exec("delete from state where key = 'whole'")
        while (!steps.next().done) if (performance.now() >= end) return false
        this.#db.exec("insert into state values ('whole', 1)")
        return true
      })
      if (isDone) {
        this.#sync = undefined
        endPurge(this.#db, 'words')
      }
      return { ...count, isDone }
    } catch (failure) {
      // what was rolled back is not gone on with
      this.#sync = undefined
      throw failure
    }
  }

  /** Best first; `near` holds the passages that are near in meaning, nearest first. */
  find(question: string, limit: number, near: readonly NearVector[] = []): Passage[] {
    const [db, weights, table] = [this.#db, this.#weights, this.#table]
    return chooseHits(table, rankPassages({ db, weights, table, question, near }), limit)
  }

  /** Ids of files whose records could not be read since this was asked last. */
  takeUnreadable(): string[] {
    return this.#table.takeUnreadable()
  }

  /** The hashes of all passages, by which vectors are kept; several may be equal. */
  hashes(): Iterable<string> {
    return this.#table.hashes()
  }

  /** What is to be embedded for these hashes, without those of passages that are gone. */
  textsOf(hashes: readonly string[]): Unembedded['passages'] {
    return hashes.flatMap((hash) => {
      const number = this.#table.numberOf(hash)
      const text = number === undefined ? undefined : this.#table.embeddedText(number)
      return text === undefined ? [] : [{ hash, text }]
    })
  }

  /** The places of those of the turns that share words with the question, best first. */
  findTurns(turns: ChatTurns, question: string, limit: number): number[] {
    return inOneGo(this.#db, () => this.#turns.find(turns, question, limit))
  }

  /**
   * Forgets the turns of a chat, or of all chats, and works for about so many milliseconds at taking
   * their words out of the file. False where more of that is left, to be asked for again.
   */
  forgetTurns(chatId: string | undefined, milliseconds: number): boolean {
    const end = performance.now() + milliseconds
    const isDone = inOneGo(this.#db, () => {
      this.#turns.forget(chatId)
      for (const _ of purgeWords(this.#db, 'said')) if (performance.now() >= end) return false
      return true
    })
    if (isDone) endPurge(this.#db, 'said')
    return isDone
  }

  /** What changes in the file from now on is noticed when it is opened again. */
  close(): void {
    try {
      this.#db.exec('pragma wal_checkpoint(truncate)')
    } finally {
      this.#db.close()
    }
    seal(indexFileOf(this.#home))
  }
}
