import { setTimeout } from 'node:timers/promises'
import type { EngineStatus } from '@shortlist/contracts/health'
import type { Llm, Prompt } from './llm.ts'

/** Waits between two pieces of a reply; may reject once `signal` is aborted. */
export type Pace = (signal: AbortSignal) => Promise<void>

/** Without a `pace` a few words leave every few milliseconds: a full answer takes 1 to 2 seconds. */
export interface GuidesLlmOptions {
  readonly pace?: Pace
}

const status: EngineStatus = {
  kind: 'built-in',
  label: 'Built-in guides',
  model: null,
  error: null,
  found: [],
}

/**
 * The engine that needs no model: it quotes the product's guides and the user's passages and names
 * its sources. It writes, judges and embeds nothing. The guides are read at the first question.
 */
export function guidesLlm({ pace = steadyPace }: GuidesLlmOptions = {}): Llm {
  let answering: Promise<(prompt: Prompt) => string> | undefined

  async function answerTo(prompt: Prompt): Promise<string> {
    answering ??= openAnswering()
    try {
      return (await answering)(prompt)
    } catch (error) {
      answering = undefined
      throw error
    }
  }

  return {
    status: () => status,
    refresh: async () => status,
    async *stream(prompt, signal) {
      if (signal.aborted) return
      yield* paced(await answerTo(prompt), pace, signal)
    },
    write: async () => null,
    json: async () => null,
    embed: async () => null,
  }
}

/** Loaded at the first question, so that the daemon's start does not pay for it. */
async function openAnswering() {
  const [{ openGuideLibrary }, { composeAnswer }] = await Promise.all([
    import('./guide-library.ts'),
    import('./guides/compose-answer.ts'),
  ])
  const library = await openGuideLibrary()
  return (prompt: Prompt) => composeAnswer(prompt, library)
}

async function* paced(text: string, pace: Pace, signal: AbortSignal): AsyncIterable<string> {
  for (const piece of text.match(/(?:\s*\S+){1,2}\s*/g) ?? []) {
    if (signal.aborted) return
    yield piece
    try {
      await pace(signal)
    } catch (error) {
      if (signal.aborted) return
      throw error
    }
  }
}

function steadyPace(signal: AbortSignal): Promise<void> {
  return setTimeout(8, undefined, { signal })
}
