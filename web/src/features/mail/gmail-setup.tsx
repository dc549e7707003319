import type { MailboxInfo } from '@shortlist/contracts/mail'
import { mailCopy } from '@shortlist/ui/mail-copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Collapsible } from '@shortlist/ui/primitives/collapsible.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { FlaskConical } from 'lucide-react'
import { GmailSteps } from './gmail-steps.tsx'
import { setupCopy } from './setup-copy.ts'
import { useMailbox } from './use-mailbox.ts'

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
            <ErrorBox>
              <p className="font-medium">{mailCopy.connectionIssue}</p>
              <p>{issue}</p>
              {mailbox?.retryAt && (
                <p>{setupCopy.retryAt(new Date(mailbox.retryAt).toLocaleTimeString())}</p>
              )}
              {!isForeign && <p>{mailCopy.completeSteps}</p>}
            </ErrorBox>
          )}
          <div className="rounded-md bg-surface-2 p-4">
            <Button disabled={enterSample.isRunning} onClick={() => void enterSample.run()}>
              <FlaskConical aria-hidden="true" />
              {setupCopy.sample}
            </Button>
            <p className="mt-2 text-meta text-text-2">{setupCopy.sampleText}</p>
          </div>
        </div>
      </div>
    </Collapsible>
  )
}
