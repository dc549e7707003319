import { Check, Copy } from 'lucide-react'
import { copy } from '../copy.ts'
import { useBriefly } from '../time/use-briefly.ts'
import { notify } from '../toasts/notify.ts'
import { Button } from './button.tsx'
import { useAction } from './use-action.ts'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly className?: string
}

/** An icon that puts a text on the clipboard and says so. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [isCopied, copyText] = useCopy(() => notify('error', copy.shell.copyFailed))
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        title={label}
        onClick={() => copyText(text)}
        className={className}
      >
        <Icon aria-hidden="true" />
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? copy.shell.copied : ''}
      </span>
    </>
  )
}

interface CopyLineProps {
  readonly text: string
  /** What its button says. */
  readonly label: string
}

/** Something for a terminal or a file, ready to be copied. */
export function CopyLine({ text, label }: CopyLineProps) {
  return (
    <span className="inline-flex max-w-full items-center rounded-sm border border-border bg-surface pl-2 text-left text-text">
      <code className="min-w-0 font-mono text-caption wrap-anywhere">{text}</code>
      <CopyButton text={text} label={label} className="size-8" />
    </span>
  )
}

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
