import type { DatabaseSync } from 'node:sqlite'
import type { ErrorCode } from '@shortlist/contracts/errors'
import { AppError } from '../../errors.ts'
import type { Passage } from '../../platform/llm/llm.ts'
import {
  isDamage,
  keepChecksum,
  removeDatabase,
  resultOf,
} from '../../platform/projection/database.ts'
import { storageError } from '../../platform/storage/file-system.ts'
import type { RecordFile } from '../file-record.ts'
import type { PassageVector, QueryVector, Unembedded } from '../ports.ts'
import { AccountVectors, type NearVector } from './account-vectors.ts'
import { endPurge, indexFileOf, inOneGo, openIndexFile, purgeWords } from './index-file.ts'
import { PassageTable, type SyncCount, syncFiles } from './passage-table.ts'
import { chooseHits, rankPassages, WordWeights } from './rank-passages.ts'
import { type ChatTurns, TurnWords } from './turn-words.ts'

/** Accounts that are open at a time. */
const OPEN = 4

/** What one request may do of a sync, in milliseconds, so that questions are answered in between. */
const SYNC_MS = 30

/** Passages that are merged in by meaning. */
const NEAR = 50

interface Account {
  readonly index: AccountIndex
  readonly vectors: AccountVectors
}

/** What the thread can be asked about an account, by the verb that asks it. */
const verbs = {
  /** Takes what the index shall hold and begins with the work. */
  beginSync(account: Account, files: readonly RecordFile[]): SyncProgress | undefined {
    account.index.beginSync(files)
    return goOn(account)
  },
  /** Goes on with it; undefined where no sync has begun. */
  continueSync: (account: Account): SyncProgress | undefined => goOn(account),
  find({ index, vectors }: Account, question: string, limit: number, vector?: QueryVector): Found {
    const near = vector ? vectors.nearest(vector, NEAR) : []
    const passages = index.find(question, limit, near)
    return { passages, unreadable: index.table.takeUnreadable(), isWhole: index.isWhole }
  },
  /** Undefined where the index is not whole. */
  unembedded({ index, vectors }: Account, model: string, limit: number): Unembedded | undefined {
    if (!index.isWhole) return undefined
    const { hashes, ...lacking } = vectors.lacking(model, limit)
    return { ...lacking, passages: index.table.textsOf(hashes) }
  },
  keepVectors: ({ vectors }: Account, model: string, made: readonly PassageVector[]): void =>
    vectors.keep(model, made),
  findTurns: ({ index }: Account, turns: ChatTurns, question: string, limit: number): number[] =>
    index.findTurns(turns, question, limit),
  /** False where words are left in the file, to be asked for again. */
  forgetTurns: ({ index }: Account, chatId?: string): boolean => index.forgetTurns(chatId, SYNC_MS),
}

interface Found {
  readonly passages: Passage[]
  /** Ids of files that are left out since their records cannot be read. */
  readonly unreadable: readonly string[]
  /** False until a sync has come to its end. */
  readonly isWhole: boolean
}

type Verbs = typeof verbs
export type IndexVerb = keyof Verbs
/** What a verb is given, and what it answers. */
export type Given<Verb extends IndexVerb> =
  Parameters<Verbs[Verb]> extends [Account, ...infer Rest] ? Rest : never
export type Result<Verb extends IndexVerb> = ReturnType<Verbs[Verb]>

/** `home` is the absolute path of an account's folder. */
export interface IndexRequest<Verb extends IndexVerb = IndexVerb> {
  readonly verb: Verb
  readonly home: string
  readonly given: Given<Verb>
}

/** Asked before the thread is ended in order. */
export interface CloseRequest {
  readonly verb: 'close'
}

export type IndexAnswer =
  | { readonly result: Result<IndexVerb> }
  | {
      readonly failure: {
        /** A code of the closed list where the message is a sentence that is fit to be shown. */
        readonly code: ErrorCode | undefined
        readonly message: string
        /** The file was damaged and is removed: another request makes a new one. */
        readonly isLost: boolean
      }
    }

