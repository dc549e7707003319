import { CallFailed } from '@shortlist/client/assistant-client'
import { copy } from '../copy.ts'

/** What the log says about a question that could not be sent (specification, section 8). */
export function sendFailure(error: unknown): string {
  if (!(error instanceof CallFailed) || error.isOffline) return copy.chat.sendFailedRetry
  if (error.reason === 'refused') return copy.chat.sendFailedBecause(error.message)
  return copy.chat.noResponse
}

/** A refusal is an answer; after everything else the question may be with the daemon all the same. */
export function outcomeOf(error: unknown): 'failed' | 'unsent' {
  return error instanceof CallFailed && error.reason === 'refused' ? 'failed' : 'unsent'
}
