import { AuthPage } from '../features/auth/auth-page.tsx'
import { ChatPage } from '../features/chat/chat-page.tsx'
import { HomePage } from '../features/chat-list/home-page.tsx'
import { MailPage } from '../features/mail/mail-page.tsx'
import { paths } from '../host/paths.ts'
import { Route, Routes } from '../host/router.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { ProtectedRoute } from './protected-route.tsx'

/** What is shown at each address (specification, section 2). */
export function Pages() {
  return (
    <Routes>
      <Route path="/auth/:type?" element={<AuthPage />} />
      <Route element={<ProtectedRoute />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path="/chat/:chatId?" element={<ChatPage />} />
        <Route path={paths.mail} element={<MailPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
