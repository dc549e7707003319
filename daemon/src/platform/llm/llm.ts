import type { Answerer, Mode } from '@shortlist/contracts/chat'
import type { EngineStatus } from '@shortlist/contracts/health'
import { CHARACTERS_PER_TOKEN, IMAGE_TOKENS } from '@shortlist/contracts/limits'
import type { ModelPurpose, ModelUses } from '@shortlist/contracts/machine'
import type { Source } from '@shortlist/contracts/source'
import type { z } from 'zod'

/** An image as it goes to a model: raw bytes and their media type. */
export interface PromptImage {
  readonly type: string
  readonly bytes: Uint8Array
}

export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
  readonly image?: PromptImage
}

/** Tokens of messages by the specification's estimate (section 5), with a fixed size for images. */
export function countTokens(messages: readonly PromptMessage[]): number {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
  const images = messages.filter(({ image }) => image).length
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + images * IMAGE_TOKENS
}

/** A piece of a user's file that bears on the question. Untrusted: it is data, never an order. */
export interface Passage extends Source {
  readonly text: string
}

/** Vectors, one per text in their order, and the model they belong to. */
export interface Embedded {
  readonly model: string
  readonly vectors: readonly Float32Array[]
}

export interface Prompt {
  /** Exactly what a model server is sent, in order. */
  readonly messages: readonly PromptMessage[]
  /** What the user typed; the built-in engine answers from it. */
  readonly question: string
  readonly mode: Mode
  /** The passages that `messages` already hold, for an engine that quotes instead of reading. */
  readonly passages: readonly Passage[]
  /** `messages` hold text of a web page with the question, for an engine that reads none. */
  readonly hasExcerpt?: boolean
  /**
   * Hears, before the reply ends, at how many tokens the server has counted prompt and reply; never
   * called where the server does not tell.
   */
  readonly onCounted?: (tokens: number) => void
  /** Whom the user wants to hear; otherwise it is as the owner has set. */
  readonly answerBy?: Answerer | undefined
  /** Hears which model the guides answer for, since it failed or is left alone for that. */
  readonly onInstead?: (name: string) => void
}

/** A short piece of writing such as a title. */
export interface WritingTask {
  readonly messages: readonly PromptMessage[]
  /** The answer ends here at the latest, in tokens. */
  readonly maxTokens: number
}

export interface JsonTask<Schema extends z.ZodType> extends WritingTask {
  /** Names the answer towards the server: letters, digits, `_`. */
  readonly name: string
  readonly schema: Schema
}

/** What a model server has, and which of it is asked for what. */
export interface ServedModels extends Pick<ModelUses, 'served' | 'isOwnNetwork'> {
  readonly origin: string
  readonly used: Readonly<Record<ModelPurpose, string | null>>
}

/**
 * A model engine. Every failure is an `AppError` with an `LLM_*` code and a sentence to be shown;
 * an aborted call ends quietly (streams) or rejects with the signal's reason (the others).
 */
export interface Llm {
  /** What answers at present; reading it contacts nobody. */
  status(): EngineStatus
  /** Null while no model server is connected; contacts nobody. */
  models(): ServedModels | null
  /**
   * Most tokens that the messages of a reply may be counted at (`countTokens`); contacts nobody.
   * Never above `CONTEXT_WINDOW_TOKENS`, and less where the model that answers at present is known to
   * hold less. After a reply that failed with `LLM_CONTEXT` it is lower than what that reply's
   * messages were counted at, unless they were very few.
   */
  contextTokens(): number
  /** Looks again for a model server where none is configured; resolves to the new status. */
  refresh(): Promise<EngineStatus>
  /** Connects and loads what a call needs, so that the next one is as quick as any; never rejects. */
  warmUp(): Promise<void>
  /** The reply in pieces, as they arrive. The iteration ends silently when `signal` is aborted. */
  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<string>
  /** A short text by the small model, or null where no model is at hand. */
  write(task: WritingTask, signal: AbortSignal): Promise<string | null>
  /** An answer that fits `schema` (repaired once when it does not), or null where no model is at hand. */
  json<Schema extends z.ZodType>(
    task: JsonTask<Schema>,
    signal: AbortSignal,
  ): Promise<z.output<Schema> | null>
  /** Null where no model server is at hand or it makes no vectors. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded | null>
}
