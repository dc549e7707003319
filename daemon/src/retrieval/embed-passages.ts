import { AppError } from '../errors.ts'
import { type Clock, realClock } from '../platform/clock.ts'
import { statusOf } from '../platform/llm/server/llm-failure.ts'
import type { Log } from '../platform/log.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import type { FolderStore } from './folders/folder-store.ts'
import type { PassageIndex } from './index/passage-index.ts'
import type { Embed, PassageVector, QueryVector, Unembedded } from './ports.ts'

/** Passages that are fetched at a time; after them it is another account's turn. */
const PAGE = 512

/** How long a question waits for its vector, in milliseconds. */
const QUESTION_WAIT_MS = 2_000
/** How long no question waits after one has failed. */
const PAUSE_MS = 60_000
/** What of a question is embedded. */
const QUESTION_MAX_CHARACTERS = 2_000

export interface EmbeddingParts {
  readonly folders: Pick<FolderStore, 'makeHome'>
  readonly index: Pick<PassageIndex, 'unembedded' | 'keepVectors'>
  readonly embed: Embed
  readonly realtime: Pick<Realtime, 'publish'>
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly clock?: Clock
}

interface Account {
  /** The model that the rest is about. */
  readonly model: string
  /** Whether passages have vectors; undefined before anybody looked. */
  hasVectors: boolean | undefined
  /** Nothing is left to be done until passages change. */
  isDone: boolean
  /** Hashes of the passages that were tried last. */
  tried: ReadonlySet<string>
  /** How many were tried and have no vector still. */
  refused: number
}

/** Vectors of passages and questions, where a model server makes any. Contacts nobody before the first. */
export class PassageEmbedding {
  readonly #parts: EmbeddingParts
  readonly #clock: Clock
  readonly #closing = new AbortController()
  readonly #accounts = new Map<string, Account>()
  /** Accounts whose turn comes, in this order. */
  readonly #waiting = new Set<string>()
  readonly #questions = new Set<Promise<unknown>>()
  #working: Promise<void> | undefined
  /** A model whose server has said that it makes no vectors. */
  #unable: string | undefined
  #isFailing = false
  /** Questions that were not answered in time. */
  readonly #overdue = new Set<Promise<unknown>>()
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(parts: EmbeddingParts) {
    this.#parts = parts
    this.#clock = parts.clock ?? realClock
  }

  /** Has vectors made of what has none yet, in the background; uploads during a run are picked up. */
  passagesChanged(userId: string): void {
    const account = this.#accounts.get(userId)
    if (account) Object.assign(account, { isDone: false, hasVectors: undefined })
    this.#begin(userId)
  }

