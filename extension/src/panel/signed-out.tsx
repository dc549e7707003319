import { AuthForm, type AuthType } from '@shortlist/ui/auth/auth-form.tsx'
import { copy } from '@shortlist/ui/copy'
import { Tabs } from '@shortlist/ui/primitives/tabs.tsx'
import { useState } from 'react'

const tabs = [
  { value: 'sign-in', label: copy.auth.signInTab },
  { value: 'sign-up', label: copy.auth.signUpTab },
] as const

/** Sign-in and sign-up in the panel. */
export function SignedOut() {
  const [type, setType] = useState<AuthType>('sign-in')
  return (
    <div className="p-4">
      <Tabs label={copy.auth.tabs} value={type} tabs={tabs} onChange={setType}>
        <AuthForm key={type} type={type} />
      </Tabs>
    </div>
  )
}
