import { existsSync } from 'node:fs'
import { AppError } from '../../errors.ts'
import { type Clock, realClock } from '../../platform/clock.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import { startWorkerThread } from '../../platform/threads/worker-thread.ts'
import { WorkerThreads } from '../../platform/threads/worker-threads.ts'
import type {
  FoundPassage,
  PassageIndex,
  PassageVector,
  QueryVector,
  RecordFile,
  TurnText,
  Unembedded,
} from '../ports.ts'
import {
  type IndexAnswer,
  type IndexRequest,
  type IndexResult,
  type IndexResults,
  indexFileOf,
} from './index-request.ts'
import { SEARCHED_CHARACTERS, SEARCHED_TURNS } from './turn-words.ts'

export interface PassageIndexSettings {
  /** Hears of files of a room whose records cannot be read; they are left out of the search. */
  readonly onDamaged?: (room: string, fileIds: readonly string[]) => void
  /** What the thread runs; this and the rest differ in tests. */
  readonly script?: URL
  /** What one request may take, and what the thread may hold. */
  readonly milliseconds?: number
  readonly megabytes?: number
  readonly clock?: Clock
}

/** What a room was told to hold, and what brings it there. */
interface Told {
  readonly files: readonly RecordFile[]
  synced: Promise<void>
  isRunning: boolean
  /** Brings back what was lost, which questions wait for. */
  readonly isRepair: boolean
}

/** A sync begins again where its thread or its file is lost, but not for ever. */
const BEGINNINGS = 3

/**
 * The index of all accounts in one thread, which starts with the first request, takes one at a time
 * and ends after a minute without any. A request that takes too long ends the thread; one whose
 * thread or file is lost is made once more, and what the room was told to hold is brought back.
 * Rejects with `STORE_FULL` or `STORE_READONLY` where the index cannot be written, and with an
 * `AbortError` once it is closed.
 */
export function createPassageIndex(settings: PassageIndexSettings = {}): PassageIndex {
  return new ThreadedIndex(settings)
}

class ThreadedIndex implements PassageIndex {
  readonly #onDamaged: PassageIndexSettings['onDamaged']
  readonly #threads: WorkerThreads<IndexRequest, IndexAnswer<IndexResult>>
  readonly #inTurn = serialQueue()
  readonly #told = new Map<string, Told>()

  constructor({
    onDamaged,
    script,
    milliseconds = 30_000,
    megabytes = 512,
    clock,
  }: PassageIndexSettings) {
    this.#onDamaged = onDamaged
    const worker = script ?? new URL('./index-worker.ts', import.meta.url)
    this.#threads = new WorkerThreads(
      () => startWorkerThread({ milliseconds, megabytes }, worker),
      clock ?? realClock,
    )
  }

  sync(room: string, files: readonly RecordFile[]): Promise<void> {
    return this.#tell(room, files, false)
  }

  async find(
    room: string,
    question: string,
    limit: number,
    vector?: QueryVector,
  ): Promise<FoundPassage[]> {
    const request = { verb: 'find', room, question, limit, vector } as const
    const found = await this.#ask(request)
    this.#report(room, found.unreadable)
    const told = this.#told.get(room)
    const isComing = told?.isRunning === true && !told.isRepair
    if (found.isWhole || isComing || !(await this.#isWhole(room))) return found.passages
    return (await this.#ask(request)).passages
  }

  async unembedded(room: string, model: string, limit: number): Promise<Unembedded> {
    const request = { verb: 'unembedded', room, model, limit } as const
    const known = await this.#ask(request)
    const again = known ?? ((await this.#isWhole(room)) ? await this.#ask(request) : null)
    return again ?? { count: 0, embedded: 0, passages: [] }
  }

  async keepVectors(room: string, model: string, vectors: readonly PassageVector[]): Promise<void> {
    const request = { verb: 'keepVectors', room, model, vectors } as const
    await this.#ask(request)
  }

  async findTurns(
    room: string,
    chatId: string,
    turns: readonly TurnText[],
    question: string,
    limit: number,
  ): Promise<readonly number[]> {
    const first = Math.max(0, turns.length - SEARCHED_TURNS)
    const texts = turns.slice(first).map(({ text }) => text.slice(0, SEARCHED_CHARACTERS))
    return this.#ask({
      verb: 'findTurns',
      room,
      turns: { chatId, first, texts },
      question,
      limit,
    })
  }

  async forgetTurns(room: string, chatId?: string): Promise<void> {
    // what was asked before may be about to make the file
    const isThere = await this.#inTurn(async () => existsSync(indexFileOf(room)))
    if (!isThere) return
    const request = { verb: 'forgetTurns', room, chatId } as const
    while (!(await this.#ask(request)));
  }

  async release(room: string): Promise<void> {
    this.#told.delete(room)
    await this.#ask({ verb: 'release', room })
  }

  close(): Promise<void> {
    return this.#threads.close()
  }

  #tell(room: string, files: readonly RecordFile[], isRepair: boolean): Promise<void> {
    const told: Told = { files, synced: Promise.resolve(), isRunning: true, isRepair }
    this.#told.set(room, told)
    told.synced = this.#sync(room, told).finally(() => {
      told.isRunning = false
    })
    return told.synced
  }

  /** Resolves once the room holds what it was told last; to false where nobody has told it anything. */
  async #isWhole(room: string): Promise<boolean> {
    const told = this.#told.get(room)
    if (!told) return false
    await (told.isRunning ? told.synced : this.#tell(room, told.files, true))
    return true
  }

  async #sync(room: string, told: Told): Promise<void> {
    const { files } = told
    for (let beginning = 0; beginning < BEGINNINGS; beginning++) {
      let progress = await this.#ask({ verb: 'beginSync', room, files })
      while (progress && !progress.isDone) {
        const latest = this.#told.get(room)
        if (latest !== told) return latest?.synced
        progress = await this.#ask({ verb: 'continueSync', room })
      }
      if (progress) return this.#report(room, progress.unreadable)
    }
    throw new Error('The index was lost again and again')
  }

  #report(room: string, unreadable: readonly string[]): void {
    if (unreadable.length > 0) this.#onDamaged?.(room, unreadable)
  }

  async #ask<Verb extends IndexRequest['verb']>(
    request: Extract<IndexRequest, { verb: Verb }>,
    isAgain = false,
  ): Promise<IndexResults[Verb]> {
    const answer = await this.#inTurn(() => this.#threads.use((thread) => thread.ask(request)))
    const isLost = !answer || ('failure' in answer && answer.failure.isLost)
    if (isLost && !isAgain) return this.#ask(request, true)
    if (!answer) throw new Error('The index does not answer')
    if ('result' in answer) return answer.result as IndexResults[Verb]
    const { code, message } = answer.failure
    throw code ? new AppError(code, message) : new Error(message)
  }
}
