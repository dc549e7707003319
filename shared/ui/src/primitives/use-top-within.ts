import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * How far below the beginning of what `scroller` scrolls a place lies, in pixels. It is measured
 * again when that changes its height, but not while it is hidden.
 */
export function useTopWithin(
  scroller: RefObject<HTMLElement | null>,
  place: RefObject<HTMLElement | null>,
): number {
  const [top, setTop] = useState(0)

  useLayoutEffect(() => {
    const content = scroller.current?.firstElementChild
    if (!content) return
    const measure = () => {
      if (!scroller.current || !place.current?.offsetParent) return
      const { scrollTop } = scroller.current
      const above = place.current.getBoundingClientRect().top
      setTop(Math.round(above - scroller.current.getBoundingClientRect().top + scrollTop))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(content)
    return () => observer.disconnect()
  }, [scroller, place])

  return top
}
