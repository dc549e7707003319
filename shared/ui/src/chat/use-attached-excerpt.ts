import type { Excerpt } from '@shortlist/contracts/chat'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** A host that keeps the excerpt itself gives both. */
export interface ExcerptHost {
  /** What goes with the next question. */
  readonly excerpt?: Excerpt | null | undefined
  /** It was removed or sent (null), or it is to be attached again. */
  readonly onExcerptChange?: ((excerpt: Excerpt | null) => void) | undefined
}

/**
 * The excerpt that goes with the next question: the host's where it keeps one, else the chat's own,
 * which only "Try again" gives it.
 */
export function useAttachedExcerpt({ excerpt: hosts = null, onExcerptChange }: ExcerptHost) {
  const [own, setOwn] = useState<Excerpt | null>(null)
  const excerpt = onExcerptChange ? hosts : own
  const setExcerpt = onExcerptChange ?? setOwn
  const latest = useRef({ excerpt, setExcerpt })

  useLayoutEffect(() => {
    latest.current = { excerpt, setExcerpt }
  })

  /** Attaches again what could not be sent, unless another one has come meanwhile. */
  const giveBack = useCallback((unsent: Excerpt) => {
    if (!latest.current.excerpt) latest.current.setExcerpt(unsent)
  }, [])

  return { excerpt, setExcerpt, giveBack }
}
