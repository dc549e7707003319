import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { type Clock, realClock } from '../../platform/clock.ts'
import type { Passage } from '../../platform/llm/llm.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import {
  startWorkerThread,
  type ThreadLimits,
  type WorkerThread,
  WorkerThreads,
} from '../../platform/threads/worker-threads.ts'
import type { RecordFile } from '../file-record.ts'
import type { PassageVector, QueryVector, Unembedded } from '../ports.ts'
import type {
  CloseRequest,
  Given,
  IndexAnswer,
  IndexRequest,
  IndexVerb,
  Result,
} from './account-indexes.ts'
import { indexFileOf } from './index-file.ts'
import { SEARCHED_CHARACTERS, SEARCHED_TURNS } from './turn-words.ts'

export interface PassageIndexSettings {
  /** Hears of files of an account whose records cannot be read; they are left out of the search. */
  readonly onDamaged?: (home: string, fileIds: readonly string[]) => void
  /** What the thread runs; this and the rest differ in tests. */
  readonly script?: URL
  /** What one request may take, and what the thread may hold. */
  readonly milliseconds?: number
  readonly megabytes?: number
  readonly clock?: Clock
}

/** What an account's index was told to hold, and what brings it there. */
interface Told {
  readonly files: readonly RecordFile[]
  synced: Promise<void>
  isRunning: boolean
  /** Brings back what was lost, which questions wait for. */
  readonly isRepair: boolean
}

/** A sync begins again where its thread or its file is lost, but not for ever. */
const BEGINNINGS = 3

/** What a thread that is ended in order has to close what it has open, in milliseconds. */
const CLOSE_MS = 1000

/**
 * The search index of every account, by its home: a cache, made again out of the records when it is
 * missing, damaged or of another version. It lives in one thread, which starts with the first request,
 * takes one at a time and ends after a minute without any. A request that takes too long ends the
 * thread; one whose thread or file is lost is made once more, and what the account was told to hold is
 * brought back. Rejects with `STORE_FULL` or `STORE_READONLY` where the index cannot be written, and
 * with an `AbortError` once it is closed.
 */
export class PassageIndex {
  readonly #onDamaged: PassageIndexSettings['onDamaged']
  readonly #threads: WorkerThreads<IndexRequest, IndexAnswer>
  readonly #inTurn = serialQueue()
  readonly #told = new Map<string, Told>()
  /** The end of the last thread: until then its files are its own. */
  #ended = Promise.resolve()

