import { MODEL_ID_MAX } from '@shortlist/contracts/machine'
import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { llmFailure } from './llm-failure.ts'
import {
  type EngineLimits,
  guardedFetch,
  openRequest,
  requestAnswer,
  withoutRetry,
} from './stream-reply.ts'

export interface ServedModel {
  /** What the server is asked for. */
  readonly id: string
  /** What a screen shows. */
  readonly name: string
  readonly use: 'chat' | 'embedding' | 'other'
  /** What it is served with, prompt and reply together, where the server says it. */
  readonly contextTokens?: number | undefined
}

/** What a model server says about itself. */
export interface ModelServer {
  readonly kind: 'openai' | 'ollama'
  /** A product such as "Ollama", or the host. */
  readonly name: string
  /** Ends without a slash; for OpenAI-compatible servers with the path, such as `/v1`. */
  readonly baseUrl: string
  /** False where it keeps its list to itself, and `models` is a guess. */
  readonly isListed: boolean
  readonly models: readonly ServedModel[]
}

export interface ServerAddress {
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  /** What it is asked with; the platform's own where it is left out. */
  readonly fetch?: typeof fetch | undefined
}

const Tags = z.looseObject({
  models: z.array(
    z.looseObject({
      name: z.string(),
      details: z.looseObject({ family: z.string().nullish() }).nullish().catch(undefined),
    }),
  ),
})
const tokens = z.number().positive().nullish().catch(undefined)
// what a model was trained with or could have (n_ctx_train, max_context_length) is not what it has
const Listed = z.looseObject({
  id: z.string(),
  owned_by: z.string().nullish().catch(undefined),
  /** llama.cpp */
  meta: z.looseObject({ n_ctx: tokens }).nullish().catch(undefined),
  /** vLLM */
  max_model_len: tokens,
  /** LM Studio, by its own call */
  loaded_context_length: tokens,
  /** OpenRouter and other hosts */
  context_length: tokens,
})
const ModelList = z.looseObject({ data: z.array(Listed) })
const Props = z.looseObject({
  default_generation_settings: z.looseObject({ n_ctx: z.number().positive() }),
})

const productOf: ReadonlyMap<string, string> = new Map([
  ['llamacpp', 'llama.cpp'],
  ['organization_owner', 'LM Studio'],
  ['vllm', 'vLLM'],
])

/** Asks an address what it is and which models it has; throws an `AppError` when nobody answers. */
export async function describeServer(
  address: ServerAddress,
  limits: EngineLimits,
): Promise<ModelServer> {
  const url = new URL(address.baseUrl)
  const about = { host: url.host, model: '' }
  const fetch = guardedFetch(address.baseUrl, address.fetch)
  const { signal } = new AbortController()

  function ask(path: string, within = limits): Promise<unknown> {
    const request = { url: path, apiKey: address.apiKey, about, fetch }
    return requestAnswer((sending) => openRequest(request, sending), about, within, signal)
  }

  const once = withoutRetry(limits)
  if (mayBeOllama(url)) {
    const models = await ollamaModels(url.origin, (path) => ask(path, once))
    if (models)
      return { kind: 'ollama', name: 'Ollama', baseUrl: url.origin, isListed: true, models }
  }
  const baseUrl = openAiBase(url)
  const list = ModelList.safeParse(await ask(`${baseUrl}/models`))
  if (!list.success) throw llmFailure('LLM_MALFORMED', about)
  const owner = list.data.data[0]?.owned_by
  const name = (owner && productOf.get(owner)) || url.host
  const models = list.data.data.filter(({ id }) => isFit(id)).map(listedModel)
  const withWindows = await addWindows(name, models, (path) =>
    ask(`${baseUrl.replace(/\/v1$/, '')}${path}`, once),
  )
  return { kind: 'openai', name, baseUrl, isListed: true, models: withWindows }
}

/** Asks the products that tell a model's window elsewhere than in the usual list. */
async function addWindows(
  product: string,
  models: readonly ServedModel[],
  ask: (path: string) => Promise<unknown>,
): Promise<readonly ServedModel[]> {
  const path = { 'llama.cpp': '/props', 'LM Studio': '/api/v0/models' }[product]
  if (!path || models.some(({ contextTokens }) => contextTokens)) return models
  const told = await ask(path).catch((failure: unknown) => {
    // older versions do not tell; how long a prompt may be is then learned from a refusal
    if (failure instanceof AppError) return undefined
    throw failure
  })
  const ofAll = Props.safeParse(told).data?.default_generation_settings.n_ctx
  const listed = ModelList.safeParse(told).data?.data.map(listedModel)
  return models.map((model) => {
    const contextTokens = ofAll ?? listed?.find(({ id }) => id === model.id)?.contextTokens
    return { ...model, ...(contextTokens && { contextTokens }) }
  })
}

function listedModel(listed: z.output<typeof Listed>): ServedModel {
  const { id, meta, max_model_len, loaded_context_length, context_length } = listed
  const contextTokens = meta?.n_ctx ?? max_model_len ?? loaded_context_length ?? context_length
  return { ...servedModel(id), ...(contextTokens && { contextTokens }) }
}

/** The address that OpenAI-compatible calls are made under: a bare origin means `/v1`. */
export function openAiBase(url: URL): string {
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path || '/v1'}`
}

/** A model id as a screen shows it: never a file path, and without Ollama's default tag. */
export function modelName(id: string): string {
  const isPath = /^[/~.\\]|^[a-z]:|\\|\.gguf$/i.test(id)
  const name = isPath ? (id.split(/[/\\]/).at(-1) ?? '') : id
  return name.replace(/\.gguf$/i, '').replace(/:latest$/, '') || 'model'
}

function mayBeOllama({ protocol, pathname, hostname }: URL): boolean {
  return /^https?:$/.test(protocol) && /^\/(v1\/?)?$/.test(pathname) && hostname !== OPENAI_HOST
}

export const OPENAI_HOST = 'api.openai.com'

/** Undefined when it is another server; other programs also answer one of the two calls. */
async function ollamaModels(
  origin: string,
  ask: (path: string) => Promise<unknown>,
): Promise<ServedModel[] | undefined> {
  const [version, tags] = await Promise.allSettled([
    ask(`${origin}/api/version`),
    ask(`${origin}/api/tags`),
  ])
  if (version.status === 'rejected' || tags.status === 'rejected') return undefined
  return Tags.safeParse(tags.value)
    .data?.models.filter(({ name }) => isFit(name))
    .map(({ name, details }) => servedModel(name, details?.family))
}

/** A model by another name is none that anybody could choose. */
function isFit(id: string): boolean {
  return id.length > 0 && id.length <= MODEL_ID_MAX && !/\p{C}/u.test(id)
}

function servedModel(id: string, family?: string | null): ServedModel {
  return { id, name: modelName(id), use: useOf(id, family) }
}

function useOf(id: string, family: string | null | undefined): ServedModel['use'] {
  if (/embed|\bbge|\be5-|minilm|\bgte-/i.test(id) || /bert/i.test(family ?? '')) return 'embedding'
  const isOther = /rerank|whisper|tts|dall-e|moderation|-image|audio|realtime|transcribe|sora/i
  return isOther.test(id) ? 'other' : 'chat'
}
