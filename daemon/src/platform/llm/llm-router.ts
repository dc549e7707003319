import type { FoundServer } from '@shortlist/contracts/health'
import type { Llm } from './llm.ts'

/** Which model server answers, as the environment says it. */
export interface LlmConfig {
  /** An OpenAI-compatible server or Ollama; `off` keeps to the built-in engine and never searches. */
  readonly baseUrl?: string | 'off' | undefined
  readonly apiKey?: string | undefined
  readonly chatModel?: string | undefined
  readonly smallModel?: string | undefined
  readonly visionModel?: string | undefined
  readonly embeddingModel?: string | undefined
  /** Longest silence within a reply, in seconds; the first token may take four times as long. */
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
}

/** The engine that the rest of the daemon talks to: the configured server, a found one, or guides. */
export function createLlm({ builtIn }: LlmParts): Llm {
  return builtIn
}
