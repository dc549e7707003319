import type { Holdings, ImportPreview, LastImport } from '@shortlist/contracts/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { useClient } from '../client-provider.tsx'
import { Button } from '../primitives/button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { PasswordField } from '../primitives/password-field.tsx'
import { Switch } from '../primitives/switch.tsx'
import { TextField } from '../primitives/text-field.tsx'
import { PasswordQuestion, useAction } from '../primitives/use-action.ts'
import { dataCopy, settingsCopy } from '../settings-copy.ts'
import { notify } from '../toasts/notify.ts'
import { Card, NotYet } from './card.tsx'
import { Option } from './option.tsx'
import { peopleKey, useMachine } from './use-settings.ts'

/** What is kept of the account, and how it goes. */
export function DataSettings() {
  const { accounts } = useClient()
  const { data: holdings, error } = useQuery({
    queryKey: ['account', 'holdings'],
    queryFn: accounts.holdings,
  })
  if (!holdings) return <NotYet error={error} />
  const held = dataCopy.held(holdings)
  return (
    <>
      <Card title={dataCopy.holdings}>
        <p>{held.join(' · ') || dataCopy.nothing}</p>
        {accounts.exportUrl !== null && held.length > 0 && (
          <div className="settings-acts">
            <Button asChild>
              <a href={accounts.exportUrl} download>
                {dataCopy.exportAll}
              </a>
            </Button>
            <p>{dataCopy.exportText}</p>
          </div>
        )}
      </Card>
      <ImportFile />
      {/* the password is a field of the form */}
      <PasswordQuestion value={null}>
        <DeleteAccount holdings={holdings} />
      </PasswordQuestion>
    </>
  )
}

const importKey = ['account', 'import'] as const

/** Reads an exported file back, once it was said what would come; undone for a day. */
function ImportFile() {
  const { accounts } = useClient()
  const cache = useQueryClient()
  const last = useQuery({ queryKey: importKey, queryFn: accounts.lastImport }).data?.last
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ file: File; preview: ImportPreview } | null>(null)

  const looking = useAction(async (file: File) => {
    setChosen({ file, preview: await accounts.previewImport(file) })
  }, settingsCopy.failed)
  const changing = useAction(async (change: () => Promise<LastImport>) => {
    cache.setQueryData(importKey, await change())
    setChosen(null)
    // it may be anything that a screen shows
    await cache.invalidateQueries()
  }, settingsCopy.failed)

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [file] = currentTarget.files ?? []
    // the same file can be chosen again
    currentTarget.value = ''
    setChosen(null)
    if (file) void looking.run(file)
  }

  const isBusy = looking.isRunning || changing.isRunning
  return (
    <Card title={dataCopy.import} text={dataCopy.importText}>
      <input
        ref={input}
        type="file"
        accept=".jsonl"
        aria-label={dataCopy.chooseFile}
        tabIndex={-1}
        className="sr-only"
        onChange={choose}
      />
      {chosen ? (
        <>
          <p role="status">{dataCopy.preview(chosen.preview)}</p>
          <div className="settings-acts">
            {Object.values(chosen.preview.fresh).some((count) => count > 0) && (
              <Button
                variant="primary"
                disabled={isBusy}
                onClick={() => void changing.run(() => accounts.import(chosen.file))}
              >
                {dataCopy.importThem}
              </Button>
            )}
            <Button disabled={isBusy} onClick={() => setChosen(null)}>
              {dataCopy.cancel}
            </Button>
          </div>
        </>
      ) : (
        <div className="settings-acts">
          <Button disabled={isBusy} onClick={() => input.current?.click()}>
            {dataCopy.chooseFile}
          </Button>
        </div>
      )}
      {last && (
        <>
          <p role="status">
            {last.isWhole
              ? dataCopy.imported(last, new Date(last.at).toLocaleString())
              : dataCopy.notWhole}
          </p>
          <div className="settings-acts">
            <Button disabled={isBusy} onClick={() => void changing.run(accounts.undoImport)}>
              {dataCopy.undo}
            </Button>
            <p>{dataCopy.undoHint}</p>
          </div>
        </>
      )}
      <ErrorLine error={looking.error ?? changing.error} />
    </Card>
  )
}

/** Deletes the account once its address and its password were typed. */
function DeleteAccount({ holdings }: { readonly holdings: Holdings }) {
  const { accounts } = useClient()
  const { signOut } = useSession()
  const isOwner = useMachine().data?.isOwner ?? false
  const people = useQuery({ queryKey: peopleKey, queryFn: accounts.people, enabled: isOwner })
  const others = people.data?.people.filter((person) => !person.isOwner) ?? []
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [takesEvents, setTakesEvents] = useState(false)
  const [heir, setHeir] = useState<string>()
  const deleting = useAction(async () => {
    await accounts.confirm(password)
    await accounts.delete({ email, takesEvents, ...(heir !== undefined && { heir }) })
    notify('success', dataCopy.deleted)
    await signOut()
  }, settingsCopy.failed)

  function leave(event: FormEvent): void {
    event.preventDefault()
    void deleting.run()
  }

  return (
    <form className="settings-card" aria-label={dataCopy.deleteAccount} onSubmit={leave}>
      <div>
        <h3>{dataCopy.deleteAccount}</h3>
        <p>{dataCopy.deleteText(dataCopy.held(holdings))}</p>
      </div>
      {holdings.inGoogle > 0 && (
        <Switch
          label={dataCopy.takeEvents(holdings.inGoogle)}
          hint={dataCopy.takeEventsHint}
          checked={takesEvents}
          onChange={setTakesEvents}
        />
      )}
      {others.length > 0 && (
        <fieldset>
          <legend className="settings-label">{dataCopy.heir}</legend>
          {others.map((other) => (
            <Option
              key={other.id}
              name="heir"
              title={other.email}
              hint={dataCopy.heirHint}
              isChosen={other.id === heir}
              isLocked={deleting.isRunning}
              onChoose={() => setHeir(other.id)}
            />
          ))}
        </fieldset>
      )}
      <div className="settings-fields">
        <TextField
          label={dataCopy.typeAddress}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label={dataCopy.password}
          required
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      </div>
      <ErrorLine error={deleting.error} />
      <div className="settings-acts">
        <Button
          type="submit"
          variant="danger"
          disabled={deleting.isRunning || (others.length > 0 && heir === undefined)}
        >
          {dataCopy.deleteIt}
        </Button>
      </div>
    </form>
  )
}
