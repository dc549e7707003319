import type { AssistantClient } from '@shortlist/client/assistant-client'
import { AssistantProvider } from '@shortlist/ui/assistant-provider.tsx'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { Compass } from 'lucide-react'
import { Suspense } from 'react'
import { ChatPage } from '../features/chat/chat-page.tsx'
import { Chats, ChatsPage } from '../features/chat/chats-page.tsx'
import { FilesPage } from '../features/folder-upload/files-page.tsx'
import { UploadProvider } from '../features/folder-upload/upload-provider.tsx'
import { MailPage } from '../features/mail/mail-page.tsx'
import { TodayPage } from '../features/today/today-page.tsx'
import { paths } from '../host/paths.ts'
import { RepliesProvider } from '../host/replies.tsx'
import { Link, Navigate, Outlet, Route, Routes, useLocation } from '../host/router.ts'
import { AuthPage } from './auth-page.tsx'
import { Shell } from './shell.tsx'

const SettingsPage = lazyPart(
  async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
)

function Settings() {
  return (
    <Suspense fallback={<PageLoading />}>
      <SettingsPage />
    </Suspense>
  )
}

/** The web app on top of the client that the host has chosen, inside of a router. */
export function App({ client }: { readonly client: AssistantClient }) {
  return (
    <AssistantProvider client={client}>
      <UploadProvider>
        <RepliesProvider>
          <Shell>
            <Pages />
          </Shell>
        </RepliesProvider>
      </UploadProvider>
    </AssistantProvider>
  )
}

/** What is shown at each address (specification, section 2). */
function Pages() {
  return (
    <Routes>
      <Route path="/auth/:type?" element={<AuthPage />} />
      <Route element={<ProtectedRoute />}>
        <Route
          path={paths.home}
          element={
            <TodayPage>
              <Chats title={copy.chatList.title} />
            </TodayPage>
          }
        />
        <Route path="/chat/:chatId?" element={<ChatPage />} />
        <Route path={paths.chats} element={<ChatsPage />} />
        <Route path={paths.mail} element={<MailPage />} />
        <Route path={paths.files} element={<FilesPage />} />
        <Route path="/settings/:section?" element={<Settings />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

/** Lets a signed-in user through; sends others to the sign-in screen, which leads back here. */
function ProtectedRoute() {
  const { user, isLoading, ended } = useSession()
  const { pathname, search } = useLocation()

  if (isLoading) return <PageLoading />
  if (user) return <Outlet />
  // whoever signs in after a logout may be somebody else, so nothing is remembered
  if (ended === 'left') return <Navigate to={paths.signedOut} replace />
  const to = ended === 'expired' ? paths.signedOut : paths.signIn
  return <Navigate to={to} replace state={{ from: pathname + search }} />
}

/** What an address without a page shows. */
function NotFoundPage() {
  return (
    <div className="rise grid flex-1 place-content-center justify-items-center gap-2 px-4 py-12 text-center">
      <title>{`${copy.shell.notFoundTitle} - ${copy.product}`}</title>
      <span className="mb-2 grid size-14 place-items-center rounded-lg bg-surface-2 text-text-3">
        <Compass aria-hidden="true" className="size-6" />
      </span>
      <h2 className="text-heading font-semibold">{copy.shell.notFoundTitle}</h2>
      <p className="text-text-2">{copy.shell.notFoundText}</p>
      <Button asChild className="mt-4">
        <Link to={paths.home}>{copy.shell.notFoundLink}</Link>
      </Button>
    </div>
  )
}
