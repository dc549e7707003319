import type { Email } from '@shortlist/contracts/mail'
import {
  type ComponentType,
  createContext,
  type ReactElement,
  type Ref,
  type RefObject,
} from 'react'
import type { EmailProps } from './card-setting.ts'
import type { FilterLinks } from './use-email-filter.ts'

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
