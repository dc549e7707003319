import * as AlertDialog from 'radix-ui/alert-dialog'
import { copy } from '../copy.ts'
import { Button } from './button.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface ConfirmDialogProps {
  readonly title: string
  readonly text: string
  /** What the red button says; "Delete" where it is left out. */
  readonly confirmLabel?: string
  readonly onConfirm: () => void
  /** Called after Cancel, Escape and a confirmation alike. */
  readonly onClose: () => void
}

/** Asks before something is lost; Cancel has the focus. Shown as long as it is mounted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirmLabel = copy.chatList.delete, onConfirm, onClose } = props
  const returnFocus = useReturnFocus()

  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className="rise fixed inset-x-4 top-[max(64px,30dvh)] z-50 mx-auto max-w-100 rounded-lg border border-border bg-surface p-6 shadow-pop"
        >
          <AlertDialog.Title className="text-card font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ui text-text-2">
            {text}
          </AlertDialog.Description>
          <div className="mt-6 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{copy.chatList.cancel}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild onClick={onConfirm}>
              <Button className="border-transparent bg-red-text text-surface enabled:hover:bg-red-text enabled:hover:opacity-90">
                {confirmLabel}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
