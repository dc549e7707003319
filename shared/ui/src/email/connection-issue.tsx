import type { MailboxInfo } from '@shortlist/contracts/mail'
import type { ReactNode } from 'react'
import { mailCopy } from '../mail-copy.ts'
import { ErrorBox } from '../primitives/error-box.tsx'
import { setupCopy } from './setup-copy.ts'

interface ConnectionIssueProps {
  /** Why the mailbox is not connected, as a sentence. */
  readonly issue: string
  /** Undefined where it could not be asked for. */
  readonly mailbox: MailboxInfo | undefined
  /** What is to be done about it. */
  readonly children?: ReactNode
}

/** Why a mailbox is not connected, and when it is tried again. */
export function ConnectionIssue({ issue, mailbox, children }: ConnectionIssueProps) {
  return (
    <ErrorBox>
      <p className="font-medium">{mailCopy.connectionIssue}</p>
      <p>{issue}</p>
      {mailbox?.retryAt && (
        <p>{setupCopy.retryAt(new Date(mailbox.retryAt).toLocaleTimeString())}</p>
      )}
      {children}
    </ErrorBox>
  )
}
