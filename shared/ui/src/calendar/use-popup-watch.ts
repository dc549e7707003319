import { POPUP_WATCH_LIMIT_MS, POPUP_WATCH_MS } from '@shortlist/contracts/limits'
import { useEffect, useEffectEvent } from 'react'
import type { Popup } from './popup.ts'

/** A popup that is gone by then was closed by the browser, not by a person; in milliseconds. */
const AT_ONCE = 250

/** Looks every second whether a popup is still open, for five minutes (specification, section 4). */
export function usePopupWatch(
  popup: Popup | null,
  onEnd: (why: 'closed at once' | 'closed' | 'time is up') => void,
): void {
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    if (!popup) return
    const first = setTimeout(() => popup.isClosed() && end('closed at once'), AT_ONCE)
    const watching = setInterval(() => popup.isClosed() && end('closed'), POPUP_WATCH_MS)
    const limit = setTimeout(() => end('time is up'), POPUP_WATCH_LIMIT_MS)
    return () => {
      clearTimeout(first)
      clearInterval(watching)
      clearTimeout(limit)
    }
  }, [popup])
}
