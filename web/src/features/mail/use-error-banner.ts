import { CallFailed } from '@shortlist/client/assistant-client'
import { useSync } from '@shortlist/ui/email/mail-provider.tsx'
import { useMailStatus } from '@shortlist/ui/email/use-mail-status'
import { mailCopy } from '@shortlist/ui/mail-copy'
import { useState } from 'react'

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
