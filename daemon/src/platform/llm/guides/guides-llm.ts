import { setTimeout } from 'node:timers/promises'
import type { EngineStatus } from '@shortlist/contracts/health'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import { AppError } from '../../../errors.ts'
import type { Llm, Prompt } from '../llm.ts'

/** Waits between two pieces of a reply; may reject once `signal` is aborted. */
export type Pace = (signal: AbortSignal) => Promise<void>

export interface GuidesLlmOptions {
  /** Without it a few words leave every few milliseconds: a full answer takes 1 to 2 seconds. */
  readonly pace?: Pace
  /** Where the guides are, when not with the product. */
  readonly folder?: URL
}

const status: EngineStatus = {
  kind: 'built-in',
  label: 'Built-in guides',
  model: null,
  error: null,
  found: [],
}

/** A reply leaves in at most this many pieces; a long one has more words in each. */
const PIECES = 120
const PAUSE_MS = 8
const steadyPace: Pace = (signal) => setTimeout(PAUSE_MS, undefined, { signal })

/**
 * The engine that needs no model: it quotes the product's guides and the user's passages and names
 * its sources. It writes, judges and embeds nothing. The guides are read at the first question;
 * where they cannot be, `stream` throws `LLM_UNREACHABLE`.
 */
export function guidesLlm({ pace = steadyPace, folder }: GuidesLlmOptions = {}): Llm {
  let answering: Promise<(prompt: Prompt) => string> | undefined

  async function answerTo(prompt: Prompt): Promise<string> {
    answering ??= openAnswering(folder)
    try {
      return (await answering)(prompt)
    } catch (cause) {
      answering = undefined
      throw new AppError('LLM_UNREACHABLE', 'The built-in guides could not be read.', { cause })
    }
  }

  return {
    status: () => status,
    models: () => null,
    contextTokens: () => CONTEXT_WINDOW_TOKENS,
    refresh: async () => status,
    warmUp: async () => {},
    async *stream(prompt, signal) {
      if (signal.aborted) return
      try {
        yield* paced(await answerTo(prompt), pace, signal)
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
    write: async () => null,
    json: async () => null,
    embed: async () => null,
  }
}

/** Loaded at the first question, so that the daemon's start does not pay for it. */
async function openAnswering(folder: URL | undefined) {
  const [{ openGuideLibrary }, { composeAnswer }] = await Promise.all([
    import('./guide-library.ts'),
    import('./compose-answer.ts'),
  ])
  const library = await openGuideLibrary(folder)
  return (prompt: Prompt) => composeAnswer(prompt, library)
}

async function* paced(text: string, pace: Pace, signal: AbortSignal): AsyncIterable<string> {
  const words = text.match(/\s*\S+\s*/g) ?? []
  const atOnce = Math.max(2, Math.ceil(words.length / PIECES))
  for (let at = 0; at < words.length; at += atOnce) {
    if (signal.aborted) return
    yield words.slice(at, at + atOnce).join('')
    await pace(signal)
  }
}
