import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Catches the focus where a change of `what` takes the element away that had it, or disables it: it
 * goes to what is marked with `data-next`, or else to the place itself, which needs a `tabIndex`.
 * As long as `what` is undefined nothing is known that could go.
 */
export function useLostFocus(what: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(what)

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = what
    if (before === undefined || before === what) return
    const { activeElement, body } = document
    const isLost = activeElement === body || activeElement?.matches(':disabled')
    if (!isLost) return
    const next = place.current?.querySelector<HTMLElement>('[data-next]:enabled')
    if (next) next.focus()
    else place.current?.focus({ preventScroll: true })
  }, [what])

  return place
}
