import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { copy } from '../copy.ts'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'

interface LayerProps extends ComponentProps<typeof Radix.Content> {
  /** Called after Escape, a click beside it, and whatever else closes it. */
  readonly onClose: () => void
  /** Looks of what lies between it and the page. */
  readonly scrim?: string
}

/**
 * Something over the page that holds the focus and gives it back to what had it, unless it has gone
 * elsewhere meanwhile. Shown as long as it is mounted, as all that are built of it.
 */
function Layer({ onClose, scrim = 'appear bg-scrim', className, ...content }: LayerProps) {
  const [opener] = useState(() => document.activeElement)

  function returnFocus(event: Event): void {
    event.preventDefault()
    const isTaken = document.activeElement !== null && document.activeElement !== document.body
    if (!isTaken && opener instanceof HTMLElement) opener.focus()
  }

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={cn('fixed inset-0 z-40', scrim)} />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          className={cn('fixed z-50 border-border bg-surface shadow-pop', className)}
          {...content}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}

function Close({ label }: { readonly label: string }) {
  return (
    <Radix.Close asChild>
      <Button variant="ghost" size="icon" aria-label={label}>
        <X aria-hidden="true" />
      </Button>
    </Radix.Close>
  )
}

interface DialogProps {
  readonly title: ReactNode
  /** One line below the title. */
  readonly description: string
  readonly closeLabel: string
  readonly onClose: () => void
  /** Stands in a column of the height that is left; what is too high scrolls by itself. */
  readonly children: ReactNode
}

/** Something to look at in the middle of the window. */
export function Dialog({ title, description, closeLabel, onClose, children }: DialogProps) {
  return (
    <Layer
      onClose={onClose}
      className="rise inset-x-4 mx-auto flex max-w-[792px] flex-col rounded-lg border"
      style={{ top: 'max(16px, 6dvh)', maxHeight: 'calc(100dvh - 2 * max(16px, 6dvh))' }}
    >
      <div className="flex shrink-0 items-start justify-between gap-3 border-b border-border py-3 pr-2 pl-5">
        <div className="max-h-24 min-w-0 overflow-y-auto">
          <Radix.Title className="text-card font-semibold wrap-anywhere">{title}</Radix.Title>
          <Radix.Description className="text-meta text-text-2 wrap-anywhere">
            {description}
          </Radix.Description>
        </div>
        <Close label={closeLabel} />
      </div>
      {children}
    </Layer>
  )
}

interface ConfirmDialogProps {
  readonly title: string
  readonly text: string
  /** What the red button says; "Delete" where it is left out. */
  readonly confirmLabel?: string
  readonly onConfirm: () => void
  /** Called after Cancel, Escape and a confirmation alike. */
  readonly onClose: () => void
}

/** Asks before something is lost; Cancel has the focus, and a click beside it does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirmLabel = copy.chatList.delete, onConfirm, onClose } = props
  return (
    <Layer
      role="alertdialog"
      onClose={onClose}
      onInteractOutside={(event) => event.preventDefault()}
      className="rise inset-x-4 top-[max(64px,30dvh)] mx-auto max-w-100 rounded-lg border p-6"
    >
      <Radix.Title className="text-card font-semibold">{title}</Radix.Title>
      <Radix.Description className="mt-2 text-ui text-text-2">{text}</Radix.Description>
      <div className="mt-6 flex justify-end gap-2">
        <Radix.Close asChild>
          <Button>{copy.chatList.cancel}</Button>
        </Radix.Close>
        <Radix.Close asChild onClick={onConfirm}>
          <Button className="border-transparent bg-red-text text-surface enabled:hover:bg-red-text enabled:hover:opacity-90">
            {confirmLabel}
          </Button>
        </Radix.Close>
      </div>
    </Layer>
  )
}

interface SheetProps extends Omit<DialogProps, 'description'> {
  /** The edge that it lies over; the left one where it is left out. */
  readonly side?: 'left' | 'right'
}

/** A panel over an edge of the window. */
export function Sheet({ title, closeLabel, onClose, side = 'left', children }: SheetProps) {
  return (
    <Layer
      aria-describedby={undefined}
      onClose={onClose}
      className={cn(
        'inset-y-0 flex w-80 max-w-[calc(100vw-40px)] flex-col',
        side === 'left' ? 'slide-in left-0 border-r' : 'appear right-0 border-l',
      )}
    >
      <div className="flex h-14 shrink-0 items-center justify-between border-b border-border pr-2 pl-5">
        <Radix.Title className="text-card font-semibold">{title}</Radix.Title>
        <Close label={closeLabel} />
      </div>
      {children}
    </Layer>
  )
}

interface MenuLayerProps extends Pick<DialogProps, 'onClose' | 'children'> {
  /** What it is, for whoever does not see where it opens. */
  readonly title: string
  /** Where it stands and how wide it is. */
  readonly className: string
}

/** A card over the page that belongs to a button. */
export function MenuLayer({ title, className, onClose, children }: MenuLayerProps) {
  return (
    <Layer
      aria-describedby={undefined}
      scrim=""
      onClose={onClose}
      className={cn('rise rounded-lg border', className)}
    >
      <Radix.Title className="sr-only">{title}</Radix.Title>
      {children}
    </Layer>
  )
}
