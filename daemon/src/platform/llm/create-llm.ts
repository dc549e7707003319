import type { ErrorCode } from '@shortlist/contracts/errors'
import type { EngineStatus, FoundServer } from '@shortlist/contracts/health'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import { AppError } from '../../errors.ts'
import { untilAborted } from '../until-aborted.ts'
import type { Llm, Prompt } from './llm.ts'
import { connectServer, type WantedModels } from './server/connect-server.ts'
import { modelName } from './server/describe-server.ts'
import { statusOf } from './server/llm-failure.ts'
import {
  defaultRetryPolicy,
  llmTimers,
  type RetryPolicy,
  withoutRetry,
} from './server/stream-reply.ts'

/** Which model server answers, as the environment says it. */
export interface LlmConfig extends WantedModels {
  /** An OpenAI-compatible server or Ollama; `off` keeps to the built-in engine and never searches. */
  readonly baseUrl?: string | 'off' | undefined
  readonly apiKey?: string | undefined
  /** Longest silence of a model, in seconds; four times as long while Ollama loads it. */
  readonly stallSeconds: number
}

export interface LlmParts {
  readonly config: LlmConfig
  /** Answers while no model server is known. */
  readonly builtIn: Llm
  /** The model servers that run on this machine, in order of preference. */
  readonly findServers: () => Promise<FoundServer[]>
  /** Takes what is worth a line in the log; never a prompt, a reply or a key. */
  readonly log: (details: object, message: string) => void
  readonly now: () => Date
  readonly retry?: RetryPolicy
}

const OPENAI_URL = 'https://api.openai.com/v1'

/**
 * The engine that the rest of the daemon talks to: the configured server; OpenAI where only a key
 * is configured; with neither a server found on this machine, else the built-in engine. Nothing is
 * contacted before the first call or `refresh`.
 */
export function createLlm({ config, builtIn, findServers, log, now, retry }: LlmParts): Llm {
  if (config.baseUrl === 'off') return builtIn
  const limits = { timers: llmTimers(config.stallSeconds), retry: retry ?? defaultRetryPolicy }
  const baseUrl = config.baseUrl ?? (config.apiKey ? OPENAI_URL : undefined)
  if (baseUrl) {
    const address = { baseUrl, apiKey: config.apiKey }
    const connect = () => connectServer({ address, wanted: config, limits })
    return configuredLlm(connect, unconnected(baseUrl, config))
  }
  // where another engine stands by, nobody waits for a server to recover
  const once = withoutRetry(limits)
  const connect = ({ name, url }: FoundServer) =>
    connectServer({ address: { baseUrl: url }, wanted: config, limits: once, serverName: name })
  return searchingLlm({ findServers, connect, log, now }, builtIn)
}

function unconnected(baseUrl: string, { chatModel }: WantedModels): EngineStatus {
  const { host } = new URL(baseUrl)
  const model = chatModel ? modelName(chatModel) : null
  const label = model ? `${model} on ${host}` : host
  return { kind: 'openai', label, model, error: null, found: [] }
}

/**
 * The engine of a configured server: connected at the first call, again after a failed one, and at
 * each `refresh`. It has no fallback, since somebody chose this server.
 */
export function configuredLlm(connect: () => Promise<Llm>, unconnected: EngineStatus): Llm {
  let engine: Llm | undefined
  let connecting: Promise<Llm> | undefined
  let before = unconnected

  async function connectAgain(): Promise<Llm> {
    engine = await connect().catch((failure: unknown) => {
      if (failure instanceof AppError) before = { ...status(), error: failure.message }
      engine = undefined
      throw failure
    })
    return engine
  }
  function connection(): Promise<Llm> {
    connecting ??= connectAgain().finally(() => {
      connecting = undefined
    })
    return connecting
  }
  async function connected(signal: AbortSignal): Promise<Llm> {
    return engine ?? untilAborted(connection, signal)
  }
  /** A server that cannot be used is told by the status, and to whoever asks next. */
  async function unlessUnusable(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure
    }
  }
  function status(): EngineStatus {
    return engine?.status() ?? before
  }

  return {
    status,
    contextTokens: () => engine?.contextTokens() ?? CONTEXT_WINDOW_TOKENS,
    async refresh() {
      await unlessUnusable(connection)
      return status()
    },
    warmUp: () => unlessUnusable(async () => (engine ?? (await connection())).warmUp()),
    async *stream(prompt, signal) {
      let connection: Llm
      try {
        connection = await connected(signal)
      } catch (failure) {
        if (signal.aborted) return
        throw failure
      }
      yield* connection.stream(prompt, signal)
    },
    write: async (task, signal) => (await connected(signal)).write(task, signal),
    json: async (task, signal) => (await connected(signal)).json(task, signal),
    embed: async (texts, signal) => (await connected(signal)).embed(texts, signal),
  }
}

