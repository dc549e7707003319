import { type RefObject, useEffect, useState } from 'react'

/** How far outside the part of the log that is seen an element still counts as near. */
const MARGIN = '400px'

/** Whether an element of a log has been in view, or close to it. */
export function useNearView(element: RefObject<HTMLElement | null>): boolean {
  const [wasNear, setWasNear] = useState(false)

  useEffect(() => {
    if (wasNear || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasNear(true)
      },
      // the margin is that of the root alone, and the log would clip what is near the window
      { root: element.current.closest('[role=log]'), rootMargin: MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, wasNear])

  return wasNear
}
