import { ArrowDown } from 'lucide-react'
import { useState } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'

interface ScrollToBottomProps {
  /** Changes with every new text; what it was at first has been seen. */
  readonly newest: string
  readonly onScroll: () => void
}

/** The way back to the end of the log, with a dot when text has arrived there unseen. */
export function ScrollToBottom({ newest, onScroll }: ScrollToBottomProps) {
  const [seen] = useState(newest)

  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-2 z-20 flex justify-center">
      <Button
        variant="secondary"
        size="sm"
        onClick={onScroll}
        className="pointer-events-auto rounded-full shadow-pop"
      >
        <ArrowDown aria-hidden className="size-4" />
        {copy.chat.scrollToBottom}
        {newest !== seen && (
          <span className="ml-1 size-2 rounded-full bg-accent">
            <span className="sr-only">{copy.chat.newText}</span>
          </span>
        )}
      </Button>
    </div>
  )
}
