import { useSession } from '@shortlist/ui/auth/session.tsx'
import { PageLoading } from '@shortlist/ui/primitives/page-loading.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { ChatView } from './chat/chat-view.tsx'
import { SignedOut } from './signed-out.tsx'

/** Header and the two views, or the sign-in. */
export function Frame() {
  const { user, isLoading } = useSession()
  useTheme()
  if (isLoading) return <PageLoading />
  return (
    <div className="flex h-dvh flex-col">
      <main className="min-h-0 flex-1">{user ? <ChatView userId={user.id} /> : <SignedOut />}</main>
    </div>
  )
}
