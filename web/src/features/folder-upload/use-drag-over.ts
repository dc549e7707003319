import { type DragEvent, useEffect, useState } from 'react'

/**
 * Whether files are being dragged over an element, which takes `dragging`. While it is shown, what
 * misses it is not opened by the browser in place of the app.
 */
export function useDragOver() {
  const [depth, setDepth] = useState(0)

  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (!hasFiles(event.dataTransfer) || event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    const end = () => setDepth(0)
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    window.addEventListener('drop', end)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
      window.removeEventListener('drop', end)
    }
  }, [])

  return {
    isOver: depth > 0,
    dragging: {
      // each child is entered and left as well
      onDragEnter: ({ dataTransfer }: DragEvent) =>
        hasFiles(dataTransfer) && setDepth((n) => n + 1),
      onDragLeave: ({ dataTransfer }: DragEvent) =>
        hasFiles(dataTransfer) && setDepth((n) => Math.max(0, n - 1)),
      onDragOver: (event: DragEvent) => event.preventDefault(),
    },
  }
}

function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}