/** The indexes of all accounts, of which a few are open. To be asked one thing at a time. */
export class AccountIndexes {
  /** By home; last used last. */
  readonly #open = new Map<string, Account>()

  /** Never throws. A file that turns out to be damaged is gone afterwards. */
  answer(request: IndexRequest | CloseRequest): IndexAnswer {
    if (request.verb === 'close') {
      for (const home of this.#open.keys()) this.#close(home)
      return { result: undefined }
    }
    const { verb, home, given } = request
    try {
      const work = verbs[verb] as (account: Account, ...rest: unknown[]) => Result<IndexVerb>
      return { result: work(this.#account(home), ...given) }
    } catch (failure) {
      const isLost = isDamage(failure)
      if (isLost) this.#remove(home)
      return { failure: { ...described(failure), isLost } }
    }
  }

  #account(home: string): Account {
    const known = this.#open.get(home)
    this.#open.delete(home)
    const [oldest] = this.#open.keys()
    if (oldest !== undefined && this.#open.size >= OPEN) this.#close(oldest)
    const account = known ?? open(home)
    this.#open.set(home, account)
    return account
  }

  #close(home: string): void {
    const account = this.#open.get(home)
    this.#open.delete(home)
    try {
      account?.index.close()
    } finally {
      account?.vectors.close()
    }
  }

  #remove(home: string): void {
    try {
      this.#close(home)
    } catch {
      // SQLite may have more to say about it, which is of no use any more
    }
    removeDatabase(indexFileOf(home))
  }
}

function open(home: string): Account {
  const index = new AccountIndex(home)
  return { index, vectors: new AccountVectors(home, () => index.table.hashes()) }
}

function goOn({ index, vectors }: Account): SyncProgress | undefined {
  const progress = index.continueSync(SYNC_MS)
  // before, passages may be missing whose vectors are still good
  if (progress?.isDone && progress.added + progress.removed > 0) vectors.passagesChanged()
  return progress
}

/** Results of SQLite that say that the disk is full, and that nothing can be written. */
const FULL = 13
const unwritable: ReadonlySet<number> = new Set([3, 8, 10, 14])

/** SQLite has its own numbers for what the system says of a disk. */
function described(cause: unknown): { code: ErrorCode | undefined; message: string } {
  const result = resultOf(cause)
  const code = result === FULL ? 'ENOSPC' : unwritable.has(result) && 'EIO'
  const failure = storageError(code ? Object.assign(new Error(code, { cause }), { code }) : cause)
  const message = failure instanceof Error ? failure.message : String(failure)
  return { code: failure instanceof AppError ? failure.code : undefined, message }
}

/** What a sync has done so far, and whether that is all. */
export interface SyncProgress extends SyncCount {
  readonly isDone: boolean
}

/** The index of one account; every call works at once, in the thread that calls. */
export class AccountIndex {
  readonly table: PassageTable
  readonly #home: string
  readonly #db: DatabaseSync
  readonly #weights: WordWeights
  readonly #turns: TurnWords
  #sync: { readonly steps: Generator<void>; readonly count: SyncCount } | undefined

  /** Opens the index in the account's folder, or makes it anew; records are kept relative to that folder. */
  constructor(home: string) {
    this.#home = home
    this.#db = openIndexFile(home)
    this.#weights = new WordWeights(this.#db)
    this.table = new PassageTable(this.#db, home)
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
    this.table.forget()
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
    const search = { db: this.#db, weights: this.#weights, table: this.table, question, near }
    return chooseHits(this.table, rankPassages(search), limit)
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

  /** What changes in the file from now on is noticed when it is opened again. Never throws. */
  close(): void {
    let isWhole = false
    try {
      this.#db.exec('pragma wal_checkpoint(truncate)')
      isWhole = true
    } catch {
      // without its checksum the next opening looks what is wrong
    }
    this.#db.close()
    if (isWhole) keepChecksum(indexFileOf(this.#home))
  }
}
