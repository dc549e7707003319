import { Check, Copy } from 'lucide-react'
import { copy } from '../copy.ts'
import { notify } from '../toasts/notify.ts'
import { Button } from './button.tsx'
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
