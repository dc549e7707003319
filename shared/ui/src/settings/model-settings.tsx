import type {
  AddedServer,
  Machine,
  MachineChange,
  ModelServerForm,
  ModelTest,
  ModelUses,
} from '@shortlist/contracts/machine'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Lock, Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useClient } from '../client-provider.tsx'
import { Button } from '../primitives/button.tsx'
import { ConfirmDialog } from '../primitives/dialog.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { PasswordField } from '../primitives/password-field.tsx'
import { Select } from '../primitives/select.tsx'
import { Switch } from '../primitives/switch.tsx'
import { TextField } from '../primitives/text-field.tsx'
import { useAction } from '../primitives/use-action.ts'
import { modelCopy, settingsCopy } from '../settings-copy.ts'
import { Card, NotYet, SetByEnvironment } from './card.tsx'
import { Option } from './option.tsx'
import { TestResult, TrialActs } from './test-result.tsx'
import { machineKey, settingsKey, useMachine, useSettings } from './use-settings.ts'
import './settings.css'

/** What answers on this computer, which its owner chooses, and whether it may read the mails. */
export function ModelSettings() {
  const { data: machine, error } = useMachine()

  if (!machine) return <NotYet error={error} />
  return (
    <>
      <NowAnswering machine={machine} />
      {machine.isOwner && machine.setBy === null && <AnswersFrom machine={machine} />}
      {machine.models && <WhichForWhat uses={machine.models} />}
      <StandIn machine={machine} />
      <MailByModel />
    </>
  )
}

/** Changes what answers, and shows what has come of it. */
function useChange() {
  const { settings } = useClient()
  const take = useTake()
  const change = async (wanted: MachineChange) => take(await settings.changeMachine(wanted))
  return useAction(change, settingsCopy.failed)
}

/** Shows what the daemon has answered. */
function useTake() {
  const cache = useQueryClient()
  return (machine: Machine) => void cache.setQueryData(machineKey, machine)
}

/** What answers, its last failure, and who chooses it. */
function NowAnswering({ machine }: { readonly machine: Machine }) {
  const { isOwner, answering, error, setBy } = machine
  const { data: account } = useSettings()
  const trying = useChange()
  const isElsewhere = account?.mailbox.canConfigure === false && account.mailbox.setBy === null
  const id = useId()
  return (
    <section aria-labelledby={id} className="settings-card">
      <div role="status">
        <h3 id={id}>{modelCopy.answering(answering)}</h3>
        {isOwner || <p>{isElsewhere ? modelCopy.notHere : modelCopy.notOwner}</p>}
        {error && <p>{error}</p>}
      </div>
      {setBy !== null && (
        <>
          <SetByEnvironment variable={setBy} />
          <p>{modelCopy.setByText}</p>
        </>
      )}
      {isOwner && (
        <div className="settings-acts">
          <Button disabled={trying.isRunning} onClick={() => void trying.run({ isTried: true })}>
            {trying.isRunning ? modelCopy.trying : modelCopy.tryNow}
          </Button>
        </div>
      )}
      <ErrorLine error={trying.error} />
    </section>
  )
}

