import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  readonly title: ReactNode
  /** One line below the title. */
  readonly description: string
  readonly closeLabel: string
  /** Called after Close, Escape and a click beside it alike. */
  readonly onClose: () => void
  /** Stands in a column of the height that is left; what is too high scrolls by itself. */
  readonly children: ReactNode
}

/** Something to look at, over the page, that holds the focus and gives it back. Shown as long as it is mounted. */
export function Dialog({ title, description, closeLabel, onClose, children }: DialogProps) {
  const returnFocus = useReturnFocus()

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          className="rise fixed inset-x-4 z-50 mx-auto flex max-w-[792px] flex-col rounded-lg border border-border bg-surface shadow-pop"
          style={{ top: 'max(16px, 6dvh)', maxHeight: 'calc(100dvh - 2 * max(16px, 6dvh))' }}
        >
          <div className="flex shrink-0 items-start justify-between gap-3 border-b border-border py-3 pr-2 pl-5">
            <div className="max-h-24 min-w-0 overflow-y-auto">
              <Radix.Title className="text-card font-semibold wrap-anywhere">{title}</Radix.Title>
              <Radix.Description className="text-meta text-text-2 wrap-anywhere">
                {description}
              </Radix.Description>
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label={closeLabel}>
                <X aria-hidden="true" />
              </Button>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
