import type {
  MailboxForm,
  MailboxGuess,
  MailboxPlace,
  MailboxTest,
  OwnMailbox,
  PinnedCertificate,
  Settings,
} from '@shortlist/contracts/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { calendarStatusKey } from '../calendar/calendar-query.ts'
import { useCalendarStatus } from '../calendar/use-calendar-connection.ts'
import { useClient, useRefreshOn } from '../client-provider.tsx'
import { rereadMail, useMailStatus } from '../mail/mail-status.ts'
import { useViewCounts } from '../mail/view-counts.ts'
import { Button } from '../primitives/button.tsx'
import { ConfirmDialog } from '../primitives/dialog.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { PasswordField } from '../primitives/password-field.tsx'
import { Switch } from '../primitives/switch.tsx'
import { TextField } from '../primitives/text-field.tsx'
import { ToggleGroup } from '../primitives/toggle-group.tsx'
import { useAction } from '../primitives/use-action.ts'
import { useLostFocus } from '../primitives/use-lost-focus.ts'
import { settingsCopy } from '../settings-copy.ts'
import { dayOf } from '../time/relative-time.ts'
import { notify } from '../toasts/notify.ts'
import { Card, NotYet } from './card.tsx'
import { NamedMailbox } from './named-mailbox.tsx'
import { TestResult, TrialActs } from './test-result.tsx'
import { settingsKey, useSettings } from './use-settings.ts'
import './settings.css'

interface MailboxSettingsProps {
  /** A mailbox was connected, and is being read. */
  readonly onConnected: () => void
}

/** The mailbox of the account: what is connected, and the form that connects one. */
export function MailboxSettings({ onConnected }: MailboxSettingsProps) {
  const { data: settings, error } = useSettings()
  const [isChanging, setChanging] = useState(false)
  const [begun, setBegun] = useState<MailboxPlace | null>(null)
  const take = useTake()
  useRefreshOn(settingsKey, ['mail-changed'])

  if (!settings) return <NotYet error={error} />
  const { own, canConfigure, named, gone } = settings.mailbox
  if (named) return <NamedMailbox mailbox={settings.mailbox} named={named} onChange={take} />
  if (own && !isChanging) return <Connected own={own} onChange={() => setChanging(true)} />
  if (!canConfigure) return <Card title={settingsCopy.mailbox}>{settingsCopy.notHere}</Card>
  return (
    <>
      {gone && !begun && (
        <Card title={settingsCopy.gone(dayOf(gone.until))} text={settingsCopy.goneText}>
          <div className="settings-acts">
            <Button onClick={() => setBegun(gone.place)}>{settingsCopy.connectGone}</Button>
          </div>
        </Card>
      )}
      <ConnectForm
        key={begun ? 'begun' : 'empty'}
        own={own}
        begun={begun}
        onEnd={own ? () => setChanging(false) : undefined}
        onConnected={onConnected}
      />
    </>
  )
}

interface ConnectedProps {
  readonly own: OwnMailbox
  readonly onChange: () => void
}

