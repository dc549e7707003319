import type { ModelPurpose } from '@shortlist/contracts/machine'
import { AppError } from '../../../errors.ts'
import type { Llm } from '../llm.ts'
import {
  describeServer,
  type ModelServer,
  OPENAI_HOST,
  openAiBase,
  type ServedModel,
  type ServerAddress,
} from './describe-server.ts'
import { isOwnNetwork } from './is-own-network.ts'
import { statusOf } from './llm-failure.ts'
import { ollamaLlm } from './ollama-llm.ts'
import { openAiLlm } from './openai-llm.ts'
import type { EngineModels } from './server-llm.ts'
import type { EngineLimits } from './stream-reply.ts'

// OpenAI lists its models in no useful order: small ones first (https://platform.openai.com/docs/models)
const preferred = [
  'gpt-4.1-mini',
  'gpt-5.4-mini',
  'gpt-5-mini',
  'gpt-4o-mini',
  'text-embedding-3-small',
] as const

interface Connecting {
  readonly address: ServerAddress
  readonly wanted: WantedModels
  readonly limits: EngineLimits
  /** What the label calls the server, where it is known better than from the server itself. */
  readonly serverName?: string
}

/** The engine for a server, after asking it what it is and what it has. */
export async function connectServer({
  address,
  wanted,
  limits,
  serverName,
}: Connecting): Promise<Llm> {
  const describing = describeServer(address, limits)
  const server = await describing.catch((failure) => withoutList(address, failure))
  const models = chooseModels(server, wanted)
  // a server with one model answers with it, whatever it is asked for
  const only = server.models.length === 1 ? server.models[0] : undefined
  const chat = server.models.find(({ id }) => id === models.chat) ?? only
  const config = {
    baseUrl: server.baseUrl,
    apiKey: address.apiKey,
    fetch: address.fetch,
    serverName: serverName ?? server.name,
    models,
    served: server.isListed ? server.models.map(({ id, name, use }) => ({ id, name, use })) : [],
    contextTokens: chat?.contextTokens,
    limits,
  }
  return server.kind === 'ollama' ? ollamaLlm(config) : openAiLlm(config)
}

/**
 * A server that keeps its list of models to itself: some have none, and some keys may chat without
 * being allowed to see it. Such a server has one model, or it is told with CHAT_MODEL.
 */
function withoutList({ baseUrl }: ServerAddress, failure: unknown): ModelServer {
  if (![403, 404, 405, 501].includes(statusOf(failure))) throw failure
  const url = new URL(baseUrl)
  const chat = url.hostname === OPENAI_HOST ? preferred[0] : 'default'
  return {
    kind: 'openai',
    name: url.host,
    baseUrl: openAiBase(url),
    isListed: false,
    models: [{ id: chat, name: chat, use: 'chat' }],
  }
}

/** Ids of models that somebody has configured, whatever a server lists. */
export interface WantedModels {
  readonly chatModel?: string | undefined
  readonly smallModel?: string | undefined
  readonly visionModel?: string | undefined
  readonly embeddingModel?: string | undefined
  /** What the owner has chosen for the server of an origin, as long as it has that. */
  readonly chosenFor?: (origin: string) => ChosenModels
}

export type ChosenModels = Partial<Readonly<Record<ModelPurpose, string>>>

/** What is configured, else the first model of the server that can do it; throws when none can chat. */
export function chooseModels(server: ModelServer, wanted: WantedModels): EngineModels {
  const { name, models, baseUrl, isListed } = server
  const ofOwner = wanted.chosenFor?.(new URL(baseUrl).origin)
  const chosen = (purpose: ModelPurpose) => {
    const id = ofOwner?.[purpose]
    return !isListed || models.some((each) => each.id === id) ? id : undefined
  }
  const chat = wanted.chatModel ?? chosen('chat') ?? firstFor('chat', models)
  if (!chat) {
    const told = `${name} has no model that can chat. Install one, or set CHAT_MODEL.`
    throw new AppError('LLM_REFUSED', told)
  }
  const found = isOwnNetwork(baseUrl) ? firstFor('embedding', models) : undefined
  return {
    chat,
    small: wanted.smallModel ?? chosen('small') ?? chat,
    vision: wanted.visionModel ?? chosen('vision') ?? chat,
    embedding: wanted.embeddingModel ?? chosen('embedding') ?? found ?? null,
  }
}

function firstFor(use: ServedModel['use'], models: readonly ServedModel[]): string | undefined {
  const ids = models.filter((model) => model.use === use).map(({ id }) => id)
  return preferred.find((id) => ids.includes(id)) ?? ids[0]
}
