import { CallFailed } from '@shortlist/client/assistant-client'
import { copy } from '../copy.ts'

/** What the screen says about a sign-in or a sign-up that failed (specification, section 8). */
export function authFailure(type: 'sign-in' | 'sign-up', error: unknown): string {
  if (error instanceof CallFailed) {
    if (error.isSignedOut) return copy.auth.failed
    if (error.reason === 'refused') return error.message
    if (error.reason === 'proxy') return copy.server.notRunning
  }
  const detail = error instanceof Error ? error.message : String(error)
  return type === 'sign-in' ? copy.auth.signInFailed(detail) : copy.auth.signUpFailed(detail)
}
