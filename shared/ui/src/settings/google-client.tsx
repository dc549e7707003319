import type { GoogleClient, GoogleClientForm, GoogleTest } from '@shortlist/contracts/machine'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient, useRefreshOn } from '../client-provider.tsx'
import { Button } from '../primitives/button.tsx'
import { CopyButton } from '../primitives/copy-button.tsx'
import { ConfirmDialog } from '../primitives/dialog.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { PasswordField } from '../primitives/password-field.tsx'
import { TextField } from '../primitives/text-field.tsx'
import { useAction } from '../primitives/use-action.ts'
import { googleCopy, settingsCopy } from '../settings-copy.ts'
import { dayOf } from '../time/relative-time.ts'
import { Card, SetByEnvironment } from './card.tsx'
import { TestResult, TrialActs } from './test-result.tsx'

/** Where the Google client of the computer lies in the query cache. */
const googleKey = ['settings', 'google'] as const

/** The client that everybody of this computer signs in to Google by, for its owner. */
export function GoogleClientCard() {
  const { settings } = useClient()
  const { data: client } = useQuery({ queryKey: googleKey, queryFn: settings.readGoogle })
  useRefreshOn(googleKey, ['calendar-changed'])
  const [isChanging, setChanging] = useState(false)
  if (!client?.isOwner) return null
  const { setBy, clientId } = client
  if (setBy !== null) {
    return (
      <Card title={googleCopy.title} text={googleCopy.setByText}>
        <SetByEnvironment variable={setBy} />
        <Facts client={client} />
      </Card>
    )
  }
  if (clientId === null || isChanging) {
    const onEnd = clientId === null ? undefined : () => setChanging(false)
    return <EnterForm client={client} onEnd={onEnd} />
  }
  return <Entered client={client} onChange={() => setChanging(true)} />
}

/** Shows what the daemon has answered. */
function useTake() {
  const cache = useQueryClient()
  return (client: GoogleClient) => void cache.setQueryData(googleKey, client)
}

function Facts({ client }: { readonly client: GoogleClient }) {
  const { setBy, clientId, hasSecret, savedAt } = client
  const day = savedAt && dayOf(savedAt)
  const stored = day ? settingsCopy.storedOn(day) : googleCopy.notShown
  return (
    <dl className="settings-facts">
      <div>
        <dt className="settings-label">{googleCopy.clientId}</dt>
        <dd>{clientId}</dd>
      </div>
      <div>
        <dt className="settings-label">{googleCopy.clientSecret}</dt>
        <dd>{hasSecret || setBy !== null ? stored : settingsCopy.unreadable}</dd>
      </div>
    </dl>
  )
}

interface EnteredProps {
  readonly client: GoogleClient
  readonly onChange: () => void
}

/** A client that was entered, and what can be done with it. */
function Entered({ client, onChange }: EnteredProps) {
  const { settings } = useClient()
  const take = useTake()
  const trial = useTrial()
  const [isAsking, setAsking] = useState(false)
  const removing = useAction(async () => take(await settings.removeGoogle()), settingsCopy.failed)
  const form = { clientId: client.clientId ?? '', clientSecret: '' }
  return (
    <>
      <Card title={googleCopy.title} text={googleCopy.text}>
        <Facts client={client} />
        <ErrorLine error={removing.error ?? trial.testing.error} />
        <div className="settings-acts">
          <Button onClick={onChange}>{settingsCopy.change}</Button>
          <Button disabled={trial.testing.isRunning} onClick={() => void trial.testing.run(form)}>
            {trial.testing.isRunning ? settingsCopy.testing : settingsCopy.test}
          </Button>
          <Button variant="danger" disabled={removing.isRunning} onClick={() => setAsking(true)}>
            {settingsCopy.remove}
          </Button>
        </div>
        {isAsking && (
          <ConfirmDialog
            title={googleCopy.removeTitle}
            text={googleCopy.removeText}
            confirmLabel={settingsCopy.remove}
            onConfirm={() => void removing.run()}
            onClose={() => setAsking(false)}
          />
        )}
      </Card>
      {trial.test && <TestResult steps={trial.test.steps} words={googleCopy} />}
    </>
  )
}

/** Tries a client. */
function useTrial() {
  const { settings } = useClient()
  const [test, setTest] = useState<GoogleTest | null>(null)
  const testing = useAction(async (form: GoogleClientForm) => {
    setTest(null)
    setTest(await settings.testGoogle(form))
  }, settingsCopy.failed)
  return { test, setTest, testing }
}

interface EnterFormProps {
  readonly client: GoogleClient
  /** Leads back to the client that there is. */
  readonly onEnd: (() => void) | undefined
}

function EnterForm({ client: { redirectUri, ...client }, onEnd }: EnterFormProps) {
  const { settings } = useClient()
  const take = useTake()
  const [clientId, setClientId] = useState(client.clientId ?? '')
  const [clientSecret, setSecret] = useState('')
  const { test, setTest, testing } = useTrial()
  const entering = useAction(async () => {
    setTest(null)
    const entered = await settings.enterGoogle({ clientId, clientSecret })
    setTest(entered.test)
    take(entered.client)
    if (entered.test.isGood) onEnd?.()
  }, settingsCopy.failed)
  const isRunning = testing.isRunning || entering.isRunning

  function enter(event: FormEvent): void {
    event.preventDefault()
    void entering.run()
  }

  return (
    <>
      <form className="settings-card" aria-label={googleCopy.title} onSubmit={enter}>
        <div>
          <h3>{googleCopy.title}</h3>
          <p>{googleCopy.text}</p>
        </div>
        <TextField
          label={googleCopy.redirectUri}
          hint={googleCopy.redirectHint}
          end={<CopyButton text={redirectUri} label={googleCopy.copyRedirect} />}
          value={redirectUri}
          readOnly
          onFocus={(event) => event.target.select()}
          className="font-mono text-caption"
        />
        <div className="settings-fields">
          <TextField
            label={googleCopy.clientId}
            required
            spellCheck={false}
            autoComplete="off"
            value={clientId}
            onChange={(event) => setClientId(event.target.value)}
          />
          <PasswordField
            label={googleCopy.clientSecret}
            autoComplete="off"
            value={clientSecret}
            onChange={setSecret}
            hint={client.hasSecret && settingsCopy.unchanged}
          />
        </div>
        <ErrorLine error={testing.error ?? entering.error} />
        <TrialActs
          submit={entering.isRunning ? settingsCopy.testing : googleCopy.enter}
          isRunning={isRunning}
          isTesting={testing.isRunning}
          canTest={clientId !== ''}
          onTest={() => void testing.run({ clientId, clientSecret })}
          onEnd={onEnd}
        />
      </form>
      {test && <TestResult steps={test.steps} words={googleCopy} />}
    </>
  )
}
