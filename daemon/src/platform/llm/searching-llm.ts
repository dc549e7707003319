import type { EngineStatus, FoundServer } from '@shortlist/contracts/health'
import { AppError } from '../../errors.ts'
import { untilAborted } from '../until-aborted.ts'
import type { Llm, Prompt } from './llm.ts'
import { isGone, isOfServer, replyOrGuides, whyNot } from './reply-or-guides.ts'

/** Shortest time between two searches that nobody asked for, in milliseconds. */
const SEARCH_EVERY_MS = 5000

const MINUTE_MS = 60_000

/** A server that fails twice within so many milliseconds is left alone for a while. */
const TWICE_WITHIN_MS = 300_000

/** For how long, in milliseconds; doubled each time, up to the longest. */
const REST_MS = 600_000
const LONGEST_REST_MS = 7_200_000

const CHOICE = 'What answers is chosen in Settings, or by OPENAI_BASE_URL.'

/** What a server that nobody has chosen is found and asked with. */
export interface SearchParts {
  /** The model servers that run on this machine, in order of preference. */
  readonly findServers: () => Promise<FoundServer[]>
  /** Takes what is worth a line in the log; never a prompt, a reply or a key. */
  readonly log: (details: object, message: string) => void
  readonly now: () => Date
  /** Throws an `AppError` when the server cannot be used. */
  readonly connect: (server: FoundServer) => Promise<Llm>
}

interface Used {
  readonly server: FoundServer
  readonly engine: Llm
}

/** How a server failed last, in epoch milliseconds. */
interface Failed {
  readonly at: number
  /** Left alone until then. */
  readonly until: number
  /** The length of its last rest; 0 where it had none since it answered well. */
  readonly restMs: number
  readonly why: string
}

/**
 * Uses the first local server that is found, else the built-in engine. Nobody chose that server: where
 * it fails before it has said anything, the built-in engine answers instead, and its reply begins with
 * a line that says so.
 */
export function searchingLlm({ findServers, connect, log, now }: SearchParts, builtIn: Llm): Llm {
  let found: readonly FoundServer[] = []
  let using: Used | undefined
  let searching: Promise<void> | undefined
  let searchedAt = Number.NEGATIVE_INFINITY
  const failures = new ServerFailures(now, log)
  const time = () => now().getTime()
  const notResting = () => found.filter(({ url }) => !failures.isResting(url))

  /** The known server, after a search where none is known and the last search is a while ago. */
  async function used(signal: AbortSignal): Promise<Used | undefined> {
    const isDue = time() - searchedAt >= SEARCH_EVERY_MS
    if (!using && (searching || isDue)) await untilAborted(search, signal)
    return using
  }

  function search(): Promise<void> {
    searching ??= searchNow().finally(() => {
      searchedAt = time()
      searching = undefined
    })
    return searching
  }

  async function searchNow(): Promise<void> {
    found = await findServers()
    // a server that has gone may be used as soon as it is back
    failures.keepOnly(found.map(({ url }) => url))
    using = await firstUsable()
  }

  async function firstUsable(): Promise<Used | undefined> {
    for (const server of notResting()) {
      if (using && isSame(using.server, server)) return using
      const usable = await connected(server)
      if (usable) return usable
    }
    return undefined
  }

  async function connected(server: FoundServer): Promise<Used | undefined> {
    try {
      const engine = await connect(server)
      log({ server: server.url }, `uses ${engine.status().label}`)
      return { server, engine }
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure
      log({ server: server.url, code: failure.code }, 'cannot use a model server that was found')
      if (isOfServer(failure)) failures.note(server, failure)
      return undefined
    }
  }

  /** Lets go of the server that failed; the next call searches at once. */
  function giveUp(asked: Used, failure: unknown): void {
    // another call may have noticed it before
    if (using !== asked) return
    using = undefined
    searchedAt = Number.NEGATIVE_INFINITY
    failures.note(asked.server, failure)
  }

  async function ask<Answer>(
    call: (engine: Llm) => Promise<Answer>,
    signal: AbortSignal,
    isFailure = isOfServer,
  ): Promise<Answer> {
    const asked = await used(signal)
    if (!asked) return call(builtIn)
    try {
      return await call(asked.engine)
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      giveUp(asked, failure)
      return call(builtIn)
    }
  }

  async function* reply(prompt: Prompt, signal: AbortSignal): AsyncIterable<string> {
    if (prompt.answerBy === 'model') await untilAborted(searchAnew, signal)
    const asked = await used(signal)
    if (asked) {
      const { server, engine } = asked
      const onBegun = () => failures.forgive(server)
      const onFailed = (failure: unknown) => giveUp(asked, failure)
      const parts = { engine, name: () => server.name, guides: builtIn, onBegun, onFailed }
      yield* replyOrGuides(parts, prompt, signal)
      return
    }
    const failed = found.find(({ url }) => failures.tell(url) !== undefined)
    if (failed) prompt.onInstead?.(failed.name)
    yield* builtIn.stream(prompt, signal)
  }

  /** Also for servers that are left alone. */
  function searchAnew(): Promise<void> {
    failures.keepOnly([])
    return search()
  }

  function status(): EngineStatus {
    if (using) return { ...using.engine.status(), found: notResting() }
    const told = found.map(({ url }) => failures.tell(url)).find((each) => each !== undefined)
    const error = told === undefined ? null : `${told} ${CHOICE}`
    return { ...builtIn.status(), error, found: notResting() }
  }

  return {
    status,
    models: () => using?.engine.models() ?? null,
    contextTokens: () => (using?.engine ?? builtIn).contextTokens(),
    async refresh() {
      await searchAnew()
      return status()
    },
    async warmUp() {
      await ((await used(new AbortController().signal))?.engine ?? builtIn).warmUp()
    },
    async *stream(prompt, signal) {
      try {
        yield* reply(prompt, signal)
      } catch (failure) {
        if (!signal.aborted) throw failure
      }
    },
    write: (task, signal) => ask((engine) => engine.write(task, signal), signal),
    async json(task, signal) {
      const asked = await used(signal)
      // many of these follow one another, and each of them would wait for it again
      if (asked && failures.isRecent(asked.server.url)) return builtIn.json(task, signal)
      return ask((engine) => engine.json(task, signal), signal)
    },
    // a server that makes no vectors may chat well
    embed: (texts, signal) => ask((engine) => engine.embed(texts, signal), signal, isGone),
  }
}

