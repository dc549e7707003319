import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { paths } from '../../host/paths.ts'
import { useNavigate } from '../../host/router.ts'

const GlanceRail = lazyPart(
  async () => (await import('@shortlist/ui/insights/glance-rail.tsx')).GlanceRail,
)

/** What matters of the mailbox, beside the chats; a bonus that stays away where it fails. */
export function Glance() {
  const navigate = useNavigate()
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <GlanceRail mailHref={paths.mail} onOpenMail={() => navigate(paths.mail)} />
      </Suspense>
    </ErrorBoundary>
  )
}
