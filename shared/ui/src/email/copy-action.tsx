import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { useBriefly } from '../time/use-briefly.ts'
import { useAction } from './use-action.ts'

interface CopyActionProps {
  readonly label: string
  /** Puts it on the clipboard; rejects also where the page has none at all, as on plain http. */
  readonly onCopy: () => Promise<unknown>
}

/** A button that puts something on the clipboard, and beside it how that went. */
export function CopyAction({ label, onCopy }: CopyActionProps) {
  const [isCopied, sayCopied] = useBriefly()
  const copying = useAction(onCopy, copy.shell.copyFailed)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="ghost" size="sm" onClick={async () => (await copying.run()) && sayCopied()}>
        {label}
      </Button>
      <span role="status" className="text-caption text-text-3">
        {isCopied ? copy.shell.copied : copying.error}
      </span>
    </div>
  )
}
