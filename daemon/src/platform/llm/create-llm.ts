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

interface Used {
  readonly server: FoundServer
  readonly engine: Llm
}

/**
 * Uses the first local server that is found, else the built-in engine. Nobody chose that server: one
 * that fails before it has said anything gives way to another, or to the built-in engine, whose
 * reply then begins with a line that says so.
 */
function searchingLlm({ findServers, connect, log, now }: SearchParts, builtIn: Llm): Llm {
  let found: readonly FoundServer[] = []
  let using: Used | undefined
  let searching: Promise<void> | undefined
  let searchedAt = Number.NEGATIVE_INFINITY
  /** By address: until when a server is left alone, and why. */
  const dismissed = new Map<string, { readonly until: number; readonly why: string }>()
  const time = () => now().getTime()
  const isDismissed = ({ url }: FoundServer) => (dismissed.get(url)?.until ?? 0) > time()
  const notDismissed = () => found.filter((server) => !isDismissed(server))

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
    for (const url of dismissed.keys()) {
      if (!found.some((server) => server.url === url)) dismissed.delete(url)
    }
    using = await firstUsable()
  }

  async function firstUsable(): Promise<Used | undefined> {
    for (const server of notDismissed()) {
      if (using && isSame(using.server, server)) return using
      try {
        const engine = await connect(server)
        log({ server: server.url }, `uses ${engine.status().label}`)
        return { server, engine }
      } catch (failure) {
        if (!(failure instanceof AppError)) throw failure
        log({ server: server.url, code: failure.code }, 'cannot use a model server that was found')
      }
    }
    return undefined
  }

  /**
   * Leaves the server alone for a while that failed, and tells why; the next call searches at once.
   * Rethrows another failure.
   */
  function dismiss(failed: Used | undefined, failure: unknown, isFailure = isOfServer): string {
    if (!failed || !isFailure(failure)) throw failure
    const { url } = failed.server
    const what = `The model server at ${new URL(url).host} ${howItFailed(failure)}`
    const why = `${what}, so the built-in guides answer. ${CHOICE}`
    // another call may have noticed it before
    if (using === failed) {
      dismissed.set(url, { until: time() + REST_MS, why })
      using = undefined
      searchedAt = Number.NEGATIVE_INFINITY
      log({ server: url }, 'leaves a model server alone that failed')
    }
    return why
  }

  async function ask<Answer>(
    call: (engine: Llm) => Promise<Answer>,
    signal: AbortSignal,
    isFailure = isOfServer,
  ): Promise<Answer> {
    const asked = await used(signal)
    try {
      return await call(asked?.engine ?? builtIn)
    } catch (failure) {
      dismiss(asked, failure, isFailure)
      return ask(call, signal, isFailure)
    }
  }

  async function* reply(
    prompt: Prompt,
    signal: AbortSignal,
    failed?: string,
  ): AsyncIterable<string> {
    const asked = await used(signal)
    if (failed && !asked) yield `_${failed}_\n\n`
    let hasBegun = false
    try {
      for await (const piece of (asked?.engine ?? builtIn).stream(prompt, signal)) {
        hasBegun = true
        yield piece
      }
      return
    } catch (failure) {
      if (hasBegun) throw failure
      failed = dismiss(asked, failure)
    }
    yield* reply(prompt, signal, failed)
  }

  function status(): EngineStatus {
    const left = found.find(isDismissed)
    const error = (left && dismissed.get(left.url)?.why) ?? null
    const known = using?.engine.status() ?? { ...builtIn.status(), error }
    return { ...known, found: notDismissed() }
  }

  return {
    status,
    contextTokens: () => (using?.engine ?? builtIn).contextTokens(),
    async refresh() {
      await search()
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

function isSame(one: FoundServer, other: FoundServer): boolean {
  return one.url === other.url && one.models.join('\n') === other.models.join('\n')
}
