import type { ErrorCode } from '@shortlist/contracts/errors'
import { AppError } from '../../errors.ts'
import type { Passage } from '../../platform/llm/llm.ts'
import { isDamage, removeDatabase, resultOf } from '../../platform/projection/database.ts'
import { storageError } from '../../platform/storage/storage-error.ts'
import type { RecordFile } from '../file-record.ts'
import type { PassageVector, QueryVector, Unembedded } from '../ports.ts'
import { AccountIndex, type SyncProgress } from './account-index.ts'
import { AccountVectors } from './account-vectors.ts'
import { indexFileOf } from './index-file.ts'
import type { ChatTurns } from './turn-words.ts'

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
    return { passages, unreadable: index.takeUnreadable(), isWhole: index.isWhole }
  },
  /** Undefined where the index is not whole. */
  unembedded({ index, vectors }: Account, model: string, limit: number): Unembedded | undefined {
    if (!index.isWhole) return undefined
    const { hashes, ...lacking } = vectors.lacking(model, limit)
    return { ...lacking, passages: index.textsOf(hashes) }
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
    if (request.verb === 'close') return this.#closeAll()
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
    account?.index.close()
    account?.vectors.close()
  }

  #closeAll(): IndexAnswer {
    for (const home of this.#open.keys()) {
      try {
        this.#close(home)
      } catch {
        // it is not sealed, so the next opening looks what is wrong
      }
    }
    return { result: undefined }
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
  return { index, vectors: new AccountVectors(home, () => index.hashes()) }
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
