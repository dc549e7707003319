import { X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface SheetProps {
  readonly title: string
  readonly closeLabel: string
  readonly onClose: () => void
  /** The edge that it lies over; the left one where it is left out. */
  readonly side?: 'left' | 'right'
  readonly children: ReactNode
}

/** A panel over an edge of the window that holds the focus and gives it back. Shown as long as it is mounted. */
export function Sheet({ title, closeLabel, onClose, side = 'left', children }: SheetProps) {
  const returnFocus = useReturnFocus()

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className={cn(
            'fixed inset-y-0 z-50 flex w-80 max-w-[calc(100vw-40px)] flex-col border-border bg-surface shadow-pop',
            side === 'left' ? 'slide-in left-0 border-r' : 'appear right-0 border-l',
          )}
        >
          <div className="flex h-14 shrink-0 items-center justify-between border-b border-border pr-2 pl-5">
            <Dialog.Title className="text-card font-semibold">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label={closeLabel}>
                <X aria-hidden="true" />
              </Button>
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
