import type { People, Person, SignUpRule } from '@shortlist/contracts/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../client-provider.tsx'
import { Button } from '../primitives/button.tsx'
import { ConfirmDialog } from '../primitives/dialog.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { useAction } from '../primitives/use-action.ts'
import { peopleCopy, settingsCopy } from '../settings-copy.ts'
import { dayOf } from '../time/relative-time.ts'
import { Card, NotYet, SetByEnvironment } from './card.tsx'
import { Option } from './option.tsx'
import { peopleKey } from './use-settings.ts'

/** Who has an account on this computer, and who may create one; for its owner. */
export function PeopleSettings() {
  const { accounts } = useClient()
  const { data, error } = useQuery({ queryKey: peopleKey, queryFn: accounts.people })
  if (!data) return <NotYet error={error} />
  return (
    <>
      <Accounts {...data} />
      <SignUp {...data} />
    </>
  )
}

/** Who has an account; all but the owner can be removed. */
function Accounts({ people }: People) {
  const { accounts } = useClient()
  const cache = useQueryClient()
  const [leaving, setLeaving] = useState<Person>()
  const removing = useAction(async (id: string) => {
    cache.setQueryData(peopleKey, await accounts.removePerson(id))
  }, settingsCopy.failed)
  return (
    <>
      <Card title={peopleCopy.accounts} text={peopleCopy.accountsText}>
        <ul>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isLocked={removing.isRunning}
              onRemove={() => setLeaving(person)}
            />
          ))}
        </ul>
        <ErrorLine error={removing.error} />
      </Card>
      {leaving && (
        <ConfirmDialog
          title={peopleCopy.removeOf(leaving.email)}
          text={peopleCopy.removeText}
          confirmLabel={peopleCopy.remove}
          onConfirm={() => void removing.run(leaving.id)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

interface PersonRowProps {
  readonly person: Person
  readonly isLocked: boolean
  readonly onRemove: () => void
}

function PersonRow({ person, isLocked, onRemove }: PersonRowProps) {
  const { email, isOwner, createdAt, lastSignIn } = person
  const seen = lastSignIn === null ? peopleCopy.neverSeen : peopleCopy.lastSignIn(dayOf(lastSignIn))
  return (
    <li className="settings-row">
      <div>
        <strong className="settings-label">{email}</strong>
        <p>
          {[...(isOwner ? [peopleCopy.owner] : []), peopleCopy.since(dayOf(createdAt)), seen].join(
            ' · ',
          )}
        </p>
      </div>
      {!isOwner && (
        <Button
          size="sm"
          aria-label={peopleCopy.removeOf(email)}
          disabled={isLocked}
          onClick={onRemove}
        >
          {peopleCopy.remove}
        </Button>
      )}
    </li>
  )
}

function SignUp({ signUp, setBy }: People) {
  const { accounts } = useClient()
  const cache = useQueryClient()
  const choosing = useAction(async (rule: SignUpRule) => {
    cache.setQueryData(peopleKey, await accounts.chooseSignUp(rule))
  }, settingsCopy.failed)
  return (
    <div className="settings-card">
      <fieldset>
        <legend className="settings-label">{peopleCopy.signUp}</legend>
        {(['open', 'first', 'closed'] as const).map((rule) => (
          <Option
            key={rule}
            name="sign-up"
            title={peopleCopy.rules[rule]}
            hint={peopleCopy.ruleHints[rule]}
            isChosen={rule === signUp}
            isLocked={setBy !== null || choosing.isRunning}
            onChoose={() => void choosing.run(rule)}
          />
        ))}
      </fieldset>
      {setBy !== null && <SetByEnvironment variable={setBy} />}
      <ErrorLine error={choosing.error} />
    </div>
  )
}
