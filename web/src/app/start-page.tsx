import { StartCommand } from '@shortlist/ui/connection/start-command.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Logo } from '@shortlist/ui/primitives/logo.tsx'
import { LateToasts } from './late-toasts.tsx'
import { startCopy } from './start-copy.ts'

interface StartPageProps {
  /** Where a daemon usually is. */
  readonly origin: string
  readonly onTryDemo: () => void
}

/** The whole page while no daemon is found on this computer. */
export function StartPage({ origin, onTryDemo }: StartPageProps) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 text-center">
      <title>{copy.product}</title>
      <Logo className="mb-2 size-12" />
      <h1 className="text-heading font-semibold">{startCopy.title}</h1>
      <p className="text-text-2">{startCopy.text}</p>
      <StartCommand />
      <p role="status" className="text-caption text-text-3">
        {startCopy.looking}
      </p>
      <Button variant="primary" className="mt-4" onClick={onTryDemo}>
        {startCopy.tryDemo}
      </Button>
      <p className="mt-4 text-meta text-text-2">{startCopy.openHint}</p>
      <a href={origin} className="text-accent-text underline underline-offset-2">
        {startCopy.open(origin)}
      </a>
      <LateToasts />
    </main>
  )
}
