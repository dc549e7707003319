import type { Config } from '../env.ts'
import { createLlm, type LlmParts } from '../platform/llm/create-llm.ts'
import { guidesLlm } from '../platform/llm/guides/guides-llm.ts'
import type { Llm } from '../platform/llm/llm.ts'
import { findModelServers } from '../platform/llm/server/find-model-servers.ts'

/** The model engine that the settings ask for. */
export function openLlm(config: Config, log: LlmParts['log'] = () => {}): Llm {
  return createLlm({
    config: {
      baseUrl: config.OPENAI_BASE_URL,
      apiKey: config.OPENAI_API_KEY,
      chatModel: config.CHAT_MODEL,
      smallModel: config.SMALL_MODEL,
      visionModel: config.VISION_MODEL,
      embeddingModel: config.EMBEDDING_MODEL,
      stallSeconds: config.MODEL_STALL_SECONDS,
    },
    builtIn: guidesLlm(),
    findServers: findModelServers,
    log,
    now: () => new Date(),
  })
}