  /**
   * The vector of a question, where passages of the account have vectors of the same model. Undefined
   * after two seconds at the latest; never rejects.
   */
  async queryVector(userId: string, question: string): Promise<QueryVector | undefined> {
    const isHeldUp = this.#overdue.size > 0 || this.#clock.now() < this.#pausedUntil
    if (this.#closing.signal.aborted || isHeldUp) return undefined
    const asking = this.#vectorOf(userId, question).catch((failure) => {
      this.#pausedUntil = this.#clock.now() + PAUSE_MS
      this.#tell(failure)
      return undefined
    })
    const { promise, resolve } = Promise.withResolvers<QueryVector | undefined>()
    const stop = this.#clock.after(QUESTION_WAIT_MS, () => {
      this.#questions.delete(asking)
      this.#overdue.add(asking)
      resolve(undefined)
    })
    this.#questions.add(asking)
    asking.then((vector) => {
      stop()
      this.#questions.delete(asking)
      this.#overdue.delete(asking)
      resolve(vector)
    })
    return promise
  }

  /** Passages of the account that have no vector yet; 0 where no model server is known to make any. */
  async unembedded(userId: string): Promise<number> {
    const account = this.#accounts.get(userId)
    if (!account || account.model === this.#unable) return 0
    const { folders, index } = this.#parts
    const { count } = await index.unembedded(await folders.makeHome(userId), account.model, 0)
    return Math.max(0, count - account.refused)
  }

  /** Resolves once nothing is being made. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working
  }

  /** Ends what runs; vectors that have been made are kept. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#waiting.clear()
    await Promise.allSettled([this.#working, ...this.#questions])
  }

  #begin(userId: string): void {
    if (this.#closing.signal.aborted) return
    this.#waiting.add(userId)
    this.#working ??= this.#work()
  }

  /** One account at a time, until none waits. */
  async #work(): Promise<void> {
    for (const userId of this.#waiting) {
      this.#waiting.delete(userId)
      try {
        await this.#embedPage(userId)
        this.#isFailing = false
      } catch (failure) {
        // the next passages or the next question begin anew
        this.#waiting.clear()
        this.#tell(failure)
      }
    }
    this.#working = undefined
  }

  async #embedPage(userId: string): Promise<void> {
    const { folders, index, embed, realtime } = this.#parts
    const { signal } = this.#closing
    const account = await this.#account(userId)
    if (!account || account.isDone) return
    const home = await folders.makeHome(userId)
    account.isDone = true
    try {
      const lacking = await index.unembedded(home, account.model, PAGE + account.refused)
      const texts = lacking.passages.filter(({ hash }) => !account.tried.has(hash))
      account.refused = lacking.passages.length - texts.length
      if (texts.length === 0) return

      const keep = async (model: string, vectors: readonly PassageVector[]) => {
        await index.keepVectors(home, model, vectors)
        if (model === account.model) account.hasVectors = true
      }
      const ready = () => Promise.allSettled(this.#questions)
      const isAble = await embedTexts(texts, { embed, ready, keep, signal })
      if (isAble) account.tried = new Set(lacking.passages.map(({ hash }) => hash))
      // the server makes no vectors, unless it has just gone and nobody was asked
      else if ((await this.#model()) === account.model) this.#unable = account.model
      realtime.publish(userId, 'folders-changed', {})
      account.isDone = !isAble
    } catch (failure) {
      account.isDone = false
      throw failure
    }
    if (!account.isDone) this.#begin(userId)
  }

  async #vectorOf(userId: string, question: string): Promise<QueryVector | undefined> {
    const { folders, index, embed } = this.#parts
    const account = await this.#account(userId)
    if (!account) return undefined
    if (!account.isDone) this.#begin(userId)
    if (account.hasVectors === undefined) {
      const home = await folders.makeHome(userId)
      const { embedded } = await index.unembedded(home, account.model, 0)
      account.hasVectors ??= embedded > 0
    }
    if (!account.hasVectors) return undefined
    const text = question.slice(0, QUESTION_MAX_CHARACTERS)
    const embedded = await embed([text], this.#closing.signal)
    const [vector] = embedded?.vectors ?? []
    this.#isFailing = false
    return embedded && vector ? { model: embedded.model, vector } : undefined
  }

  /** What is known of an account and the model that makes vectors now; undefined without one. */
  async #account(userId: string): Promise<Account | undefined> {
    const model = await this.#model()
    if (model === undefined) return undefined
    const known = this.#accounts.get(userId)
    if (known?.model === model) return known
    const account: Account = {
      model,
      hasVectors: undefined,
      isDone: false,
      tried: new Set(),
      refused: 0,
    }
    this.#accounts.set(userId, account)
    return account
  }

  async #model(): Promise<string | undefined> {
    // nothing to be embedded: the server is not asked, the engine says what it would ask for
    const model = (await this.#parts.embed([], this.#closing.signal))?.model
    if (model !== this.#unable) this.#unable = undefined
    return this.#unable === undefined ? model : undefined
  }

  #tell(failure: unknown): void {
    if (this.#isFailing || this.#closing.signal.aborted) return
    this.#isFailing = true
    const told = 'vectors could not be made; files are searched by their words alone'
    if (failure instanceof AppError) this.#parts.log.info({ code: failure.code }, told)
    else this.#parts.log.warn({ err: failure }, told)
  }
}

/** What one call asks for at most: texts, and their characters. */
const BATCH_TEXTS = 32
const BATCH_CHARACTERS = 32_000

/** What is left of texts that are too much for the model; any holds so much. */
const SHORT_CHARACTERS = 500

/** So many single texts refused in a row, and it is not about the texts. */
const STRIKES = 3

type TextToEmbed = Unembedded['passages'][number]

interface TextEmbedding {
  readonly embed: Embed
  /** Resolves once the next call may be made. */
  readonly ready: () => Promise<unknown>
  readonly keep: (model: string, vectors: readonly PassageVector[]) => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Has vectors made in batches, each kept before the next is asked for. Texts that the model refuses
 * are tried with their beginning alone, then without the others, and are left out where that fails
 * too. False where the server makes no vectors; throws what the server fails with.
 */
async function embedTexts(
  texts: readonly TextToEmbed[],
  { embed, ready, keep, signal }: TextEmbedding,
): Promise<boolean> {
  let strikes = 0

  async function ask(batch: readonly TextToEmbed[], maxCharacters: number): Promise<boolean> {
    await ready()
    signal.throwIfAborted()
    const embedded = await embed(
      batch.map(({ text }) => text.slice(0, maxCharacters)),
      signal,
    )
    if (!embedded) return false
    strikes = 0
    await keep(
      embedded.model,
      embedded.vectors.flatMap((vector, at) => {
        const hash = batch[at]?.hash
        return hash === undefined ? [] : [{ hash, vector }]
      }),
    )
    return true
  }

  async function askBearing(
    batch: readonly TextToEmbed[],
    maxCharacters: number,
  ): Promise<boolean> {
    try {
      return await ask(batch, maxCharacters)
    } catch (failure) {
      if (batch.length === 1 && maxCharacters === SHORT_CHARACTERS) strikes += 1
      if (!isAboutTexts(failure) || strikes === STRIKES) throw failure
    }
    if (maxCharacters > SHORT_CHARACTERS) return askBearing(batch, SHORT_CHARACTERS)
    if (batch.length === 1) return true
    const half = Math.ceil(batch.length / 2)
    const isAble = await askBearing(batch.slice(0, half), maxCharacters)
    return isAble && askBearing(batch.slice(half), maxCharacters)
  }

  for (const batch of batches(texts)) {
    if (!(await askBearing(batch, Number.POSITIVE_INFINITY))) return false
  }
  return true
}

function* batches(texts: readonly TextToEmbed[]): Generator<TextToEmbed[]> {
  let [batch, characters]: [TextToEmbed[], number] = [[], 0]
  for (const each of texts) {
    const isFull = batch.length === BATCH_TEXTS || characters + each.text.length > BATCH_CHARACTERS
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(each)
    characters += each.text.length
  }
  if (batch.length > 0) yield batch
}

/** llama.cpp answers 500 to a text that is longer than its batch. */
function isAboutTexts(failure: unknown): boolean {
  if (!(failure instanceof AppError)) return false
  const refusals = ['LLM_CONTEXT', 'LLM_REFUSED', 'LLM_MALFORMED']
  return refusals.includes(failure.code) || statusOf(failure) === 500
}
