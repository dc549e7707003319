import { type RefObject, useEffect, useRef } from 'react'
import { isSyncing, type SyncState } from './mail-sync.ts'

interface SyncFocus {
  readonly card: RefObject<HTMLElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
  /** The user has pressed a button of the card. */
  readonly noteAsked: () => void
}

/**
 * Keeps the focus of the user in the sync card: its buttons go, or are disabled, by what they do. On
 * the card itself a second Enter does nothing, and the next Tab leads to "Cancel sync".
 */
export function useSyncFocus(sync: SyncState): SyncFocus {
  const card = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isAsked = useRef(false)
  const isRunning = isSyncing(sync)
  const isCancelled = !isRunning && sync.outcome?.kind === 'cancelled'

  useEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement === button.current
    if (isLost && isAsked.current) {
      const place = isRunning ? card : button
      place.current?.focus({ preventScroll: true })
    }
    if (!isRunning) isAsked.current = false
  }, [isRunning])

  useEffect(() => {
    if (isCancelled && document.activeElement === document.body) button.current?.focus()
  }, [isCancelled])

  return {
    card,
    button,
    noteAsked() {
      isAsked.current = true
    },
  }
}
