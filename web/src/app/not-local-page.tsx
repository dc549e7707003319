import { copy } from '@shortlist/ui/copy'
import { CopyButton } from '@shortlist/ui/primitives/copy-button.tsx'
import { Logo } from '@shortlist/ui/primitives/logo.tsx'

/** The whole page where it was not opened on the computer that Shortlist runs on. */
export function NotLocalPage() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 text-center">
      <title>{copy.product}</title>
      <Logo className="mb-2 size-12" />
      <h1 className="text-heading font-semibold">{copy.shell.notLocalTitle}</h1>
      <p className="max-w-120 text-text-2">{copy.shell.notLocalText}</p>
      <span className="mt-2 inline-flex items-center rounded-md border border-border bg-surface pl-3">
        <code className="font-mono text-meta">{copy.shell.startCommand}</code>
        <CopyButton text={copy.shell.startCommand} label={copy.shell.copyCommand} />
      </span>
    </main>
  )
}
