import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { FoundPassage, RecordFile } from '../ports.ts'
import { openIndexFile } from './index-file.ts'
import { questionWords } from './question-words.ts'
import { readRecord } from './read-record.ts'
import { affordableWords, searchWords } from './search-words.ts'
import { type SyncCount, syncFiles } from './sync-files.ts'
import { WordWeights } from './weigh-words.ts'

/** What a sync has done so far, and whether that is all. */
export interface SyncProgress extends SyncCount {
  readonly isDone: boolean
}

interface RunningSync {
  readonly steps: Generator<void>
  readonly count: SyncCount
}

/** The index of one account; every call works at once, in the thread that calls. */
export class RoomIndex {
  readonly #room: string
  readonly #db: DatabaseSync
  readonly #weights: WordWeights
  #sync: RunningSync | undefined

  /** Opens `index.sqlite` in the room, an absolute path, or makes it anew. */
  constructor(room: string) {
    this.#room = room
    this.#db = openIndexFile(join(room, 'index.sqlite'))
    this.#weights = new WordWeights(this.#db)
  }

  /** Whether the last sync was brought to its end. */
  get isWhole(): boolean {
    return this.#db.prepare("select 1 from state where key = 'whole'").get() !== undefined
  }

  /** Takes these files for what the index shall hold, in place of a sync that runs. */
  beginSync(files: readonly RecordFile[]): void {
    const count: SyncCount = { added: 0, removed: 0, unreadable: [] }
    this.#sync = { steps: syncFiles(this.#db, this.#room, files, count), count }
  }

  /** Works for about so many milliseconds; what is done by then stays. Undefined where no sync runs. */
  continueSync(milliseconds: number): SyncProgress | undefined {
    if (!this.#sync) return undefined
    const { steps, count } = this.#sync
    const end = performance.now() + milliseconds
    const isDone = this.#inOneGo(() => {
      this.#db.exec("delete from state where key = 'whole'")
      while (!steps.next().done) if (performance.now() >= end) return false
      this.#db.exec("insert into state values ('whole', 1)")
      return true
    })
    this.#weights.forget()
    if (isDone) this.#sync = undefined
    return { ...count, isDone }
  }

  find(question: string, limit: number): FoundPassage[] {
    const words = this.#weights.weigh(questionWords(question))
    const hits = searchWords(this.#db, affordableWords(words, this.#weights), limit)
    return hits.flatMap(({ number, score }) => {
      const passage = this.#passage(number)
      return passage ? [{ ...passage, score }] : []
    })
  }

  close(): void {
    this.#db.close()
  }

  #passage(number: number): Omit<FoundPassage, 'score'> | undefined {
    const file = this.#db
      .prepare('select id, record, first from files where first <= ? order by first desc limit 1')
      .get(number)
    const record = file && readRecord(resolve(this.#room, String(file.record)))
    const range = record?.passages[number - Number(file?.first)]
    if (!record || !range) return undefined
    const { start, end, firstLine, lastLine, heading } = range
    const text = record.text.slice(start, end)
    return { fileId: String(file.id), path: record.path, firstLine, lastLine, heading, text }
  }

  #inOneGo<Result>(work: () => Result): Result {
    this.#db.exec('begin')
    try {
      const result = work()
      this.#db.exec('commit')
      return result
    } catch (failure) {
      this.#sync = undefined
      if (this.#db.isTransaction) this.#db.exec('rollback')
      throw failure
    }
  }
}
