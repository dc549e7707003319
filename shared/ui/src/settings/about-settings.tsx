import type { Check } from '@shortlist/contracts/machine'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '../client-provider.tsx'
import { useHealth } from '../connection/use-health.ts'
import { copy } from '../copy.ts'
import { describeFailure } from '../describe-failure.ts'
import { Button } from '../primitives/button.tsx'
import { CopyAction, CopyLine } from '../primitives/copy-button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { aboutCopy, settingsCopy } from '../settings-copy.ts'
import { setupCopy } from '../today/today-copy.ts'
import { useHideSetup, useSetupList } from '../today/use-setup-list.ts'
import { Card } from './card.tsx'
import { useMachine } from './use-settings.ts'

interface AboutSettingsProps {
  /** Where the licences of the packages lie that the web app is made of. */
  readonly licencesUrl: string
}

/** Which version runs, where it lives, and for the owner of the computer whether all is well. */
export function AboutSettings({ licencesUrl }: AboutSettingsProps) {
  const { abilities } = useClient()
  const { data: machine } = useMachine()
  const version = useHealth()?.version
  return (
    <>
      <Card title={copy.product} text={version && aboutCopy.version(version)}>
        <p className="settings-links">
          {abilities.apiDocsUrl && (
            <a href={abilities.apiDocsUrl} target="_blank" rel="noreferrer">
              {copy.shell.apiDocs}
            </a>
          )}
          <a href={licencesUrl} target="_blank" rel="noreferrer">
            {aboutCopy.licences}
          </a>
        </p>
      </Card>
      <SetupAgain />
      {machine?.isOwner && <SetUp />}
    </>
  )
}

/** The way back to the list of what can be set up, for those who have hidden it. */
function SetupAgain() {
  const { data: list } = useSetupList()
  const { run, isRunning, error } = useHideSetup()
  const [isShown, setShown] = useState(false)
  if (!list || !(list.isHidden || isShown)) return null
  return (
    <Card title={setupCopy.title} text={<span role="status">{isShown && setupCopy.shown}</span>}>
      <ErrorLine error={error} />
      {!isShown && (
        <div className="settings-acts">
          <Button disabled={isRunning} onClick={async () => setShown(await run(false))}>
            {setupCopy.showAgain}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** What `doctor` finds, with how to mend it. */
function SetUp() {
  const { settings } = useClient()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['settings', 'checks'],
    queryFn: settings.checkSetUp,
    // a look asks the mail server and the model server, so it takes a press
    staleTime: Number.POSITIVE_INFINITY,
  })
  const folders = data && [
    [aboutCopy.dataFolder, data.dataFolder, aboutCopy.copyDataFolder],
    [aboutCopy.logFolder, data.logFolder, aboutCopy.copyLogFolder],
  ]
  return (
    <>
      <Card
        title={aboutCopy.checks}
        text={
          <span role="status">
            {isFetching ? aboutCopy.checking : data && summaryOf(data.checks)}
          </span>
        }
      >
        <ErrorLine error={error && describeFailure(error, settingsCopy.failed)} />
        <ul className="test-steps">
          {data?.checks.map((check) => (
            <CheckLine key={check.name} {...check} />
          ))}
        </ul>
        <div className="settings-acts">
          <Button disabled={isFetching} onClick={() => void refetch()}>
            {aboutCopy.checkAgain}
          </Button>
          {data && (
            <CopyAction
              label={copy.shell.copyReport}
              onCopy={async () => navigator.clipboard.writeText(data.report)}
            />
          )}
          <p>{aboutCopy.reportHint}</p>
        </div>
      </Card>
      {folders && (
        <Card title={aboutCopy.folders}>
          <dl className="settings-facts">
            {folders.map(([label = '', folder = '', copyLabel = '']) => (
              <div key={label}>
                <dt className="settings-label">{label}</dt>
                <dd>
                  <CopyLine text={folder} label={copyLabel} />
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </>
  )
}

function CheckLine({ name, state, found, fix }: Check) {
  const { Icon, word, mark } = states[state]
  return (
    <li data-state={mark}>
      <Icon aria-hidden="true" />
      <strong className="settings-label">{name}</strong>
      <p>
        <span className="sr-only">{word}. </span>
        {found}
        {fix && <span className="block">{fix}</span>}
      </p>
      <span />
    </li>
  )
}

const states = {
  ok: { Icon: CircleCheck, word: settingsCopy.good, mark: 'good' },
  warn: { Icon: CircleAlert, word: aboutCopy.warning, mark: 'warn' },
  fail: { Icon: CircleX, word: settingsCopy.bad, mark: 'bad' },
} as const

function summaryOf(checks: readonly Check[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length
  return aboutCopy.summary(count('fail'), count('warn'))
}
