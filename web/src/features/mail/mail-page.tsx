import { copy } from '@shortlist/ui/copy'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { Suspense } from 'react'
import { PageTitle } from '../../host/replies.tsx'

const MailScreen = lazyPart(async () => (await import('./mail-screen.tsx')).MailScreen)

/** The mail and calendar assistant; loaded when it is first opened. */
export function MailPage() {
  return (
    <Suspense fallback={<PageLoading />}>
      <PageTitle of={copy.shell.mailTitle} />
      <MailScreen />
    </Suspense>
  )
}
