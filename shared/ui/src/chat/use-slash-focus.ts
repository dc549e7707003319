import { type RefObject, useEffect } from 'react'

/** Moves the focus to an element when `/` is pressed anywhere but in a field. */
export function useSlashFocus(target: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    function focus(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return
      if (isField(event.target) || document.querySelector('[role=dialog],[role=alertdialog]'))
        return
      event.preventDefault()
      target.current?.focus()
    }

    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [target, isOn])
}

function isField(element: EventTarget | null): boolean {
  return (
    element instanceof HTMLElement &&
    element.closest('input,textarea,select,[contenteditable]') !== null
  )
}
