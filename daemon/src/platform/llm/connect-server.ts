import { chooseModels, type WantedModels } from './choose-models.ts'
import type { Llm } from './llm.ts'
import { describeServer, type ServerAddress } from './model-server.ts'
import { ollamaLlm } from './ollama-llm.ts'
import { openAiLlm } from './openai-llm.ts'
import type { EngineLimits } from './stream-reply.ts'

export interface Connecting {
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
  // to tell what it is a server needs no model, so it has no more time than for a silence
  const asking = { ...limits, timers: { ...limits.timers, answerMs: limits.timers.idleMs } }
  const server = await describeServer(address, asking, new AbortController().signal)
  const config = {
    baseUrl: server.baseUrl,
    apiKey: address.apiKey,
    serverName: serverName ?? server.name,
    models: chooseModels(server, wanted),
    limits,
  }
  return server.kind === 'ollama' ? ollamaLlm(config) : openAiLlm(config)
}