/** A mailbox that is connected, how it is doing, and what can be done with it. */
function Connected({ own, onChange }: ConnectedProps) {
  const { settings } = useClient()
  const [isAsking, setAsking] = useState(false)
  const mails = useViewCounts()?.everything
  const take = useTake()
  const { isPaused, address, host, port, security, user, folder, pin, hasSecret, savedAt } = own
  const turn = isPaused ? settings.resumeMailbox : settings.pauseMailbox
  const rest = useAction(async () => take(await turn()), settingsCopy.failed)
  const remove = useAction(async () => {
    take(await settings.removeMailbox())
    notify('success', settingsCopy.removed)
  }, settingsCopy.failed)
  const facts = [
    [settingsCopy.address, address],
    [settingsCopy.host, settingsCopy.server(host, port, security)],
    [settingsCopy.user, user],
    [settingsCopy.folder, folder],
    ...(pin ? [[settingsCopy.trustedOne, pin.sha256]] : []),
    [
      settingsCopy.appPassword,
      hasSecret ? settingsCopy.storedOn(dayOf(savedAt)) : settingsCopy.unreadable,
    ],
  ]

  return (
    <Card title={settingsCopy.mailbox}>
      <StateLine isPaused={isPaused} />
      <dl className="settings-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="settings-label">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ErrorLine error={rest.error ?? remove.error} />
      <div className="settings-acts">
        <Button onClick={onChange}>{settingsCopy.change}</Button>
        <Button disabled={rest.isRunning} onClick={() => void rest.run()}>
          {isPaused ? settingsCopy.resume : settingsCopy.pause}
        </Button>
        <Button variant="danger" disabled={remove.isRunning} onClick={() => setAsking(true)}>
          {settingsCopy.remove}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={settingsCopy.removeTitle}
          text={settingsCopy.removeText(mails)}
          confirmLabel={settingsCopy.remove}
          onConfirm={() => void remove.run()}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

/** How the mailbox is doing, said again when that changes. */
function StateLine({ isPaused }: { readonly isPaused: boolean }) {
  const { data: status } = useMailStatus()
  const isReady = status?.mailbox.state === 'ready'
  const said = isReady ? settingsCopy.isConnected : (status?.error ?? settingsCopy.isConnecting)
  return <p role="status">{isPaused ? settingsCopy.isPaused : said}</p>
}

interface ConnectFormProps extends MailboxSettingsProps {
  /** What is connected already, which the form begins with. */
  readonly own: OwnMailbox | null
  /** What it begins with otherwise, without a password. */
  readonly begun: MailboxPlace | null
  /** Leaves everything as it is; undefined where there is nothing to go back to. */
  readonly onEnd: (() => void) | undefined
}

type Place = Pick<MailboxForm, 'host' | 'port' | 'security' | 'user'>

/** Address, password and folder; the server is found, or named by hand. */
function ConnectForm({ own, begun, onEnd, onConnected }: ConnectFormProps) {
  const entered = useEntered(own ?? begun)
  const [isCalendarWanted, setCalendarWanted] = useState(true)
  const hasNoCalendar = useCalendarStatus().status?.connected === false
  const done = () => {
    onEnd?.()
    onConnected()
  }
  const { test, testing, connecting } = useTrial(
    entered.form,
    hasNoCalendar && isCalendarWanted,
    done,
  )
  const isRunning = testing.isRunning || connecting.isRunning
  const isTrusted = entered.form.pin?.sha256 === test?.certificate?.sha256

  function connect(event: FormEvent): void {
    event.preventDefault()
    void connecting.run()
  }

  return (
    <>
      <form className="settings-card" aria-label={settingsCopy.connectTitle} onSubmit={connect}>
        <div>
          <h3>{own ? settingsCopy.changeTitle : settingsCopy.connectTitle}</h3>
          <p>{settingsCopy.connectText}</p>
        </div>
        <Fields entered={entered} isKept={own !== null} folders={test?.folders ?? []} />
        {hasNoCalendar && (
          <Switch
            label={settingsCopy.calendar}
            hint={settingsCopy.calendarHint}
            checked={isCalendarWanted}
            onChange={setCalendarWanted}
          />
        )}
        <ErrorLine error={connecting.error ?? testing.error} />
        <TrialActs
          submit={connecting.isRunning ? settingsCopy.connecting : settingsCopy.connect}
          isRunning={isRunning}
          isTesting={testing.isRunning}
          onTest={() => void testing.run()}
          onEnd={onEnd}
        />
      </form>
      {test && (
        <TestResult steps={test.steps} words={settingsCopy}>
          {test.certificate && (
            <Trust certificate={test.certificate} isTrusted={isTrusted} onTrust={entered.trust} />
          )}
        </TestResult>
      )}
    </>
  )
}

interface TrustProps {
  readonly certificate: PinnedCertificate
  readonly isTrusted: boolean
  readonly onTrust: (certificate: PinnedCertificate) => void
}

/** Lets this certificate count for the server, and no other one. */
function Trust({ certificate, isTrusted, onTrust }: TrustProps) {
  return (
    <div className="settings-acts">
      <Button disabled={isTrusted} onClick={() => onTrust(certificate)}>
        {settingsCopy.trust}
      </Button>
      <span role="status" className="text-caption">
        {isTrusted ? settingsCopy.trusted : settingsCopy.trustHint}
      </span>
    </div>
  )
}

type Entered = ReturnType<typeof useEntered>

/** What stands in the form: what was entered, and what was found where nothing was. */
function useEntered(own: MailboxPlace | null) {
  const { user: account } = useSession()
  const [address, setAddress] = useState(own?.address ?? account?.email ?? '')
  const [password, setPassword] = useState('')
  const [folder, setFolder] = useState(own?.folder ?? 'INBOX')
  const [named, setNamed] = useState<Partial<Place>>(own ?? {})
  const [isByHand, setByHand] = useState(false)
  const { guess, isLooking, isSettled, asking } = useGuess(address)
  const { host, port, security, user } = { ...nobody, user: address, ...guess, ...named }
  const place: Place = { host: host ?? '', port, security, user }
  // what was trusted at another place is asked about anew
  const [trusted, setTrusted] = useState(own)
  const isThere = trusted?.host === place.host && trusted.port === port

  return {
    form: {
      ...{ address, password, folder, ...place },
      ...(isThere && trusted.pin && { pin: trusted.pin }),
    } satisfies MailboxForm,
    trust: (pin: PinnedCertificate) => setTrusted({ address, folder, ...place, pin }),
    guess,
    isLooking,
    asking,
    isServerShown: isByHand || (isSettled && !guess?.host),
    setAddress(next: string) {
      setAddress(next)
      // another address has another server, unless somebody has named one
      if (!isByHand) setNamed({})
    },
    setPassword,
    setFolder,
    name(change: Partial<Place>) {
      setNamed({ ...named, ...change })
      // what somebody has begun to name stays where it is
      setByHand(true)
    },
    nameByHand: () => setByHand(true),
  }
}

const nobody = { host: null, port: 993, security: 'tls' } as const

/** Tries what was entered, and connects it. */
function useTrial(form: MailboxForm, wantsCalendar: boolean, onConnected: () => void) {
  const { settings, calendar, mail } = useClient()
  const cache = useQueryClient()
  const take = useTake()
  const [test, setTest] = useState<MailboxTest | null>(null)

  const testing = useAction(async () => {
    setTest(null)
    setTest(withOneWay(await settings.testMailbox(form), form))
  }, settingsCopy.failed)
  const connecting = useAction(async () => {
    setTest(null)
    const answer = await settings.connectMailbox(form)
    setTest(withOneWay(answer.test, form))
    if (!answer.test.isGood) return
    take(answer.settings)
    if (wantsCalendar) {
      cache.setQueryData(calendarStatusKey, await calendar.choose('local'))
      // without a calendar the daemon has not begun; how it goes is told as of any other sync
      mail.sync().catch(() => {})
    }
    onConnected()
  }, settingsCopy.failed)

  return { test, testing, connecting }
}

/** Where a certificate can be trusted by a press; that another one was trusted before stays a warning. */
function withOneWay(test: MailboxTest, { pin }: MailboxForm): MailboxTest {
  if (!test.certificate || pin) return test
  return { ...test, steps: test.steps.map((step) => ({ ...step, hint: null })) }
}

interface FieldsProps {
  readonly entered: Entered
  /** A password is stored, which counts where none is entered. */
  readonly isKept: boolean
  /** What the mailbox has, once somebody has signed in. */
  readonly folders: readonly string[]
}

function Fields({ entered, isKept, folders }: FieldsProps) {
  const { form, guess, isServerShown } = entered
  return (
    <div className="settings-fields">
      <TextField
        label={settingsCopy.address}
        type="email"
        required
        autoComplete="email"
        value={form.address}
        onChange={(event) => entered.setAddress(event.target.value)}
      />
      <Provider entered={entered} />
      {isServerShown && <Server place={form} onChange={entered.name} />}
      <PasswordField
        label={guess?.needs === 'password' ? settingsCopy.password : settingsCopy.appPassword}
        required={!isKept}
        autoComplete="off"
        value={form.password}
        onChange={entered.setPassword}
        hint={isKept ? settingsCopy.unchanged : <PasswordHint guess={guess} />}
      />
      <FolderField folder={form.folder} folders={folders} onChange={entered.setFolder} />
    </div>
  )
}

/** Who keeps the address, and where from that is known. */
function Provider({ entered }: { readonly entered: Entered }) {
  const { guess, isLooking, asking, isServerShown, form } = entered
  const domain = form.address.slice(form.address.lastIndexOf('@') + 1)
  // whoever was asked already has left a note
  const isAskable = guess?.found === 'nowhere' && guess.note === ''
  const place = useLostFocus(isLooking ? undefined : isAskable)
  const isNamed = isServerShown || form.host === ''
  const server = isNamed ? '' : settingsCopy.server(form.host, form.port, form.security)
  return (
    <fieldset aria-label={settingsCopy.provider}>
      <div ref={place} tabIndex={-1}>
        <span aria-hidden="true" className="settings-label">
          {settingsCopy.provider}
        </span>
        <div className="settings-provider">
          {isLooking ? settingsCopy.looking : (guess?.provider ?? settingsCopy.unknown)}
          {!isServerShown && (
            <Button variant="ghost" size="sm" onClick={entered.nameByHand}>
              {settingsCopy.change}
            </Button>
          )}
          {isAskable && (
            <Button size="sm" disabled={asking.isRunning} onClick={() => void asking.run(domain)}>
              {asking.isRunning ? settingsCopy.looking : settingsCopy.askDomain(domain)}
            </Button>
          )}
        </div>
        <p role="status" className="text-caption">
          {guess && `${settingsCopy.found[guess.found]} ${server}`}{' '}
          {guess?.provider === null && guess.note}
        </p>
        <ErrorLine error={asking.error} />
      </div>
    </fieldset>
  )
}

interface ServerProps {
  readonly place: Place
  readonly onChange: (change: Partial<Place>) => void
}

const securities = [
  { value: 'tls', label: settingsCopy.securities.tls },
  { value: 'starttls', label: settingsCopy.securities.starttls },
] as const

/** The port that goes with each kind of encryption (RFC 8314, 3.2). */
const ports = { tls: 993, starttls: 143 } as const

/** The server as it is named by hand. */
function Server({ place, onChange }: ServerProps) {
  const { host, port, security, user } = place
  return (
    <>
      <TextField
        label={settingsCopy.host}
        required
        spellCheck={false}
        autoCapitalize="none"
        value={host}
        onChange={(event) => onChange({ host: event.target.value })}
      />
      <TextField
        label={settingsCopy.port}
        type="number"
        required
        min={1}
        max={65_535}
        value={port || ''}
        onChange={(event) => onChange({ port: event.target.valueAsNumber || 0 })}
      />
      <TextField
        label={settingsCopy.user}
        required
        spellCheck={false}
        autoCapitalize="none"
        value={user}
        onChange={(event) => onChange({ user: event.target.value })}
      />
      <div>
        <span aria-hidden="true" className="settings-label mb-1.5 block">
          {settingsCopy.encryption}
        </span>
        <ToggleGroup
          label={settingsCopy.encryption}
          value={security}
          options={securities}
          onChange={(next) =>
            onChange({ security: next, ...(port === ports[security] && { port: ports[next] }) })
          }
        />
      </div>
    </>
  )
}

/** Where a password is made, and what is particular about it. */
function PasswordHint({ guess }: { readonly guess: MailboxGuess | undefined }) {
  if (!guess?.provider) return null
  const { note, passwordUrl, provider } = guess
  return (
    <>
      {note}{' '}
      {passwordUrl && (
        <a href={passwordUrl} target="_blank" rel="noreferrer">
          {settingsCopy.makeOne(provider)}
        </a>
      )}
    </>
  )
}

interface FolderFieldProps {
  readonly folder: string
  /** What the mailbox has, once somebody has signed in. */
  readonly folders: readonly string[]
  readonly onChange: (folder: string) => void
}

function FolderField({ folder, folders, onChange }: FolderFieldProps) {
  const id = useId()
  return (
    <>
      <TextField
        label={settingsCopy.folder}
        required
        list={id}
        value={folder}
        onChange={(event) => onChange(event.target.value)}
        hint={folders.length === 0 ? settingsCopy.folderHint : undefined}
      />
      <datalist id={id}>
        {folders.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** How long an address rests before somebody is asked about it, in milliseconds. */
const REST_MS = 300

/** Who keeps an address, once it is whole and rests; undefined while that is not known. */
function useGuess(address: string) {
  const { settings } = useClient()
  const cache = useQueryClient()
  const [rested, setRested] = useState(address)
  const queryKey = ['mailbox-guess', rested]

  useEffect(() => {
    const timer = setTimeout(() => setRested(address), REST_MS)
    return () => clearTimeout(timer)
  }, [address])

  const isWhole = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(rested)
  const { data, isFetching, isFetched } = useQuery({
    queryKey,
    queryFn: () => settings.lookUpMailbox(rested),
    enabled: isWhole,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const asking = useAction(async (domain: string) => {
    cache.setQueryData(queryKey, await settings.lookUpMailbox(rested, domain))
  }, settingsCopy.failed)
  return {
    guess: isWhole ? data : undefined,
    asking,
    isLooking: isFetching,
    isSettled: isWhole && isFetched && !isFetching,
  }
}

/** Shows what the daemon has answered, and asks anew for the mails of another mailbox. */
function useTake() {
  const cache = useQueryClient()
  return (settings: Settings) => {
    cache.setQueryData(settingsKey, settings)
    void rereadMail(cache)
  }
}
