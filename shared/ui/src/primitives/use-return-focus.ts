import { useState } from 'react'

/**
 * For the end of a layer that has no trigger of its own: gives the focus back to what had it when
 * the layer was mounted, unless it has gone elsewhere meanwhile.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)

  return (event) => {
    event.preventDefault()
    const isTaken = document.activeElement !== null && document.activeElement !== document.body
    if (!isTaken && opener instanceof HTMLElement) opener.focus()
  }
}