  constructor({
    onDamaged,
    script,
    milliseconds = 30_000,
    megabytes = 512,
    clock,
  }: PassageIndexSettings = {}) {
    this.#onDamaged = onDamaged
    const worker = script ?? new URL('./index-worker.ts', import.meta.url)
    this.#threads = new WorkerThreads(
      () => this.#start({ milliseconds, megabytes }, worker),
      clock ?? realClock,
    )
  }

  /** Makes the index hold exactly these files; costs those that differ, and lets searches between. */
  sync(home: string, files: readonly RecordFile[]): Promise<void> {
    return this.#tell(home, files, false)
  }

  /**
   * The passages that answer the question, best first; none where none does. With `vector` the
   * nearest in meaning are merged in by their ranks.
   */
  async find(
    home: string,
    question: string,
    limit: number,
    vector?: QueryVector,
  ): Promise<Passage[]> {
    const found = await this.#ask(home, 'find', question, limit, vector)
    this.#report(home, found.unreadable)
    const told = this.#told.get(home)
    const isComing = told?.isRunning === true && !told.isRepair
    if (found.isWhole || isComing || !(await this.#isWhole(home))) return found.passages
    return (await this.#ask(home, 'find', question, limit, vector)).passages
  }

  /** Passages without a vector of that model: how many, and the texts of the first `limit`. */
  async unembedded(home: string, model: string, limit: number): Promise<Unembedded> {
    const ask = () => this.#ask(home, 'unembedded', model, limit)
    const known = (await ask()) ?? ((await this.#isWhole(home)) ? await ask() : undefined)
    return known ?? { count: 0, embedded: 0, passages: [] }
  }

  /** Keeps vectors by the hash of their passage. */
  keepVectors(home: string, model: string, vectors: readonly PassageVector[]): Promise<void> {
    return this.#ask(home, 'keepVectors', model, vectors)
  }

  /** Which of these turns bear on the question, best first, as their places in `turns`. */
  findTurns(
    home: string,
    chatId: string,
    turns: readonly string[],
    question: string,
    limit: number,
  ): Promise<readonly number[]> {
    const first = Math.max(0, turns.length - SEARCHED_TURNS)
    const texts = turns.slice(first).map((text) => text.slice(0, SEARCHED_CHARACTERS))
    return this.#ask(home, 'findTurns', { chatId, first, texts }, question, limit)
  }

  /** Forgets the turns of a chat, or of all chats of the account, whose home may be missing. */
  async forgetTurns(home: string, chatId?: string): Promise<void> {
    // what was asked before may be about to make the file
    const isThere = await this.#inTurn(async () => existsSync(indexFileOf(home)))
    while (isThere && !(await this.#ask(home, 'forgetTurns', chatId)));
  }

  async close(): Promise<void> {
    await this.#threads.close()
    await this.#ended
  }

  /** A thread that closes what it has open before it ends, unless it failed or still works. */
  async #start(
    limits: ThreadLimits,
    script: URL,
  ): Promise<WorkerThread<IndexRequest, IndexAnswer>> {
    await this.#ended
    const thread = await startWorkerThread<IndexRequest | CloseRequest, IndexAnswer>(limits, script)
    let isIdle = true
    const end = async () => {
      if (isIdle) {
        const closed = thread.ask({ verb: 'close' })
        await Promise.race([closed, setTimeout(CLOSE_MS, undefined, { ref: false })]).catch(
          () => {},
        )
      }
      await thread.end()
    }
    return {
      async ask(request) {
        isIdle = false
        const answer = await thread.ask(request)
        isIdle = true
        return answer
      },
      end: () => {
        const ended = end()
        this.#ended = ended.catch(() => {})
        return ended
      },
    }
  }

  #tell(home: string, files: readonly RecordFile[], isRepair: boolean): Promise<void> {
    const told: Told = { files, synced: Promise.resolve(), isRunning: true, isRepair }
    this.#told.set(home, told)
    told.synced = this.#sync(home, told).finally(() => {
      told.isRunning = false
    })
    return told.synced
  }

  /** Resolves once the index holds what it was told last; to false where nobody has told it anything. */
  async #isWhole(home: string): Promise<boolean> {
    const told = this.#told.get(home)
    if (!told) return false
    await (told.isRunning ? told.synced : this.#tell(home, told.files, true))
    return true
  }

  async #sync(home: string, told: Told): Promise<void> {
    const { files } = told
    for (let beginning = 0; beginning < BEGINNINGS; beginning++) {
      let progress = await this.#ask(home, 'beginSync', files)
      while (progress && !progress.isDone) {
        const latest = this.#told.get(home)
        if (latest !== told) return latest?.synced
        progress = await this.#ask(home, 'continueSync')
      }
      if (progress) return this.#report(home, progress.unreadable)
    }
    throw new Error('The index was lost again and again')
  }

  #report(home: string, unreadable: readonly string[]): void {
    if (unreadable.length > 0) this.#onDamaged?.(home, unreadable)
  }

  async #ask<Verb extends IndexVerb>(
    home: string,
    verb: Verb,
    ...given: Given<Verb>
  ): Promise<Result<Verb>> {
    const request: IndexRequest<Verb> = { verb, home, given }
    const ask = () => this.#inTurn(() => this.#threads.use((thread) => thread.ask(request)))
    let answer = await ask()
    if (!answer || ('failure' in answer && answer.failure.isLost)) answer = await ask()
    if (!answer) throw new Error('The index does not answer')
    if ('result' in answer) return answer.result as Result<Verb>
    const { code, message } = answer.failure
    throw code ? new AppError(code, message) : new Error(message)
  }
}
