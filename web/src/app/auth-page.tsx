import { AuthCard } from '@shortlist/ui/auth/auth-card.tsx'
import type { AuthType } from '@shortlist/ui/auth/auth-form.tsx'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { copy } from '@shortlist/ui/copy'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { paths } from '../host/paths.ts'
import { Navigate, useLocation, useNavigate, useParams } from '../host/router.ts'

/** The tab that each address of the specification shows (section 2). */
const screens: Readonly<Record<string, AuthType>> = {
  'sign-in': 'sign-in',
  signin: 'sign-in',
  'sign-up': 'sign-up',
}

/** Sign-in and sign-up; whoever is signed in is sent to where they came from. */
export function AuthPage() {
  const { type = '' } = useParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const { user, isLoading } = useSession()
  const screen = screens[type]

  if (isLoading) return <PageLoading />
  if (user) return <Navigate to={origin(state)} replace />
  if (!screen) {
    const meant = type === 'signup' ? paths.signUp : paths.signIn
    return <Navigate to={meant} replace state={state} />
  }
  return (
    <div className="grid flex-1 grid-rows-[2fr_auto_3fr] justify-items-center px-4 py-6">
      <title>{`${screen === 'sign-up' ? copy.auth.signUpTab : copy.auth.signInTab} - ${copy.product}`}</title>
      <AuthCard
        type={screen}
        onTypeChange={(next) => navigate(addresses[next], { replace: true, state })}
      />
    </div>
  )
}

const addresses = { 'sign-in': paths.signIn, 'sign-up': paths.signUp } as const

/** The address that a protected route has remembered, or home. */
function origin(state: unknown): string {
  const from = state && typeof state === 'object' && 'from' in state ? state.from : undefined
  return typeof from === 'string' && from.startsWith('/') ? from : paths.home
}
