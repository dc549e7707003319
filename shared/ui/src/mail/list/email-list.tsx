import type { Email } from '@shortlist/contracts/mail'
import {
  type ComponentType,
  createContext,
  type ReactElement,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useImperativeHandle,
} from 'react'
import { Skeleton } from '../../primitives/loading.tsx'
import type { CardSetting, EmailProps } from '../card/card-setting.ts'
import { mailCopy } from '../mail-copy.ts'
import type { FilterLinks } from './use-email-filter.ts'

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
    <section aria-label={mailCopy.list}>
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

/** What a host shows emails with. It stays the same object, so that cards rest. */
export interface EmailLook {
  /** One email. */
  readonly Card: ComponentType<EmailCardProps>
  /** Many emails: only those near the visible part exist. */
  readonly ManyRows: ComponentType<EmailRowsProps>
  /** What all emails together say. */
  readonly Insights: ComponentType<InsightsProps>
}

export interface EmailCardProps extends EmailProps {
  /** Whether the running sync is at this email. */
  readonly isAnalyzing?: boolean
}

export interface InsightsProps {
  readonly emails: readonly Email[]
  readonly links: FilterLinks
  /** Shows the card of an email. */
  readonly onOpenEmail: (emailId: string) => void
}

/** Emails in their order, and how one of them is shown. */
export interface EmailRowsProps {
  readonly emails: readonly Email[]
  readonly renderEmail: (email: Email) => ReactElement
  readonly ref?: Ref<EmailListHandle> | undefined
}

/** What can be asked of a list of cards. */
export interface EmailListHandle {
  /** Scrolls to the card of an email and gives it the focus. */
  focus(emailId: string): void
}

/** The part of the page that scrolls the emails, with one element that holds all it scrolls. */
export const ScrollerContext = createContext<RefObject<HTMLElement | null>>({ current: null })
