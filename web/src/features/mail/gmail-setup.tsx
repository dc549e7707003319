import type { MailboxInfo } from '@shortlist/contracts/mail'
import { ConnectionIssue } from '@shortlist/ui/email/connection-issue.tsx'
import { SampleOffer } from '@shortlist/ui/email/sample-offer.tsx'
import { useMailbox } from '@shortlist/ui/email/use-mailbox'
import { mailCopy } from '@shortlist/ui/mail-copy'
import { Collapsible } from '@shortlist/ui/primitives/collapsible.tsx'
import { GmailSteps } from './gmail-steps.tsx'

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
