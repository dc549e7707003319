import { foldersCopy } from '@shortlist/ui/folders-copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { cn } from '@shortlist/ui/primitives/class-names'
import { FolderUp } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { type Found, foundInDrop, foundInInput } from './found-files.ts'

interface DropZoneProps {
  readonly label: string
  readonly isDisabled: boolean
  /** The button is what the focus goes to where it is lost. */
  readonly isNext: boolean
  readonly onFound: (found: AsyncIterable<Found>) => void
}

/** React has no name for it, and it is no standard, but every desktop browser knows it. */
const folders = { webkitdirectory: '' }

/** Takes a folder that is dropped, or chosen by the button. */
export function DropZone({ label, isDisabled, isNext, onFound }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const { isOver, dragging } = useDragOver()

  function drop(event: DragEvent): void {
    event.preventDefault()
    if (!isDisabled) onFound(foundInDrop(event.dataTransfer))
  }

  function open(): void {
    if (!input.current) return
    // so that the same folder can be chosen again
    input.current.value = ''
    input.current.click()
  }

  return (
    <fieldset
      {...dragging}
      onDrop={drop}
      aria-label={foldersCopy.zone}
      className={cn(
        'min-w-0 rounded-md border border-dashed border-border-strong',
        isOver && !isDisabled && 'border-accent bg-accent-soft',
      )}
    >
      <div className="flex min-h-18 items-center justify-center gap-3 p-3">
        {!isDisabled && (
          <p className="min-w-0 text-meta text-text-3">
            {isOver ? foldersCopy.dropNow : foldersCopy.drop}
          </p>
        )}
        <input
          {...folders}
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={foldersCopy.choose}
          onChange={({ currentTarget: { files } }) => {
            if (files && files.length > 0) onFound(foundInInput(files))
          }}
        />
        <Button disabled={isDisabled} data-next={isNext || undefined} onClick={open}>
          <FolderUp aria-hidden="true" />
          {label}
        </Button>
      </div>
    </fieldset>
  )
}

/**
 * Whether files are being dragged over an element, which takes `dragging`. While it is shown, what
 * misses it is not opened by the browser in place of the app.
 */
function useDragOver() {
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
