import { type RefObject, useEffect, useState } from 'react'

/** How far below the edge the end of the log still counts as in view (specification, section 9). */
const MARGIN = '0px 0px 100px 0px'

/** Whether the marker at the end of a scrolled element is in view, or close to it. */
export function useBottomInView(
  scroll: RefObject<HTMLElement | null>,
  marker: RefObject<HTMLElement | null>,
): boolean {
  const [isInView, setIsInView] = useState(true)

  useEffect(() => {
    if (!scroll.current || !marker.current) return
    const observer = new IntersectionObserver(
      (entries) => setIsInView(entries.at(-1)?.isIntersecting ?? true),
      { root: scroll.current, rootMargin: MARGIN },
    )
    observer.observe(marker.current)
    return () => observer.disconnect()
  }, [scroll, marker])

  return isInView
}
