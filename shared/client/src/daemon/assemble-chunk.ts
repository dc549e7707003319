import type { ServerEvent } from '@shortlist/contracts/events'

/** A reply as far as it has been put together. */
export interface Assembly {
  readonly text: string
  /** A full frame was asked for; deltas mean nothing until it comes. */
  readonly isWaiting: boolean
}

export const nothingYet: Assembly = { text: '', isWaiting: false }

/**
 * Adds a frame to a reply: a full frame replaces the text, a delta is appended where its offset
 * fits. At the first delta that does not fit, `step` says `resync`: a full frame must be asked for.
 */
export function assembleChunk(
  known: Assembly,
  chunk: ServerEvent<'chat-chunk'>,
): { readonly assembly: Assembly; readonly step: 'show' | 'resync' | 'wait' } {
  if ('fullResponse' in chunk) {
    return { assembly: { text: chunk.fullResponse, isWaiting: false }, step: 'show' }
  }
  if (known.isWaiting) return { assembly: known, step: 'wait' }
  if (chunk.offset !== known.text.length) {
    return { assembly: { ...known, isWaiting: true }, step: 'resync' }
  }
  return { assembly: { text: known.text + chunk.delta, isWaiting: false }, step: 'show' }
}