/** The servers that can be chosen, and the form that adds one. */
function AnswersFrom({ machine }: { readonly machine: Machine }) {
  const { chosen, found, servers } = machine
  const { settings } = useClient()
  const name = useId()
  const take = useTake()
  const choosing = useChange()
  const trial = useTrial()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<AddedServer>()
  const remove = useAction(async (id: string) => {
    take(await settings.removeServer(id))
  }, settingsCopy.failed)

  const option = (value: string) => ({
    name,
    isChosen: value === chosen,
    isLocked: choosing.isRunning,
    onChoose: () => void choosing.run({ chosen: value }),
  })
  const tester = (url: string, of: string) => (
    <Button
      size="sm"
      aria-label={modelCopy.testOf(of)}
      disabled={trial.testing.isRunning}
      onClick={() => void trial.testing.run({ url, key: '' })}
    >
      {settingsCopy.test}
    </Button>
  )
  // one that was chosen and has gone is still the one that is asked
  const isKnown = ['found', 'guides', ...servers.map(({ id }) => id)].includes(chosen)
  const isGone = !isKnown && !found.some(({ url }) => url === chosen)

  return (
    <>
      <div className="settings-card">
        <fieldset>
          <legend className="settings-label">{modelCopy.answersFrom}</legend>
          <Option {...option('found')} title={modelCopy.byItself} hint={modelCopy.byItselfHint} />
          {found.map(({ name: server, url, models }) => (
            <Option
              key={url}
              {...option(url)}
              title={modelCopy.foundHere(server)}
              hint={modelCopy.foundHint(new URL(url).host, models)}
              acts={tester(url, server)}
            />
          ))}
          {isGone && <Option {...option(chosen)} title={chosen} hint={modelCopy.gone} />}
          {servers.map((server) => (
            <Option
              key={server.id}
              {...option(server.id)}
              title={server.name}
              hint={hintOf(server)}
              acts={
                <>
                  {tester(server.url, server.name)}
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={modelCopy.removeOf(server.name)}
                    onClick={() => setLeaving(server)}
                  >
                    {settingsCopy.remove}
                  </Button>
                </>
              }
            />
          ))}
          <Option {...option('guides')} title={modelCopy.guides} hint={modelCopy.guidesHint} />
        </fieldset>
        <ErrorLine error={choosing.error ?? remove.error ?? trial.error} />
        {isAdding || (
          <div className="settings-acts">
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {modelCopy.add}
            </Button>
          </div>
        )}
      </div>
      {isAdding && <AddForm trial={trial} onEnd={() => setAdding(false)} />}
      {trial.test && <TestResult steps={trial.test.steps} words={modelCopy} />}
      {leaving && (
        <ConfirmDialog
          title={modelCopy.removeOf(leaving.name)}
          text={modelCopy.removeText}
          confirmLabel={settingsCopy.remove}
          onConfirm={() => void remove.run(leaving.id)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

function hintOf({ hasKey, isOwnNetwork, savedAt }: AddedServer): string {
  const day = new Date(savedAt).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
  const saved = hasKey ? modelCopy.keySaved(day) : modelCopy.added(day)
  return isOwnNetwork ? saved : `${saved} · ${modelCopy.leaves}`
}

type Trial = ReturnType<typeof useTrial>

/** Tries a server, and adds it where all of it is good. */
function useTrial() {
  const { settings } = useClient()
  const take = useTake()
  const [test, setTest] = useState<ModelTest | null>(null)
  const testing = useAction(async (form: ModelServerForm) => {
    setTest(null)
    setTest(await settings.testServer(form))
  }, settingsCopy.failed)
  const adding = useAction(async (form: ModelServerForm, onAdded: () => void) => {
    setTest(null)
    const answer = await settings.addServer(form)
    setTest(answer.test)
    take(answer.machine)
    if (answer.test.isGood) onAdded()
  }, settingsCopy.failed)
  return { test, testing, adding, error: testing.error ?? adding.error }
}

interface AddFormProps {
  readonly trial: Trial
  readonly onEnd: () => void
}

function AddForm({ trial: { testing, adding }, onEnd }: AddFormProps) {
  const [url, setUrl] = useState('')
  const [key, setKey] = useState('')
  const list = useId()
  const isRunning = testing.isRunning || adding.isRunning

  function add(event: FormEvent): void {
    event.preventDefault()
    void adding.run({ url, key }, onEnd)
  }

  return (
    <form className="settings-card" aria-label={modelCopy.add} onSubmit={add}>
      <h3>{modelCopy.add}</h3>
      <div className="settings-fields">
        <TextField
          label={modelCopy.address}
          type="url"
          required
          spellCheck={false}
          placeholder="http://127.0.0.1:11434/v1"
          list={list}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          hint={modelCopy.addressHint}
        />
        <datalist id={list}>
          {known.map(([label, address]) => (
            <option key={label} value={address}>
              {label}
            </option>
          ))}
        </datalist>
        <PasswordField
          label={modelCopy.key}
          autoComplete="off"
          value={key}
          onChange={setKey}
          hint={modelCopy.keyHint}
        />
      </div>
      <TrialActs
        submit={adding.isRunning ? settingsCopy.testing : modelCopy.addIt}
        isRunning={isRunning}
        isTesting={testing.isRunning}
        canTest={url !== ''}
        onTest={() => void testing.run({ url, key })}
        onEnd={onEnd}
      />
    </form>
  )
}

/** Servers by name, and where they answer unless told otherwise. */
const known = [
  ['OpenAI', 'https://api.openai.com/v1'],
  ['Mistral', 'https://api.mistral.ai/v1'],
  ['OpenRouter', 'https://openrouter.ai/api/v1'],
  ['Groq', 'https://api.groq.com/openai/v1'],
  ['LM Studio', 'http://127.0.0.1:1234/v1'],
  ['llama.cpp', 'http://127.0.0.1:8080/v1'],
  ['vLLM', 'http://127.0.0.1:8000/v1'],
] as const

/** Which model of the server that answers is asked for what. */
function WhichForWhat({ uses }: { readonly uses: ModelUses }) {
  const changing = useChange()
  return (
    <Card title={modelCopy.whichForWhat} text={uses.served.length === 0 && modelCopy.unlisted}>
      <div>
        {uses.purposes.map((use) => (
          <div key={use.purpose} className="settings-row">
            <div>
              <strong className="settings-label">{modelCopy.purposes[use.purpose]}</strong>
              <p>{hintOfUse(use, uses)}</p>
            </div>
            <ModelChoice
              use={use}
              uses={uses}
              onChoose={(id) => void changing.run({ models: { [use.purpose]: id } })}
            />
          </div>
        ))}
      </div>
      <ErrorLine error={changing.error} />
    </Card>
  )
}

type ModelUse = ModelUses['purposes'][number]

function hintOfUse({ used, chosen, setBy }: ModelUse, { isOwnNetwork }: ModelUses) {
  if (setBy !== null) return settingsCopy.setBy(setBy)
  if (used === null) return isOwnNetwork ? modelCopy.noneCompares : modelCopy.notCompared
  if (chosen === null) return modelCopy.byItselfModel
  return chosen === used ? modelCopy.byYou : modelCopy.isAway(used)
}

interface ModelChoiceProps {
  readonly use: ModelUse
  readonly uses: ModelUses
  /** Null: chosen by itself. */
  readonly onChoose: (id: string | null) => void
}

/** No id of a model. */
const BY_ITSELF = '\n'

function ModelChoice({ use, uses: { served }, onChoose }: ModelChoiceProps) {
  const { purpose, used, chosen, setBy } = use
  const wanted = purpose === 'embedding' ? 'embedding' : 'chat'
  const fitting = served.filter(({ id, use: able }) => able === wanted || id === used)
  const shown = served.find(({ id }) => id === used)?.name ?? used ?? modelCopy.none
  if (setBy !== null || fitting.length === 0)
    return (
      <span className="settings-label flex items-center gap-2">
        {shown}
        {setBy !== null && <Lock aria-hidden="true" className="size-4" />}
      </span>
    )
  const models = fitting.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      label={`${modelCopy.purposes[purpose]}: ${shown}`}
      value={chosen ?? BY_ITSELF}
      choices={[{ value: BY_ITSELF, label: modelCopy.byItselfModel }, ...models]}
      onChange={(id) => onChoose(id === BY_ITSELF ? null : id)}
    >
      {shown}
      <ChevronDown aria-hidden="true" className="size-4" />
    </Select>
  )
}

/** Whether the guides answer by themselves where the chosen server fails. */
function StandIn({ machine: { guidesStandIn } }: { readonly machine: Machine }) {
  const changing = useChange()
  if (guidesStandIn === null) return null
  return (
    <div className="settings-card">
      <Switch
        label={modelCopy.standIn}
        hint={modelCopy.standInHint}
        checked={guidesStandIn}
        onChange={(wanted) => void changing.run({ guidesStandIn: wanted })}
      />
      <ErrorLine error={changing.error} />
    </div>
  )
}

/** Whether what answers chats may read the mails of the account. */
function MailByModel() {
  const { settings } = useClient()
  const cache = useQueryClient()
  const { data } = useSettings()
  const allowing = useAction(async (isAllowed: boolean) => {
    cache.setQueryData(settingsKey, await settings.allowModel(isAllowed))
  }, settingsCopy.failed)
  if (!data || (!data.mailbox.canConfigure && data.mailbox.setBy === null)) return null
  return (
    <div className="settings-card">
      <Switch
        label={modelCopy.mayRead}
        hint={modelCopy.mayReadHint}
        checked={data.mailByModel}
        onChange={(isAllowed) => void allowing.run(isAllowed)}
      />
      <ErrorLine error={allowing.error} />
    </div>
  )
}
