import type { Email } from '@shortlist/contracts/mail'
import type { ReactElement, Ref } from 'react'
import type { EmailListHandle } from './email-list-handle.ts'

/** Emails in their order, and how one of them is shown. */
export interface EmailRowsProps {
  readonly emails: readonly Email[]
  readonly renderEmail: (email: Email) => ReactElement
  readonly ref?: Ref<EmailListHandle> | undefined
}
