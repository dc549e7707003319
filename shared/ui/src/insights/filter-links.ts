import type { EmailFilter } from '../email/matches-filter.ts'

/** How plots lead to the emails that a mark stands for. */
export interface FilterLinks {
  /** The address that shows them. */
  href(parts: Partial<EmailFilter>): string
  /** Shows them on this page. */
  go(parts: Partial<EmailFilter>): void
}
