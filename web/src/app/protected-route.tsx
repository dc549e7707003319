import { useSession } from '@shortlist/ui/auth/session.tsx'
import { PageLoading } from '@shortlist/ui/primitives/page-loading.tsx'
import { paths } from '../host/paths.ts'
import { Navigate, Outlet, useLocation } from '../host/router.ts'

/** Lets a signed-in user through; sends others to the sign-in screen, which leads back here. */
export function ProtectedRoute() {
  const { user, isLoading, ended } = useSession()
  const { pathname, search } = useLocation()

  if (isLoading) return <PageLoading />
  if (user) return <Outlet />
  // whoever signs in after a logout may be somebody else, so nothing is remembered
  if (ended === 'left') return <Navigate to={paths.signedOut} replace />
  const to = ended === 'expired' ? paths.signedOut : paths.signIn
  return <Navigate to={to} replace state={{ from: pathname + search }} />
}
