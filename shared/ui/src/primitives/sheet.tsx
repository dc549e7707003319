import { X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface SheetProps {
  readonly title: string
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A panel over the left edge that holds the focus and gives it back. Shown as long as it is mounted. */
export function Sheet({ title, closeLabel, onClose, children }: SheetProps) {
  const returnFocus = useReturnFocus()

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="slide-in fixed inset-y-0 left-0 z-50 flex w-80 max-w-[calc(100vw-40px)] flex-col border-r border-border bg-surface shadow-pop"
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
