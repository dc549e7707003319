import type { FoundServer } from '@shortlist/contracts/health'
import {
  type Answer,
  answerStream,
  type Listing,
  openAiListing,
  startFaultModel,
} from '../../.config/testing/fault-model.ts'
import { openAiWire, type Wire } from '../../.config/testing/model-wire.ts'
import { createLlm, type LlmConfig } from '../src/platform/llm/create-llm.ts'
import type { Prompt } from '../src/platform/llm/llm.ts'
import { instantRetry } from './engine-under-test.ts'
import { listen, promptOf } from './llm-contract.ts'
import { scriptedLlm } from './scripted-llm.ts'

/** A whole reply. */
export const says = (text: string, wire: Wire = openAiWire) =>
  answerStream(wire, wire.text(text), wire.finish('stop'))

/** A model server, as itself and as a search finds it. */
export async function serverWith(
  answer: Answer | readonly Answer[],
  listing: Listing = openAiListing,
) {
  const server = await startFaultModel(answer, listing)
  const found = { name: 'LM Studio', url: `${server.origin}/v1`, models: ['scripted'] }
  return { ...server, found, host: new URL(server.origin).host }
}

/**
 * A router with a clock that stands still unless it is moved, and searches that are counted; the
 * last one is found again and again.
 */
export function routerFor(config: Partial<LlmConfig>, ...searches: FoundServer[][]) {
  const clock = { ms: 0 }
  const logged: string[] = []
  let searched = 0
  const builtIn = scriptedLlm.of({
    pieces: ['From the guides'],
    status: { kind: 'built-in', label: 'Built-in guides', model: null },
  })
  const llm = createLlm({
    config: { stallSeconds: 30, ...config },
    builtIn,
    findServers: async () => {
      searched++
      return (searches.length > 1 ? searches.shift() : searches[0]) ?? []
    },
    log: (details, message) => logged.push(`${message} ${JSON.stringify(details)}`),
    now: () => new Date(clock.ms),
    retry: instantRetry().retry,
  })
  const ask = (extra: Partial<Prompt> = {}, signal: AbortSignal = new AbortController().signal) =>
    listen(llm.stream(promptOf('Hi', extra), signal))
  return { llm, ask, builtIn, clock, logged, searches, searched: () => searched }
}
