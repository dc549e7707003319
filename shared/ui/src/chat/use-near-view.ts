import { type RefObject, useEffect, useState } from 'react'

/** How far outside the window an element still counts as near. */
const MARGIN = '400px'

/** Whether an element has been in view, or close to it. */
export function useNearView(element: RefObject<HTMLElement | null>): boolean {
  const [wasNear, setWasNear] = useState(false)

  useEffect(() => {
    if (wasNear || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, wasNear])

  return wasNear
}
