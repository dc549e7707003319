import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface MenuLayerProps {
  /** What it is, for whoever does not see where it opens. */
  readonly title: string
  /** Where it stands and how wide it is. */
  readonly className: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A card over the page that belongs to a button: it holds the focus and gives it back, and goes by
 * Escape and by a click beside it. Shown as long as it is mounted.
 */
export function MenuLayer({ title, className, onClose, children }: MenuLayerProps) {
  const returnFocus = useReturnFocus()

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className={cn(
            'rise fixed z-50 rounded-lg border border-border bg-surface shadow-pop',
            className,
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
