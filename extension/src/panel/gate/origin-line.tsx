import { CopyButton } from '@shortlist/ui/primitives/copy-button.tsx'
import { gateCopy } from './gate-copy.ts'

/** The setting under which the daemon knows this extension, ready to be copied. */
export function OriginLine() {
  const line = `ALLOWED_ORIGINS=${location.origin}`
  return (
    <span className="flex w-full items-center rounded-sm border border-border bg-surface pl-2 text-left text-text">
      <code className="min-w-0 flex-1 py-1 font-mono text-caption wrap-anywhere">{line}</code>
      <CopyButton text={line} label={gateCopy.copyLine} className="size-8" />
    </span>
  )
}
