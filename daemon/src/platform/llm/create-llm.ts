import type { EngineStatus, FoundServer } from '@shortlist/contracts/health'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import { AppError } from '../../errors.ts'
import { untilAborted } from '../until-aborted.ts'
import type { Llm } from './llm.ts'
import { type SearchParts, searchingLlm } from './searching-llm.ts'
import { connectServer, type WantedModels } from './server/connect-server.ts'
import { modelName } from './server/describe-server.ts'
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

export interface LlmParts extends Pick<SearchParts, 'findServers' | 'log' | 'now'> {
  readonly config: LlmConfig
  /** Answers while no model server is known. */
  readonly builtIn: Llm
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
  const limits = limitsOf(config, retry)
  const baseUrl = config.baseUrl ?? (config.apiKey ? OPENAI_URL : undefined)
  if (baseUrl) return chosenLlm({ config, retry }, baseUrl, async () => config.apiKey)
  // where another engine stands by, nobody waits for a server to recover
  const once = withoutRetry(limits)
  const connect = ({ name, url }: FoundServer) =>
    connectServer({ address: { baseUrl: url }, wanted: config, limits: once, serverName: name })
  return searchingLlm({ findServers, connect, log, now }, builtIn)
}

interface ChosenParts extends Pick<LlmParts, 'config'> {
  readonly retry?: RetryPolicy | undefined
  /** What it is asked with; the platform's own where it is left out. */
  readonly fetch?: typeof fetch
}

/** The engine of a server that somebody has chosen; `keyOf` is asked for its key before it is connected. */
export function chosenLlm(
  { config, retry, fetch }: ChosenParts,
  baseUrl: string,
  keyOf: () => Promise<string | undefined>,
): Llm {
  const limits = limitsOf(config, retry)
  const connect = async () =>
    connectServer({ address: { baseUrl, apiKey: await keyOf(), fetch }, wanted: config, limits })
  return configuredLlm(connect, unconnected(baseUrl, config))
}

function limitsOf({ stallSeconds }: LlmConfig, retry = defaultRetryPolicy) {
  return { timers: llmTimers(stallSeconds), retry }
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
    models: () => engine?.models() ?? null,
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
