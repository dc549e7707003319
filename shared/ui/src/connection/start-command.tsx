import { copy } from '../copy.ts'
import { CopyButton } from '../primitives/copy-button.tsx'

/** How the daemon is started, ready to be copied. */
export function StartCommand() {
  return (
    <span className="inline-flex items-center rounded-sm border border-border bg-surface pl-2 text-text">
      <code className="font-mono text-caption">{copy.shell.startCommand}</code>
      <CopyButton
        text={copy.shell.startCommand}
        label={copy.shell.copyCommand}
        className="size-8"
      />
    </span>
  )
}
