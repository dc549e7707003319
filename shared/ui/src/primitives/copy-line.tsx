import { CopyButton } from './copy-button.tsx'

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
