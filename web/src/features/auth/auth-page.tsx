import { AuthForm, type AuthType } from '@shortlist/ui/auth/auth-form.tsx'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { copy } from '@shortlist/ui/copy'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { PageLoading } from '@shortlist/ui/primitives/page-loading.tsx'
import { Tabs } from '@shortlist/ui/primitives/tabs.tsx'
import { paths } from '../../host/paths.ts'
import { Navigate, useLocation, useNavigate, useParams } from '../../host/router.ts'

const tabs = [
  { value: 'sign-in', label: copy.auth.signInTab },
  { value: 'sign-up', label: copy.auth.signUpTab },
] as const

/** Other spellings that lead here. */
const spellings: Readonly<Record<string, AuthType>> = {
  'sign-in': 'sign-in',
  'sign-up': 'sign-up',
  signup: 'sign-up',
}

/** Sign-in and sign-up; whoever is signed in is sent to where they came from. */
export function AuthPage() {
  const { type = '' } = useParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const { user, isLoading, error } = useSession()
  const known = spellings[type] ?? 'sign-in'

  if (isLoading) return <PageLoading />
  if (user) return <Navigate to={origin(state)} replace />
  if (known !== type) return <Navigate to={addresses[known]} replace state={state} />
  const isNew = known === 'sign-up'
  return (
    <div className="grid flex-1 grid-rows-[2fr_auto_3fr] justify-items-center px-4 py-6">
      <title>{`${isNew ? copy.auth.signUpTab : copy.auth.signInTab} - ${copy.product}`}</title>
      <div className="rise row-start-2 w-full max-w-100 rounded-lg border border-border bg-surface p-6 max-[420px]:p-5">
        <h2 className="text-center text-title font-[650] tracking-[-0.02em]">
          {isNew ? copy.auth.create : copy.auth.welcome}
        </h2>
        <p className="mt-1 mb-5 text-center text-meta text-text-3">{copy.auth.kept}</p>
        {error && <ErrorBox className="mb-4">{error}</ErrorBox>}
        <Tabs
          label={copy.auth.tabs}
          value={known}
          tabs={tabs}
          onChange={(next) => navigate(addresses[next], { replace: true, state })}
        >
          <AuthForm key={known} type={known} />
        </Tabs>
      </div>
    </div>
  )
}

const addresses = { 'sign-in': paths.signIn, 'sign-up': paths.signUp } as const

/** The address that a protected route has remembered, or home. */
function origin(state: unknown): string {
  const from = state && typeof state === 'object' && 'from' in state ? state.from : undefined
  return typeof from === 'string' && from.startsWith('/') ? from : paths.home
}