/** Shortest time between two searches that nobody asked for, in milliseconds. */
const SEARCH_EVERY_MS = 5000

/** How long a server that failed is left alone while it goes on running, in milliseconds. */
const REST_MS = 300_000

const CHOICE =
  'To keep to that server, set OPENAI_BASE_URL to its address; to ignore it, set it to off.'

const failuresOfServer: readonly ErrorCode[] = [
  'LLM_UNREACHABLE',
  'LLM_STALL',
  'LLM_AUTH',
  'LLM_QUOTA',
  'LLM_RATE',
]

interface SearchParts extends Pick<LlmParts, 'findServers' | 'log' | 'now'> {
  /** Throws an `AppError` when the server cannot be used. */
  readonly connect: (server: FoundServer) => Promise<Llm>
}

/**
 * Uses the first local server that is found, else the built-in engine. Nobody chose that server: one
 * that fails before it has said anything gives way to another, or to the built-in engine, whose
 * reply then begins with a line that says so.
 */
function searchingLlm(parts: SearchParts, builtIn: Llm): Llm {
  const servers = new ServerSearch(parts)

  async function engineFor(signal: AbortSignal): Promise<Llm> {
    return (await servers.engine(signal)) ?? builtIn
  }

  /** Leaves the server alone that failed, and tells why; rethrows another failure. */
  function dismiss(engine: Llm, failure: unknown, isFailure = isOfServer): string {
    if (engine === builtIn || !isFailure(failure)) throw failure
    return servers.dismiss(engine, howItFailed(failure))
  }

  async function ask<Answer>(
    call: (engine: Llm) => Promise<Answer>,
    signal: AbortSignal,
    isFailure = isOfServer,
  ): Promise<Answer> {
    const engine = await engineFor(signal)
    try {
      return await call(engine)
    } catch (failure) {
      dismiss(engine, failure, isFailure)
      return ask(call, signal, isFailure)
    }
  }

  async function* reply(
    prompt: Prompt,
    signal: AbortSignal,
    failed?: string,
  ): AsyncIterable<string> {
    const engine = await engineFor(signal)
    if (failed && engine === builtIn) yield `_${failed}_\n\n`
    let hasBegun = false
    try {
      for await (const piece of engine.stream(prompt, signal)) {
        hasBegun = true
        yield piece
      }
      return
    } catch (failure) {
      if (hasBegun) throw failure
      failed = dismiss(engine, failure)
    }
    yield* reply(prompt, signal, failed)
  }

  function status(): EngineStatus {
    const now = servers.known?.status() ?? { ...builtIn.status(), error: servers.dismissal() }
    return { ...now, found: servers.found() }
  }

  return {
    status,
    contextTokens: () => (servers.known ?? builtIn).contextTokens(),
    async refresh() {
      await servers.search()
      return status()
    },
    async warmUp() {
      await (await engineFor(new AbortController().signal)).warmUp()
    },
    async *stream(prompt, signal) {
      try {
        yield* reply(prompt, signal)
      } catch (failure) {
        if (!signal.aborted) throw failure
      }
    },
    write: (task, signal) => ask((engine) => engine.write(task, signal), signal),
    json: (task, signal) => ask((engine) => engine.json(task, signal), signal),
    // a server that makes no vectors may chat well
    embed: (texts, signal) => ask((engine) => engine.embed(texts, signal), signal, isGone),
  }
}

/** Not what this prompt has caused, such as one that is too long. */
function isOfServer(failure: unknown): boolean {
  if (!(failure instanceof AppError)) return false
  const isRefusal = failure.code === 'LLM_REFUSED' && statusOf(failure) >= 400
  return isRefusal || failuresOfServer.includes(failure.code)
}

