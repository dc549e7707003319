import { lazyPart } from '../primitives/lazy-part.ts'
import { EmailCard } from './email-card.tsx'
import type { EmailLook } from './email-look.ts'

/** Open cards on a page that scrolls as a whole, and all plots. */
export const pageLook: EmailLook = {
  Card: EmailCard,
  ManyRows: lazyPart(async () => (await import('./windowed-emails.tsx')).WindowedEmails),
  Insights: lazyPart(async () => (await import('../insights/insights-rail.tsx')).InsightsRail),
}
