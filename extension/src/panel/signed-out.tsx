import { AuthCard } from '@shortlist/ui/auth/auth-card.tsx'
import type { AuthType } from '@shortlist/ui/auth/auth-form.tsx'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { copy } from '@shortlist/ui/copy'
import { useState } from 'react'
import { webAppPaths } from '../host/open-web-app.ts'
import { Header } from './header.tsx'
import { panelCopy } from './panel-copy.ts'

/** Sign-in and sign-up in the panel. */
export function SignedOut() {
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
