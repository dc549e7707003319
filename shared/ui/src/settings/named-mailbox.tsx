import type { MailboxTest, NamedMailbox as Named, Settings } from '@shortlist/contracts/settings'
import { Fragment, useState } from 'react'
import { useClient } from '../client-provider.tsx'
import { Button } from '../primitives/button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { useAction } from '../primitives/use-action.ts'
import { settingsCopy } from '../settings-copy.ts'
import { Card, SetByEnvironment } from './card.tsx'
import { TestResult } from './test-result.tsx'

interface NamedMailboxProps {
  readonly mailbox: Settings['mailbox']
  readonly named: Named
  /** Shows what the daemon has answered. */
  readonly onChange: (settings: Settings) => void
}

/** The mailbox that the environment names: what says so, and what makes that needless. */
export function NamedMailbox({ mailbox, named, onChange }: NamedMailboxProps) {
  const { settings } = useClient()
  const [test, setTest] = useState<MailboxTest | null>(null)
  const { variables, file, canTakeOver, isStored } = named
  const takingOver = useAction(async () => {
    setTest(null)
    const answer = await settings.takeOverMailbox()
    if (!answer.test.isGood) setTest(answer.test)
    onChange(answer.settings)
  }, settingsCopy.failed)
  const other = isStored ? null : mailbox.own

  return (
    <>
      <Card title={settingsCopy.mailbox} text={settingsCopy.setByText}>
        <SetByEnvironment variable={mailbox.setBy ?? ''} />
        <dl className="settings-facts">
          {variables.map((variable) => (
            <div key={variable.name}>
              <dt className="settings-label">
                {variable.name.split(/(?<=_)/).map((part) => (
                  <Fragment key={part}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </dt>
              <dd>
                {variable.value ?? settingsCopy.secret}
                <br />
                <span className="text-caption">
                  {settingsCopy.placeOf(variable, file)}
                  {isStored && settingsCopy.alsoStored}
                </span>
              </dd>
            </div>
          ))}
        </dl>
        <p role="status">{isStored ? settingsCopy.takenOver(variables, file) : ''}</p>
        {other && <p>{settingsCopy.otherStored(other.user, other.host)}</p>}
        <ErrorLine error={takingOver.error} />
        {(canTakeOver || mailbox.own) && (
          <div className="settings-acts">
            {canTakeOver && !isStored && (
              <Button
                variant="primary"
                disabled={takingOver.isRunning}
                onClick={() => void takingOver.run()}
              >
                {takingOver.isRunning ? settingsCopy.testing : settingsCopy.takeOver}
              </Button>
            )}
            {mailbox.own && <Button disabled>{settingsCopy.remove}</Button>}
            <p>{isStored ? settingsCopy.removeLocked : settingsCopy.takeOverHint}</p>
          </div>
        )}
      </Card>
      {test && <TestResult steps={test.steps} words={settingsCopy} />}
    </>
  )
}
