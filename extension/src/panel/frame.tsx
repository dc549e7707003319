import { AuthCard } from '@shortlist/ui/auth/auth-card.tsx'
import type { AuthType } from '@shortlist/ui/auth/auth-form.tsx'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useSessionElsewhere } from '@shortlist/ui/auth/use-session-elsewhere'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { webAppPaths } from '@shortlist/ui/web-app-paths'
import { useState } from 'react'
import { useDensityOnRoot } from '../host/use-density.ts'
import { ExcerptOwner } from './excerpts/excerpt-owner.tsx'
import { ExcerptProvider } from './excerpts/excerpt-provider.tsx'
import { Header } from './header.tsx'
import { panelCopy } from './panel-copy.ts'
import { SignedIn } from './signed-in.tsx'
import { SyncBadge } from './sync-badge.tsx'

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

/** Sign-in and sign-up in the panel. */
function SignedOut() {
  const { ended } = useSession()
  const [type, setType] = useState<AuthType>('sign-in')
  return (
    <>
      <Header title={copy.shell.chatTitle} webAppPath={webAppPaths.home} />
      <main className="grid flex-1 grid-rows-[2fr_auto_3fr] justify-items-center overflow-y-auto p-3">
        <AuthCard
          type={type}
          onTypeChange={setType}
          notice={ended === 'expired' && <SessionEnded />}
        />
      </main>
    </>
  )
}

function SessionEnded() {
  return (
    <div role="status" className="mb-4 rounded-md bg-surface-2 px-3 py-2 text-meta">
      <p className="font-semibold">{panelCopy.sessionEnded}</p>
      <p className="text-text-2">{panelCopy.sessionEndedText}</p>
    </div>
  )
}
