import { Button } from '../primitives/button.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'
import { sourcesCopy } from './sources-copy.ts'

/** Stands in place of the dialog where that could not be loaded. */
export function DialogNotLoaded({ onClose }: { readonly onClose: () => void }) {
  return (
    <ErrorBox
      action={
        <Button size="sm" onClick={onClose}>
          {sourcesCopy.close}
        </Button>
      }
    >
      {sourcesCopy.notLoaded}
    </ErrorBox>
  )
}
