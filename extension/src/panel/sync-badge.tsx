import { useSession } from '@shortlist/ui/auth/session.tsx'
import { isSyncing, useSync } from '@shortlist/ui/mail/sync/mail-sync'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { badgeFailure, badgeProgress, clearBadge } from '../host/badge.ts'
import { openPanelLine } from '../host/panel-port.ts'

/** Shows the sync of the account on the toolbar button, and has the worker go on when the panel closes. */
export function SyncBadge() {
  const { userId } = useSession()
  const { state } = useSync()
  const { analyzed, total, startedAt, error } = state
  const isRunning = userId !== null && isSyncing(state)
  const isVisible = useSyncExternalStore(onVisibilityChange, () => !document.hidden)
  const hasFailed = !isRunning && error !== null
  const [line] = useState(openPanelLine)

  useEffect(() => {
    if (isRunning) void badgeProgress(analyzed, total)
    else if (hasFailed && !isVisible) void badgeFailure()
    else void clearBadge()
  }, [isRunning, analyzed, total, hasFailed, isVisible])

  useEffect(() => {
    line.tell(isRunning && startedAt !== null ? { userId, startedAt } : null)
  }, [line, isRunning, userId, startedAt])

  useEffect(
    () => () => {
      // the panel turns to another daemon; one that is closed runs nothing any more
      line.tell(null)
      void clearBadge()
    },
    [line],
  )

  return null
}

function onVisibilityChange(look: () => void): () => void {
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
