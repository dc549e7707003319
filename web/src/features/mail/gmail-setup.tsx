import { DEFAULT_IMAP_PORT } from '@shortlist/contracts/limits'
import type { MailboxInfo } from '@shortlist/contracts/mail'
import { type MailProvider, mailProviders } from '@shortlist/contracts/mail-providers'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { mailCopy } from '@shortlist/ui/mail/mail-copy'
import { ConnectionIssue } from '@shortlist/ui/mail/setup/mail-banners.tsx'
import { SampleOffer } from '@shortlist/ui/mail/setup/sample-mail.tsx'
import { useMailbox } from '@shortlist/ui/mail/setup/use-setup'
import { Button, type ButtonProps } from '@shortlist/ui/primitives/button.tsx'
import { Collapsible } from '@shortlist/ui/primitives/collapsible.tsx'
import { CopyButton } from '@shortlist/ui/primitives/copy-button.tsx'
import { Select } from '@shortlist/ui/primitives/select.tsx'
import { useSettings } from '@shortlist/ui/settings/use-settings'
import { settingsCopy } from '@shortlist/ui/settings-copy'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../host/paths.ts'
import { Link } from '../../host/router.ts'
import { Step } from './step.tsx'

interface GmailSetupProps {
  /** Why the mailbox is not connected, as a sentence. */
  readonly error: string | null
  /** Undefined where it could not be asked for. */
  readonly mailbox: MailboxInfo | undefined
}

/** How a mailbox is connected, and a way to do without one. */
export function GmailSetup({ error, mailbox }: GmailSetupProps) {
  const { check, trySample } = useMailbox()
  const [hasAsked, setAsked] = useState(false)
  const issue = check.error ?? trySample.error ?? error
  const { data: settings, isError } = useSettings()
  // offered before it is known, since most can: what came in later would push the sample aside
  const canConnect = settings?.mailbox.canConfigure ?? !isError
  // whose mailbox it is does not change by connecting it
  const isForeign = mailbox?.state === 'not-owner'
  const isTried = hasAsked || mailbox?.state !== 'not-configured' || trySample.error !== null

  function ask(): void {
    setAsked(true)
    void check.run()
  }

  return (
    <Collapsible title={mailCopy.setup} level="h2" isOpen>
      <div className="mb-5 grid gap-4 border-b border-border pb-5 min-[900px]:grid-cols-2">
        {canConnect && (
          <div className="rounded-md bg-surface-2 p-4">
            <ConnectLink variant="primary" />
            <p className="mt-2 text-meta text-text-2">{settingsCopy.connectOffer}</p>
          </div>
        )}
        <SampleOffer isEntering={trySample.isRunning} onEnter={() => void trySample.run()} />
      </div>
      {!isForeign && <h3 className="mb-3 text-meta font-semibold">{settingsCopy.byHand}</h3>}
      <div className="grid gap-5 min-[900px]:grid-cols-2">
        {!isForeign && <GmailSteps isChecking={check.isRunning} onCheck={ask} />}
        <div className="grid content-start gap-5">
          {issue && (
            <ConnectionIssue issue={issue} mailbox={mailbox} isTried={isTried}>
              {!isForeign && <p>{mailCopy.completeSteps}</p>}
              {!isTried && canConnect && (
                <p className="mt-2 flex flex-wrap items-center gap-2">
                  {mailCopy.notTried}
                  <ConnectLink size="sm" />
                </p>
              )}
            </ConnectionIssue>
          )}
        </div>
      </div>
    </Collapsible>
  )
}

/** Leads to the form that connects a mailbox. */
function ConnectLink(looks: Pick<ButtonProps, 'size' | 'variant'>) {
  return (
    <Button {...looks} asChild>
      <Link to={paths.settings}>{settingsCopy.connectLink}</Link>
    </Button>
  )
}

/** What the steps say of a provider. */
type ProviderHint = Pick<MailProvider, 'name' | 'host' | 'appPasswordUrl' | 'note'>

/** Stands for all that nobody knows. */
const other: ProviderHint = {
  name: 'Other',
  host: 'imap.example.com',
  appPasswordUrl: null,
  note: 'The provider names its IMAP server in its help pages.',
}

// a bridge is no server that the lines below could name
const providers = [...mailProviders.filter(({ needs }) => needs !== 'bridge'), other]

const { steps } = mailCopy
const choices = providers.map(({ name }) => ({ value: name, label: name }))

interface GmailStepsProps {
  readonly isChecking: boolean
  readonly onCheck: () => void
}

/** The five steps to a mailbox (specification, section 2). */
function GmailSteps({ isChecking, onCheck }: GmailStepsProps) {
  const [provider, setProvider] = useState<ProviderHint>(providers[0] ?? other)

  return (
    <div className="grid min-w-0 content-start gap-4">
      <div>
        <Select
          label={mailCopy.provider}
          value={provider.name}
          choices={choices}
          onChange={(name) => setProvider(providers.find((each) => each.name === name) ?? provider)}
        >
          {mailCopy.providerValue(provider.name)}
          <ChevronDown aria-hidden="true" />
        </Select>
      </div>
      <ol className="grid min-w-0 gap-4">
        <Step number={1} title={steps.imap}>
          <p className={small}>{steps.imapText}</p>
        </Step>
        <Step number={2} title={steps.password}>
          <p className={small}>{`${steps.passwordText} ${provider.note}`}</p>
          {provider.appPasswordUrl && (
            <p className="text-meta">
              <a href={provider.appPasswordUrl} target="_blank" rel="noreferrer">
                {steps.passwordLink(provider.name)}
              </a>
            </p>
          )}
        </Step>
        <Step number={3} title={steps.variables}>
          <p className={small}>{steps.variablesText}</p>
          <EnvironmentLines host={provider.host} />
        </Step>
        <Step number={4} title={steps.restart}>
          <p className={small}>{steps.restartText}</p>
        </Step>
        <Step number={5} title={steps.check}>
          <div>
            <Button disabled={isChecking} onClick={onCheck}>
              {isChecking ? mailCopy.isChecking : mailCopy.checkAgain}
            </Button>
          </div>
        </Step>
      </ol>
    </div>
  )
}

const small = 'text-meta text-text-2'

/** The lines of the environment file that name a mailbox and whose it is, to be copied and filled in. */
function EnvironmentLines({ host }: { readonly host: string }) {
  const { user } = useSession()
  const lines = [
    'IMAP_USER=you@example.com',
    'IMAP_APP_PASSWORD=',
    `IMAP_HOST=${host}`,
    `IMAP_PORT=${DEFAULT_IMAP_PORT}`,
    `MAIL_OWNER_EMAIL=${user?.email ?? ''}`,
  ].join('\n')
  return (
    <div className="flex min-w-0 items-start gap-2 rounded-md bg-surface-2 py-1.5 pr-1.5 pl-3">
      <pre className="min-w-0 flex-1 font-mono text-meta wrap-anywhere whitespace-pre-wrap">
        {lines}
      </pre>
      <CopyButton text={lines} label={mailCopy.copyLines} className="size-8" />
    </div>
  )
}
