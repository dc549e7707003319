import type { SignedInBrowser } from '@shortlist/contracts/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../auth/session.tsx'
import { useClient } from '../client-provider.tsx'
import { copy } from '../copy.ts'
import { describeFailure } from '../describe-failure.ts'
import { Button } from '../primitives/button.tsx'
import { CopyLine } from '../primitives/copy-button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { useAction } from '../primitives/use-action.ts'
import { accountCopy, settingsCopy } from '../settings-copy.ts'
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
      <Browsers />
    </>
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

function dayOf(instant: string): string {
  return new Date(instant).toLocaleDateString(undefined, { dateStyle: 'medium' })
}
