import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { Suspense, useState } from 'react'

const MailScreen = lazyPart(async () => (await import('./mail-screen.tsx')).MailScreen)

interface MailViewProps {
  /** Whether it is the view that can be seen; the other one stays mounted behind it. */
  readonly isShown: boolean
}

/** The mails of the account in the panel, with their sync; loaded when they are first shown. */
export function MailView({ isShown }: MailViewProps) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return (
    wasShown && (
      <Suspense fallback={<PageLoading />}>
        <MailScreen isShown={isShown} />
      </Suspense>
    )
  )
}
