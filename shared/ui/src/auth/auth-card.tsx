import type { ReactNode } from 'react'
import { copy } from '../copy.ts'
import { ErrorBox } from '../primitives/error-box.tsx'
import { TabList, TabPanel, Tabs } from '../primitives/tabs.tsx'
import { AuthForm, type AuthType } from './auth-form.tsx'
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

/** Sign-in and sign-up, and why it is not known who is signed in where that could not be asked. */
export function AuthCard({ type, onTypeChange, notice }: AuthCardProps) {
  const { error } = useSession()
  return (
    <div className="rise row-start-2 w-full max-w-100 rounded-lg border border-border bg-surface p-6 max-[420px]:p-5">
      <h2 className="text-center text-title font-[650] tracking-[-0.02em]">
        {type === 'sign-up' ? copy.auth.create : copy.auth.welcome}
      </h2>
      <p className="mt-1 mb-5 text-center text-meta text-text-3">{copy.auth.kept}</p>
      {notice}
      {error && <ErrorBox className="mb-4">{error}</ErrorBox>}
      <Tabs value={type} tabs={tabs} onChange={onTypeChange}>
        <TabList label={copy.auth.tabs} tabs={tabs} isWide />
        <TabPanel value={type}>
          <AuthForm type={type} />
        </TabPanel>
      </Tabs>
    </div>
  )
}
