import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useSessionElsewhere } from '@shortlist/ui/auth/use-session-elsewhere'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { PageLoading } from '@shortlist/ui/primitives/page-loading.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { useDensityOnRoot } from '../host/use-density.ts'
import { ExcerptOwner } from './excerpts/excerpt-owner.tsx'
import { ExcerptProvider } from './excerpts/excerpt-provider.tsx'
import { SignedIn } from './signed-in.tsx'
import { SignedOut } from './signed-out.tsx'
import { SyncBadge } from './sync-badge/sync-badge.tsx'

/** The panel of whoever is signed in, or the sign-in. */
export function Frame() {
  const { user, isLoading } = useSession()
  const { hasWebApp } = useClient().abilities
  useTheme()
  useSessionElsewhere()
  useDensityOnRoot()

  return (
    <ExcerptProvider>
      <ExcerptOwner />
      {hasWebApp && <SyncBadge />}
      <div className="flex h-dvh flex-col">
        {isLoading ? (
          <PageLoading />
        ) : user ? (
          <SignedIn key={user.id} userId={user.id} />
        ) : (
          <SignedOut />
        )}
      </div>
    </ExcerptProvider>
  )
}
