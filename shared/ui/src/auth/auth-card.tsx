import { CallFailed } from '@shortlist/client/call-failed'
import { PASSWORD_MIN } from '@shortlist/contracts/limits'
import { type ReactNode, type RefObject, useActionState, useEffect, useRef, useState } from 'react'
import { useAccountsHere } from '../connection/use-health.ts'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { cn } from '../primitives/class-names.ts'
import { ErrorBox } from '../primitives/error-box.tsx'
import { Spinner } from '../primitives/loading.tsx'
import { PasswordField } from '../primitives/password-field.tsx'
import { TabList, TabPanel, Tabs } from '../primitives/tabs.tsx'
import { TextField } from '../primitives/text-field.tsx'
import { notify } from '../toasts/notify.ts'
import { useSession } from './session.tsx'

const tabs = [
  { value: 'sign-in', label: copy.auth.signInTab },
  { value: 'sign-up', label: copy.auth.signUpTab },
] as const

interface AuthCardProps {
  readonly type: AuthType
  readonly onTypeChange: (type: AuthType) => void
  /** What the host has to say before somebody signs in. */
  readonly notice?: ReactNode
}

/**
 * Sign-in and sign-up, and why it is not known who is signed in where that could not be asked. While
 * nobody has an account, creating one comes first.
 */
export function AuthCard({ type, onTypeChange, notice }: AuthCardProps) {
  const { error } = useSession()
  const { hasAccounts, canSignUp } = useAccountsHere() ?? {}
  const isNew = hasAccounts === false
  const creates = isNew && canSignUp !== false && type === 'sign-in'
  const emailField = useRef<HTMLInputElement>(null)
  const known = isNew ? copy.auth.noAccount : copy.auth.welcome
  return (
    <div className="rise row-start-2 w-full max-w-100 rounded-lg border border-border bg-surface p-6 max-[420px]:p-5">
      <h2 className="text-heading font-[650] tracking-[-0.02em]">
        {type === 'sign-up' ? copy.auth.create : known}
      </h2>
      <p className="mb-4 text-meta text-text-3">{copy.auth.kept}</p>
      {notice}
      {error && <ErrorBox className="mb-4">{error}</ErrorBox>}
      {creates && (
        <Button
          variant="primary"
          size="lg"
          className="mb-4 w-full"
          autoFocus
          onClick={() => {
            // the button goes with it
            emailField.current?.focus()
            onTypeChange('sign-up')
          }}
        >
          {copy.auth.create}
        </Button>
      )}
      <Tabs value={type} onChange={onTypeChange}>
        <TabList label={copy.auth.tabs} tabs={tabs} isWide />
        <TabPanel value={type}>
          <AuthForm type={type} isSecond={creates} emailField={emailField} />
        </TabPanel>
      </Tabs>
    </div>
  )
}

export type AuthType = 'sign-in' | 'sign-up'

interface AuthFormProps {
  readonly type: AuthType
  /** Something else on the card comes first. */
  readonly isSecond: boolean
  readonly emailField: RefObject<HTMLInputElement | null>
}

/**
 * Email and password, which stay when the other tab is chosen; after success the session has a user,
 * and the page above moves on.
 */
function AuthForm({ type, isSecond, emailField }: AuthFormProps) {
  const session = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const passwordField = useRef<HTMLInputElement>(null)
  const [problem, submit, isSubmitting] = useActionState(enter, null)

  async function enter() {
    try {
      await (type === 'sign-in' ? session.signIn : session.signUp)({ email, password })
      const done = { id: 'auth-success', duration: 3000, replaces: 'auth-error' }
      notify('success', copy.auth.succeeded, done)
      return null
    } catch (error) {
      const text = authFailure(type, error)
      notify('error', text, { id: 'auth-error' })
      return { type, text }
    }
  }

  useEffect(() => {
    if (problem) passwordField.current?.focus()
  }, [problem])

  return (
    <div className="relative mt-4">
      <form
        action={submit}
        inert={isSubmitting}
        className={cn(
          'flex flex-col gap-4 transition-opacity duration-(--t-med)',
          isSubmitting && 'opacity-0',
        )}
      >
        <TextField
          ref={emailField}
          label={copy.auth.email}
          name="email"
          type="email"
          required
          autoComplete="username"
          placeholder={copy.auth.emailPlaceholder}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          ref={passwordField}
          label={copy.auth.password}
          name="password"
          required
          placeholder={copy.auth.passwordPlaceholder}
          autoComplete={type === 'sign-in' ? 'current-password' : 'new-password'}
          hint={type === 'sign-up' && copy.auth.passwordHint(PASSWORD_MIN)}
          value={password}
          onChange={setPassword}
        />
        {problem?.type === type && !isSubmitting && <ErrorBox>{problem.text}</ErrorBox>}
        <Button
          type="submit"
          variant={isSecond ? 'secondary' : 'primary'}
          size="lg"
          className="mt-1 w-full"
        >
          {type === 'sign-in' ? copy.auth.signIn : copy.auth.signUp}
        </Button>
      </form>
      {isSubmitting && (
        <div
          role="status"
          className="appear absolute inset-0 flex flex-col items-center justify-center gap-3 text-text-2"
        >
          <Spinner />
          {copy.auth.submitting}
        </div>
      )}
    </div>
  )
}

/** What the screen says about a sign-in or a sign-up that failed (specification, section 8). */
function authFailure(type: 'sign-in' | 'sign-up', error: unknown): string {
  if (error instanceof CallFailed) {
    if (error.isSignedOut) return copy.auth.failed
    if (error.reason === 'refused') return error.message
  }
  const isProxy = error instanceof CallFailed && error.reason === 'proxy'
  const said = error instanceof Error ? error.message : String(error)
  const detail = isProxy ? copy.server.notRunning : said
  return type === 'sign-in' ? copy.auth.signInFailed(detail) : copy.auth.signUpFailed(detail)
}
