import type { MailboxInfo } from '@shortlist/contracts/mail'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { ConnectionIssue } from '@shortlist/ui/email/connection-issue.tsx'
import { SampleOffer } from '@shortlist/ui/email/sample-offer.tsx'
import { setupCopy } from '@shortlist/ui/email/setup-copy'
import { useMailbox } from '@shortlist/ui/email/use-mailbox'
import { mailCopy } from '@shortlist/ui/mail-copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { useId } from 'react'
import { openWebApp, webAppPaths } from '../../host/open-web-app.ts'
import { mailPanelCopy } from './mail-panel-copy.ts'

interface MailboxCardProps {
  /** Why the mailbox is not connected, as a sentence. */
  readonly error: string | null
  /** Undefined where it could not be asked for. */
  readonly mailbox: MailboxInfo | undefined
}

/** Leads to the set-up of the mailbox, which needs more room than the panel has. */
export function MailboxCard({ error, mailbox }: MailboxCardProps) {
  const title = useId()
  const { check, enterSample } = useMailbox()
  const { hasWebApp } = useClient().abilities
  const issue = check.error ?? enterSample.error ?? error
  // whose mailbox it is does not change by connecting it
  const isForeign = mailbox?.state === 'not-owner'
  return (
    <section
      aria-labelledby={title}
      className="grid gap-3 rounded-lg border border-border bg-surface p-4"
    >
      <h2 id={title} className="text-card font-semibold">
        {mailCopy.setup}
      </h2>
      {issue && <ConnectionIssue issue={issue} mailbox={mailbox} />}
      {!isForeign && (
        <div className="flex flex-wrap gap-2">
          {hasWebApp && (
            <Button variant="primary" onClick={() => void openWebApp(webAppPaths.mail)}>
              {mailPanelCopy.finishSetup}
            </Button>
          )}
          <Button disabled={check.isRunning} onClick={() => void check.run()}>
            {check.isRunning ? setupCopy.isChecking : setupCopy.checkAgain}
          </Button>
        </div>
      )}
      <SampleOffer isEntering={enterSample.isRunning} onEnter={() => void enterSample.run()} />
    </section>
  )
}
