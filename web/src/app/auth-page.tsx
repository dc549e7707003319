import { AuthCard, type AuthType } from '@shortlist/ui/auth/auth-card.tsx'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useAccountsHere } from '@shortlist/ui/connection/use-health'
import { copy } from '@shortlist/ui/copy'
import { cn } from '@shortlist/ui/primitives/class-names'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { Suspense } from 'react'
import { paths } from '../host/paths.ts'
import { Navigate, useLocation, useNavigate, useParams } from '../host/router.ts'

const Purpose = lazyPart(async () => (await import('./purpose.tsx')).Purpose)

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
  const here = useAccountsHere()

  if (isLoading || here === undefined) return <PageLoading />
  if (user) return <Navigate to={origin(state)} replace />
  if (!screen) {
    const meant = type === 'signup' ? paths.signUp : paths.signIn
    return <Navigate to={meant} replace state={state} />
  }
  const isNew = here.hasAccounts === false
  return (
    <div
      className={cn(
        'grid flex-1 justify-items-center px-4 py-6',
        isNew ? 'beside-purpose' : 'grid-rows-[2fr_auto_3fr]',
      )}
    >
      <title>{`${screen === 'sign-up' ? copy.auth.signUpTab : copy.auth.signInTab} - ${copy.product}`}</title>
      <Suspense fallback={<PageLoading />}>
        {isNew && <Purpose />}
        <AuthCard
          type={screen}
          onTypeChange={(next) => navigate(`/auth/${next}`, { replace: true, state })}
        />
      </Suspense>
    </div>
  )
}

/** The address that a protected route has remembered, or home. */
function origin(state: unknown): string {
  const from = state && typeof state === 'object' && 'from' in state ? state.from : undefined
  return typeof from === 'string' && from.startsWith('/') ? from : paths.home
}
