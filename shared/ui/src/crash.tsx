import { CloudAlert } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { FallbackProps } from 'react-error-boundary'
import { copy } from './copy.ts'
import { Button } from './primitives/button.tsx'
import { PartNotLoaded } from './primitives/lazy-part.ts'
import { notify } from './toasts/notify.ts'

interface CrashProps extends FallbackProps {
  /** Which screen it was, for the report; no ids and nothing that the user has written. */
  readonly place: string
}

/** Stands in for a screen that threw. */
export function Crash({ error, resetErrorBoundary, place }: CrashProps) {
  function retry(): void {
    // browsers remember a script that did not load until the page is loaded again
    if (error instanceof PartNotLoaded) location.reload()
    else resetErrorBoundary()
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
        <Button onClick={() => copyReport(report(error, place))}>{copy.shell.copyReport}</Button>
      </div>
    </div>
  )
}

/** Stands in for a part that the page can do without, and says that it could not be loaded. */
export function NotLoaded({ onClose }: { readonly onClose?: () => void }) {
  const leave = useEffectEvent(() => {
    notify('error', copy.shell.notLoaded)
    onClose?.()
  })
  useEffect(() => leave(), [])
  return null
}

/** Puts a report on the clipboard, and says how that went. */
export async function copyReport(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('success', copy.shell.copied)
  } catch {
    notify('error', copy.shell.copyFailed)
  }
}

/** What a developer needs to know, without anything that the user has written. */
function report(error: unknown, place: string): string {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return [`${copy.product} at ${place}`, navigator.userAgent, cause].join('\n\n')
}
