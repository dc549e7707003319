import {
  type Answer,
  answerJson,
  answerStream,
  type FaultModel,
  startFaultModel,
} from '../../.config/testing/fault-model.ts'
import { ollamaWire, openAiWire, type Wire } from '../../.config/testing/model-wire.ts'
import type { Llm } from '../src/platform/llm/llm.ts'
import { ollamaLlm } from '../src/platform/llm/server/ollama-llm.ts'
import { openAiLlm } from '../src/platform/llm/server/openai-llm.ts'
import type { EngineConfig } from '../src/platform/llm/server/server-llm.ts'
import { type EngineLimits, llmTimers } from '../src/platform/llm/server/stream-reply.ts'
import { type EngineScript, listen, promptOf } from './llm-contract.ts'

/** One of the two engines, the wire that its server speaks, and its calls. */
export interface EngineKind {
  readonly name: string
  readonly wire: Wire
  create(config: EngineConfig): Llm
  /** What its base URL adds to the origin. */
  readonly path: string
  vectors(vector: readonly number[], texts: number): object
}

/** An OpenAI-compatible server. */
export const openAiKind: EngineKind = {
  name: 'openAiLlm',
  wire: openAiWire,
  create: openAiLlm,
  path: '/v1',
  vectors: (embedding, texts) => ({
    data: Array.from({ length: texts }, (_, index) => ({ index, embedding })),
  }),
}

/** Ollama by its own API. */
export const ollamaKind: EngineKind = {
  name: 'ollamaLlm',
  wire: ollamaWire,
  create: ollamaLlm,
  path: '',
  vectors: (vector, texts) => ({ embeddings: Array.from({ length: texts }, () => vector) }),
}

export const engineKinds = [openAiKind, ollamaKind]

/** How long each repetition waited, in milliseconds; nothing really waits. */
export function instantRetry() {
  const waits: number[] = []
  const retry = {
    delaysMs: [500, 2000],
    longestWaitMs: 20_000,
    wait: async (ms: number) => {
      waits.push(ms)
    },
  }
  return { waits, retry }
}

/** An engine that talks to this server; limits are the product's, without waits between tries. */
export function engineAt(
  kind: EngineKind,
  server: Pick<FaultModel, 'origin'>,
  { timers, retry }: Partial<EngineLimits> = {},
): Llm {
  return kind.create({
    baseUrl: `${server.origin}${kind.path}`,
    apiKey: 'test-key',
    serverName: 'Test server',
    served: [],
    models: { chat: 'chatty', small: 'tiny', vision: 'seeing', embedding: 'embedder' },
    limits: { timers: timers ?? llmTimers(30), retry: retry ?? instantRetry().retry },
  })
}

/** An engine and the server behind it, for one test. */
export async function startEngine(
  kind: EngineKind,
  answers: Answer | readonly Answer[],
  limits?: Partial<EngineLimits>,
) {
  const server = await startFaultModel(answers)
  return { server, llm: engineAt(kind, server, limits) }
}

/** What an engine makes of the answers of its server, when it is asked for one reply. */
export async function askEngine(
  kind: EngineKind,
  answers: Answer | readonly Answer[],
  limits?: Partial<EngineLimits>,
) {
  const { server, llm } = await startEngine(kind, answers, limits)
  const heard = await listen(llm.stream(promptOf('Hi'), new AbortController().signal))
  return { server, ...heard, status: llm.status() }
}

/** A real engine in front of a server that follows the script. */
export async function startScriptedEngine(kind: EngineKind, script: EngineScript): Promise<Llm> {
  return engineAt(kind, await startFaultModel(answerFrom(kind, script)))
}

function answerFrom(kind: EngineKind, script: EngineScript): Answer {
  return (response, request) => {
    const answer = request.path.includes('embed')
      ? embedding(kind, script, request.body.input)
      : reply(kind, script, request.body.stream === true)
    return answer(response, request)
  }
}

function embedding({ vectors }: EngineKind, { vector }: EngineScript, input: unknown): Answer {
  if (!vector) return answerJson({ error: { message: 'no embeddings here' } }, 501)
  return answerJson(vectors(vector, Array.isArray(input) ? input.length : 1))
}

function reply({ wire }: EngineKind, script: EngineScript, isStream: boolean): Answer {
  if (script.isTooLong) {
    return answerJson(wire.refusal('too long for the context length', 'context_length'), 400)
  }
  if (!isStream) {
    return answerJson(wire.whole(script.write ?? JSON.stringify(script.json ?? null)))
  }
  const end = script.isCut ? [] : [wire.finish('stop')]
  return answerStream(wire, ...(script.pieces ?? []).map(wire.text), ...end)
}
