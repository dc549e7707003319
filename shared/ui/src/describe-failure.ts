import { CallFailed } from '@shortlist/client/call-failed'
import { copy } from './copy.ts'

/**
 * A failed call as a sentence for a screen: what the daemon said, or what its silence means
 * (specification, section 8). `fallback` stands for what is no failed call at all.
 */
export function describeFailure(error: unknown, fallback: string): string {
  if (!(error instanceof CallFailed)) return fallback
  if (error.isOffline) return copy.server.notRunning
  if (error.reason === 'missing') return copy.server.endpointMissing
  if (error.reason === 'unexpected') return copy.server.unexpected
  return error.message
}
