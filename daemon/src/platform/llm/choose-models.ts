import { AppError } from '../../errors.ts'
import { isOwnNetwork } from './is-own-network.ts'
import type { ModelServer, ServedModel } from './model-server.ts'

/** Ids of the models that an engine asks for. */
export interface EngineModels {
  readonly chat: string
  readonly small: string
  readonly vision: string
  /**
   * Null where the server has none, and where it is somebody else's and nobody has named one: whole
   * folders would go there.
   */
  readonly embedding: string | null
}

export interface WantedModels {
  readonly chatModel?: string | undefined
  readonly smallModel?: string | undefined
  readonly visionModel?: string | undefined
  readonly embeddingModel?: string | undefined
}

// OpenAI lists its models in no useful order
const preferred = [
  'gpt-4.1-mini',
  'gpt-5.4-mini',
  'gpt-5-mini',
  'gpt-4o-mini',
  'text-embedding-3-small',
]

/** What is configured, else the first model of the server that can do it; throws when none can chat. */
export function chooseModels(server: ModelServer, wanted: WantedModels): EngineModels {
  const { name, models, baseUrl } = server
  const chat = wanted.chatModel ?? firstFor('chat', models)
  if (!chat) {
    const told = `${name} has no model that can chat. Install one, or set CHAT_MODEL.`
    throw new AppError('LLM_REFUSED', told)
  }
  const found = isOwnNetwork(baseUrl) ? firstFor('embedding', models) : undefined
  return {
    chat,
    small: wanted.smallModel ?? chat,
    vision: wanted.visionModel ?? chat,
    embedding: wanted.embeddingModel ?? found ?? null,
  }
}

function firstFor(use: ServedModel['use'], models: readonly ServedModel[]): string | undefined {
  const ids = models.filter((model) => model.use === use).map(({ id }) => id)
  return preferred.find((id) => ids.includes(id)) ?? ids[0]
}
