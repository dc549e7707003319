import { DEFAULT_IMAP_PORT } from '@shortlist/contracts/limits'
import type { MailboxInfo } from '@shortlist/contracts/mail'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { mailCopy } from '@shortlist/ui/mail/mail-copy'
import { ConnectionIssue } from '@shortlist/ui/mail/setup/mail-banners.tsx'
import { SampleOffer } from '@shortlist/ui/mail/setup/sample-mail.tsx'
import { useMailbox } from '@shortlist/ui/mail/setup/use-setup'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Collapsible } from '@shortlist/ui/primitives/collapsible.tsx'
import { CopyButton } from '@shortlist/ui/primitives/copy-button.tsx'
import { Select } from '@shortlist/ui/primitives/select.tsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Step } from './step.tsx'

interface GmailSetupProps {
  /** Why the mailbox is not connected, as a sentence. */
  readonly error: string | null
  /** Undefined where it could not be asked for. */
  readonly mailbox: MailboxInfo | undefined
}

/** How a mailbox is connected, and a way to do without one. */
export function GmailSetup({ error, mailbox }: GmailSetupProps) {
  const { check, enterSample } = useMailbox()
  const issue = check.error ?? enterSample.error ?? error
  // whose mailbox it is does not change by connecting it
  const isForeign = mailbox?.state === 'not-owner'

  return (
    <Collapsible title={mailCopy.setup} level="h2" isOpen>
      <div className="grid gap-5 min-[900px]:grid-cols-2">
        {!isForeign && <GmailSteps isChecking={check.isRunning} onCheck={() => void check.run()} />}
        <div className="grid content-start gap-5">
          {issue && (
            <ConnectionIssue issue={issue} mailbox={mailbox}>
              {!isForeign && <p>{mailCopy.completeSteps}</p>}
            </ConnectionIssue>
          )}
          <SampleOffer isEntering={enterSample.isRunning} onEnter={() => void enterSample.run()} />
        </div>
      </div>
    </Collapsible>
  )
}

/** Known providers; the last one stands for all others. */
const providers = [
  {
    name: 'Gmail',
    host: 'imap.gmail.com',
    appPasswordUrl: 'https://myaccount.google.com/apppasswords',
    note: 'App passwords need 2-Step Verification. IMAP is always on.',
  },
  {
    name: 'Outlook',
    host: 'outlook.office365.com',
    appPasswordUrl: 'https://account.live.com/proofs/AppPassword',
    note: 'Personal accounts no longer take app passwords; some organisations still allow them.',
  },
  {
    name: 'Yahoo',
    host: 'imap.mail.yahoo.com',
    appPasswordUrl: 'https://login.yahoo.com/account/security/app-passwords',
    note: 'App passwords are under "Account security".',
  },
  {
    name: 'iCloud',
    host: 'imap.mail.me.com',
    appPasswordUrl: 'https://account.apple.com/account/manage',
    note: 'The user is the part of the address before "@icloud.com".',
  },
  {
    name: 'Fastmail',
    host: 'imap.fastmail.com',
    appPasswordUrl: 'https://app.fastmail.com/settings/security/apps',
    note: 'Give the app password access to mail (IMAP).',
  },
  {
    name: 'Other',
    host: 'imap.example.com',
    appPasswordUrl: null,
    note: 'The provider names its IMAP server in its help pages.',
  },
] as const satisfies readonly ProviderHint[]

const { steps } = mailCopy
const choices = providers.map(({ name }) => ({ value: name, label: name }))

interface GmailStepsProps {
  readonly isChecking: boolean
  readonly onCheck: () => void
}

/** The five steps to a mailbox (specification, section 2). */
function GmailSteps({ isChecking, onCheck }: GmailStepsProps) {
  const [provider, setProvider] = useState<ProviderHint>(providers[0])

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

/** What somebody has to know who connects a mailbox of a provider. */
export interface ProviderHint {
  readonly name: string
  readonly host: string
  /** Where app passwords are made; null where it differs. */
  readonly appPasswordUrl: string | null
  /** What is particular about this provider, as a sentence. */
  readonly note: string
}
