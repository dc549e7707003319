import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { CloudAlert } from 'lucide-react'
import type { FallbackProps } from 'react-error-boundary'
import { PartNotLoaded } from '../host/lazy-part.ts'
import { notify } from '../host/notify.ts'
import { useLocation } from '../host/router.ts'

/** Stands in for a page that threw. */
export function Crash({ error, resetErrorBoundary }: FallbackProps) {
  const { pathname } = useLocation()

  function retry(): void {
    // browsers remember a script that did not load until the page is loaded again
    if (error instanceof PartNotLoaded) location.reload()
    else resetErrorBoundary()
  }

  async function copyReport(): Promise<void> {
    try {
      await navigator.clipboard.writeText(report(error, pathname))
      notify('success', copy.shell.copied)
    } catch {
      notify('error', copy.shell.copyFailed)
    }
  }

  return (
    <div
      role="alert"
      className="grid flex-1 place-content-center justify-items-center gap-2 px-4 py-12 text-center"
    >
      <span className="mb-2 grid size-14 place-items-center rounded-lg bg-red-soft text-red-text">
        <CloudAlert aria-hidden="true" className="size-6" />
      </span>
      <h2 className="text-heading font-semibold">{copy.shell.crashTitle}</h2>
      <p className="text-text-2">{copy.shell.crashText}</p>
      <div className="mt-4 flex gap-2">
        <Button variant="primary" onClick={retry}>
          {copy.shell.retry}
        </Button>
        <Button onClick={copyReport}>{copy.shell.copyReport}</Button>
      </div>
    </div>
  )
}

/** What a developer needs to know, without anything that the user has written. */
function report(error: unknown, pathname: string): string {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
  // ids of chats and accounts stay here
  const page = pathname.replace(/^\/chat\/.+/, '/chat/:chatId')
  return [`${copy.product} at ${page}`, navigator.userAgent, cause].join('\n\n')
}
