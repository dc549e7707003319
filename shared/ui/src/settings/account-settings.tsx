import type { SignedInBrowser } from '@shortlist/contracts/accounts'
import { PASSWORD_MIN } from '@shortlist/contracts/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { useClient } from '../client-provider.tsx'
import { copy } from '../copy.ts'
import { describeFailure } from '../describe-failure.ts'
import { Button } from '../primitives/button.tsx'
import { CopyLine } from '../primitives/copy-button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { PasswordField } from '../primitives/password-field.tsx'
import { TextField } from '../primitives/text-field.tsx'
import { PasswordQuestion, useAction } from '../primitives/use-action.ts'
import { accountCopy, settingsCopy } from '../settings-copy.ts'
import { dayOf } from '../time/relative-time.ts'
import { notify } from '../toasts/notify.ts'
import { Card } from './card.tsx'

/** Who the account is, and where it is signed in. */
export function AccountSettings() {
  const { user } = useSession()
  if (!user) return null
  return (
    <>
      <Card title={accountCopy.account}>
        <dl className="settings-facts">
          <div>
            <dt className="settings-label">{settingsCopy.address}</dt>
            <dd>{user.email}</dd>
          </div>
          <div>
            <dt className="settings-label">{copy.shell.userId}</dt>
            <dd>
              <CopyLine text={user.id} label={copy.shell.copyUserId} />
            </dd>
          </div>
        </dl>
      </Card>
      <AddressForm />
      {/* its own first field is where the password is entered */}
      <PasswordQuestion value={null}>
        <PasswordForm />
      </PasswordQuestion>
      <Browsers />
    </>
  )
}

/** Gives the account another address, by which it signs in from then on. */
function AddressForm() {
  const { accounts } = useClient()
  const { look } = useSession()
  const [email, setEmail] = useState('')
  const changing = useAction(async () => {
    await accounts.change({ email })
    await look()
    notify('success', accountCopy.addressChanged)
  }, settingsCopy.failed)

  function change(event: FormEvent): void {
    event.preventDefault()
    void changing.run()
  }

  return (
    <form className="settings-card" aria-label={accountCopy.changeAddress} onSubmit={change}>
      <h3>{accountCopy.changeAddress}</h3>
      <TextField
        label={accountCopy.newAddress}
        type="email"
        required
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        hint={accountCopy.addressHint}
      />
      <ErrorLine error={changing.error} />
      <div className="settings-acts">
        <Button type="submit" disabled={changing.isRunning}>
          {settingsCopy.change}
        </Button>
      </div>
    </form>
  )
}

const empty = { now: '', next: '', again: '' }

/** Gives the account another password. */
function PasswordForm() {
  const { accounts } = useClient()
  const cache = useQueryClient()
  const [{ now, next, again }, setFields] = useState(empty)
  const set = (field: keyof typeof empty) => (value: string) =>
    setFields((fields) => ({ ...fields, [field]: value }))
  const isSame = next === again
  const changing = useAction(async () => {
    await accounts.confirm(now)
    await accounts.change({ password: next })
    setFields(empty)
    notify('success', accountCopy.passwordChanged)
    await cache.invalidateQueries({ queryKey: browsersKey })
  }, settingsCopy.failed)

  function change(event: FormEvent): void {
    event.preventDefault()
    if (isSame) void changing.run()
  }

  return (
    <form className="settings-card" aria-label={accountCopy.changePassword} onSubmit={change}>
      <h3>{accountCopy.changePassword}</h3>
      <PasswordField
        label={accountCopy.passwordNow}
        required
        autoComplete="current-password"
        value={now}
        onChange={set('now')}
      />
      <div className="settings-fields">
        <PasswordField
          label={accountCopy.passwordNew}
          required
          minLength={PASSWORD_MIN}
          autoComplete="new-password"
          value={next}
          onChange={set('next')}
          hint={accountCopy.passwordHint(PASSWORD_MIN)}
        />
        <PasswordField
          label={accountCopy.passwordAgain}
          required
          autoComplete="new-password"
          value={again}
          onChange={set('again')}
          hint={isSame || again === '' ? undefined : accountCopy.passwordsDiffer}
        />
      </div>
      <ErrorLine error={changing.error} />
      <div className="settings-acts">
        <Button type="submit" disabled={changing.isRunning || !isSame}>
          {settingsCopy.change}
        </Button>
        <p>{accountCopy.signsOut}</p>
      </div>
    </form>
  )
}

const browsersKey = ['account', 'browsers'] as const

/** The browsers in which the account is signed in. */
function Browsers() {
  const { accounts } = useClient()
  const cache = useQueryClient()
  const { data, error } = useQuery({ queryKey: browsersKey, queryFn: accounts.browsers })
  const leaving = useAction(async (id: string) => {
    cache.setQueryData(browsersKey, await accounts.signOutBrowser(id))
  }, settingsCopy.failed)
  const failure = error ? describeFailure(error, settingsCopy.failed) : leaving.error
  return (
    <Card title={accountCopy.browsers} text={accountCopy.browsersText}>
      <ErrorLine error={failure} />
      <ul>
        {data?.map((browser) => (
          <Browser
            key={browser.id}
            browser={browser}
            isLocked={leaving.isRunning}
            onSignOut={() => void leaving.run(browser.id)}
          />
        ))}
      </ul>
    </Card>
  )
}

interface BrowserProps {
  readonly browser: SignedInBrowser
  readonly isLocked: boolean
  readonly onSignOut: () => void
}

function Browser({ browser, isLocked, onSignOut }: BrowserProps) {
  const { name, isThis, signedInAt, lastSeen } = browser
  const label = name ?? accountCopy.unknownBrowser
  return (
    <li className="settings-row">
      <div>
        <strong className="settings-label">{label}</strong>
        <p>{accountCopy.seen(dayOf(signedInAt), isThis ? null : dayOf(lastSeen))}</p>
      </div>
      {/* this one is left by Logout, which also forgets what was typed here */}
      {!isThis && (
        <Button
          size="sm"
          aria-label={accountCopy.signOutOf(label)}
          disabled={isLocked}
          onClick={onSignOut}
        >
          {accountCopy.signOut}
        </Button>
      )}
    </li>
  )
}
