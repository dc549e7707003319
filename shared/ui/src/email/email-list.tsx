import type { Email } from '@shortlist/contracts/mail'
import {
  lazy,
  type ReactElement,
  type Ref,
  Suspense,
  useCallback,
  useImperativeHandle,
} from 'react'
import { Skeleton } from '../primitives/skeleton.tsx'
import type { CardSetting } from './card-setting.ts'
import { EmailCard } from './email-card.tsx'
import { emailCopy } from './email-copy.ts'
import type { EmailListHandle } from './email-list-handle.ts'
import { focusCard } from './focus-card.ts'

/** Above this many emails only the cards near the visible part of the page exist. */
const WINDOW_ABOVE = 100

const WindowedEmails = lazy(async () => ({
  default: (await import('./windowed-emails.tsx')).WindowedEmails,
}))

interface EmailListProps {
  /** In the order in which they are shown. */
  readonly emails: readonly Email[]
  readonly setting: CardSetting
  /** The email that the running sync is at. */
  readonly analyzingId?: string | null
  readonly ref?: Ref<EmailListHandle> | undefined
}

/** The cards of emails. A change of one email renders one card. */
export function EmailList({ emails, setting, analyzingId = null, ref }: EmailListProps) {
  const renderEmail = useCallback(
    (email: Email) => (
      <EmailCard
        key={email.id}
        email={email}
        setting={setting}
        isAnalyzing={email.id === analyzingId}
      />
    ),
    [setting, analyzingId],
  )

  return (
    <section aria-label={emailCopy.list}>
      {emails.length > WINDOW_ABOVE ? (
        <Suspense fallback={<Skeleton className="h-28" />}>
          <WindowedEmails ref={ref} emails={emails} renderEmail={renderEmail} />
        </Suspense>
      ) : (
        <PlainEmails ref={ref} emails={emails} renderEmail={renderEmail} />
      )}
    </section>
  )
}

interface PlainEmailsProps {
  readonly emails: readonly Email[]
  readonly renderEmail: (email: Email) => ReactElement
  readonly ref?: Ref<EmailListHandle> | undefined
}

function PlainEmails({ emails, renderEmail, ref }: PlainEmailsProps) {
  useImperativeHandle(ref, () => ({ focus: (emailId) => void focusCard(emailId) }))
  return (
    <ul>
      {emails.map((email) => (
        <li key={email.id} className="pb-4">
          {renderEmail(email)}
        </li>
      ))}
    </ul>
  )
}