/** How servers that were found have failed, by address, and which of them are left alone for it. */
class ServerFailures {
  readonly #now: () => Date
  readonly #log: SearchParts['log']
  readonly #failed = new Map<string, Failed>()

  constructor(now: () => Date, log: SearchParts['log']) {
    this.#now = now
    this.#log = log
  }

  isResting(url: string): boolean {
    return (this.#failed.get(url)?.until ?? 0) > this.#time()
  }

  isRecent(url: string): boolean {
    return (this.#failed.get(url)?.at ?? Number.NEGATIVE_INFINITY) > this.#time() - TWICE_WITHIN_MS
  }

  /** How it failed last and what follows; undefined where it did not. */
  tell(url: string): string | undefined {
    const last = this.#failed.get(url)
    if (!last) return undefined
    const minutes = Math.ceil((last.until - this.#time()) / MINUTE_MS)
    const when = minutes > 1 ? `in ${minutes} minutes` : 'in a minute'
    const again = minutes > 0 ? ` It is asked again ${when}.` : ''
    return `${last.why} The built-in guides answer.${again}`
  }

  note({ url, name }: FoundServer, failure: unknown): void {
    const why = whyNot(name, failure)
    const lastMs = this.#failed.get(url)?.restMs ?? 0
    if (!this.isRecent(url)) {
      this.#failed.set(url, { at: this.#time(), until: 0, restMs: lastMs, why })
      return
    }
    const restMs = Math.min(LONGEST_REST_MS, lastMs * 2 || REST_MS)
    // what comes after a rest is counted anew
    const at = Number.NEGATIVE_INFINITY
    this.#failed.set(url, { at, until: this.#time() + restMs, restMs, why })
    this.#log({ server: url, restMs }, 'leaves a model server alone that failed twice')
  }

  /** The next rest of a server that has answered is a short one again. */
  forgive({ url }: FoundServer): void {
    const before = this.#failed.get(url)
    if (before) this.#failed.set(url, { ...before, restMs: 0 })
  }

  /** Forgets the failures of all others. */
  keepOnly(urls: readonly string[]): void {
    for (const url of this.#failed.keys()) if (!urls.includes(url)) this.#failed.delete(url)
  }

  #time(): number {
    return this.#now().getTime()
  }
}

function isSame(one: FoundServer, other: FoundServer): boolean {
  return one.url === other.url && one.models.join('\n') === other.models.join('\n')
}
