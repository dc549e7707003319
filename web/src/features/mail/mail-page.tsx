import { copy } from '@shortlist/ui/copy'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { Suspense } from 'react'
import { useTitleMark } from '../../host/replies.tsx'

const MailScreen = lazyPart(async () => (await import('./mail-screen.tsx')).MailScreen)

/** The mail and calendar assistant; loaded when it is first opened. */
export function MailPage() {
  const mark = useTitleMark()
  return (
    <Suspense fallback={<PageLoading />}>
      <title>{`${mark}${copy.shell.mailTitle} - ${copy.product}`}</title>
      <MailScreen />
    </Suspense>
  )
}
