import type { Email } from '@shortlist/contracts/mail'
import { type Ref, Suspense, useCallback, useImperativeHandle } from 'react'
import { Skeleton } from '../primitives/loading.tsx'
import type { CardSetting } from './card-setting.ts'
import { emailCopy } from './email-copy.ts'
import type { EmailListHandle, EmailLook, EmailRowsProps } from './email-look.ts'

/** Above this many emails only the cards near the visible part of the page exist. */
const WINDOW_ABOVE = 100

interface EmailListProps {
  /** In the order in which they are shown. */
  readonly emails: readonly Email[]
  readonly setting: CardSetting
  /** The email that the running sync is at. */
  readonly analyzingId?: string | null
  readonly look: EmailLook
  readonly ref?: Ref<EmailListHandle> | undefined
}

/** The cards of emails. A change of one email renders one card. */
export function EmailList(props: EmailListProps) {
  const { emails, setting, analyzingId = null, look, ref } = props
  const { Card, ManyRows } = look
  const renderEmail = useCallback(
    (email: Email) => (
      <Card key={email.id} email={email} setting={setting} isAnalyzing={email.id === analyzingId} />
    ),
    [Card, setting, analyzingId],
  )

  return (
    <section aria-label={emailCopy.list}>
      {emails.length > WINDOW_ABOVE ? (
        <Suspense fallback={<Skeleton className="h-28" />}>
          <ManyRows ref={ref} emails={emails} renderEmail={renderEmail} />
        </Suspense>
      ) : (
        <PlainEmails ref={ref} emails={emails} renderEmail={renderEmail} />
      )}
    </section>
  )
}

function PlainEmails({ emails, renderEmail, ref }: EmailRowsProps) {
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

/** Gives the focus to the card of an email and brings it to sight; false where it is not there. */
export function focusCard(emailId: string): boolean {
  const card = document.querySelector<HTMLElement>(`[data-email="${CSS.escape(emailId)}"]`)
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
  return card !== null
}
