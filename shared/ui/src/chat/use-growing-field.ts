import { type RefObject, useLayoutEffect } from 'react'

/**
 * Makes a text field as high as `text` needs, within its own limits, where the browser cannot do it
 * by `field-sizing`: Firefox 140 and Chrome 122 do not know it yet.
 */
export function useGrowingField(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const box = field.current
    if (!box || CSS.supports('field-sizing', 'content')) return
    box.style.height = '0'
    box.style.height = `${box.scrollHeight}px`
  }, [field, text])
}
