import { lazyPart } from '../../primitives/lazy-part.ts'
import { EmailCard } from '../card/email-card.tsx'
import type { EmailLook } from './email-list.tsx'

/** Open cards on a page that scrolls as a whole, and all plots. */
export const pageLook: EmailLook = {
  Card: EmailCard,
  ManyRows: lazyPart(async () => (await import('./windowed-emails.tsx')).WindowedEmails),
  Insights: lazyPart(async () => (await import('../../insights/insights-rail.tsx')).InsightsRail),
}
