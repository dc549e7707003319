import { CallFailed } from '@shortlist/client/call-failed'
import { useState } from 'react'
import { mailCopy } from '../mail-copy.ts'
import { useSync } from './mail-sync.ts'
import { useMailStatus } from './use-mail-status.ts'

/** What the red banner says, or null; a failure that was dismissed stays away until the next one. */
export function useErrorBanner() {
  const { error, errorUpdatedAt } = useMailStatus()
  const { state, dismiss } = useSync()
  const [dismissedAt, setDismissedAt] = useState(0)
  const isOffline = error instanceof CallFailed && error.isOffline
  const isNetwork = isOffline && errorUpdatedAt !== dismissedAt

  return {
    error: state.error ?? (isNetwork ? mailCopy.networkError : null),
    dismiss() {
      if (state.error !== null) dismiss()
      else setDismissedAt(errorUpdatedAt)
    },
  }
}