function isGone(failure: unknown): boolean {
  const isUnreachable = failure instanceof AppError && failure.code === 'LLM_UNREACHABLE'
  return isUnreachable && statusOf(failure) === 0
}

function howItFailed(failure: unknown): string {
  if (isGone(failure)) return 'cannot be reached'
  const status = statusOf(failure)
  return status ? `failed (HTTP ${status})` : 'did not answer in time'
}

/** Knows which local servers run, and the engine of the first that can be used. */
class ServerSearch {
  readonly #parts: SearchParts
  #found: readonly FoundServer[] = []
  #using: { readonly server: FoundServer; readonly engine: Llm } | undefined
  #searching: Promise<void> | undefined
  #searchedAt = Number.NEGATIVE_INFINITY
  readonly #addresses = new WeakMap<Llm, string>()
  /** By address: until when a server is left alone, and why. */
  readonly #dismissed = new Map<string, { readonly until: number; readonly why: string }>()

  constructor(parts: SearchParts) {
    this.#parts = parts
  }

  /** Undefined while none is known; contacts nobody. */
  get known(): Llm | undefined {
    return this.#using?.engine
  }

  /** Those that are not left alone. */
  found(): FoundServer[] {
    return this.#found.filter((server) => !this.#isDismissed(server))
  }

  /** The known engine, after a search where none is known and the last search is a while ago. */
  async engine(signal: AbortSignal): Promise<Llm | undefined> {
    const isDue = this.#now() - this.#searchedAt >= SEARCH_EVERY_MS
    if (!this.#using && (this.#searching || isDue)) await untilAborted(() => this.search(), signal)
    return this.known
  }

  search(): Promise<void> {
    this.#searching ??= this.#searchNow()
    return this.#searching
  }

  /**
   * This engine's server has failed: it is left alone for a while, and the next call searches at
   * once. `how` goes on from "The model server at ..."; gives the whole sentence.
   */
  dismiss(engine: Llm, how: string): string {
    const url = this.#addresses.get(engine) ?? ''
    const failed = `The model server at ${url && new URL(url).host} ${how}`
    const why = `${failed}, so the built-in guides answer. ${CHOICE}`
    // another call may have noticed it before
    if (this.known === engine) {
      this.#dismissed.set(url, { until: this.#now() + REST_MS, why })
      this.#using = undefined
      this.#searchedAt = Number.NEGATIVE_INFINITY
      this.#parts.log({ server: url }, 'leaves a model server alone that failed')
    }
    return why
  }

  /** Why a server that still runs is left alone at present; null where none is. */
  dismissal(): string | null {
    const server = this.#found.find((each) => this.#isDismissed(each))
    return (server && this.#dismissed.get(server.url)?.why) ?? null
  }

  async #searchNow(): Promise<void> {
    try {
      this.#found = await this.#parts.findServers()
      // a server that has gone may be used as soon as it is back
      for (const url of this.#dismissed.keys()) {
        if (!this.#found.some((server) => server.url === url)) this.#dismissed.delete(url)
      }
      this.#using = await this.#firstUsable()
    } finally {
      this.#searchedAt = this.#now()
      this.#searching = undefined
    }
  }

  async #firstUsable() {
    const { connect, log } = this.#parts
    for (const server of this.found()) {
      if (this.#using && isSame(this.#using.server, server)) return this.#using
      try {
        const engine = await connect(server)
        this.#addresses.set(engine, server.url)
        log({ server: server.url }, `uses ${engine.status().label}`)
        return { server, engine }
      } catch (failure) {
        if (!(failure instanceof AppError)) throw failure
        log({ server: server.url, code: failure.code }, 'cannot use a model server that was found')
      }
    }
    return undefined
  }

  #isDismissed({ url }: FoundServer): boolean {
    return (this.#dismissed.get(url)?.until ?? 0) > this.#now()
  }

  #now(): number {
    return this.#parts.now().getTime()
  }
}

function isSame(one: FoundServer, other: FoundServer): boolean {
  return one.url === other.url && one.models.join('\n') === other.models.join('\n')
}
