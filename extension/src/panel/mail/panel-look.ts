import type { EmailLook } from '@shortlist/ui/email/email-look'
import { lazy } from 'react'
import { FoldedCard } from './folded-card.tsx'
import { NextEvents } from './next-events.tsx'

/** Folded cards in a view that scrolls by itself, and what lies ahead. */
export const panelLook: EmailLook = {
  Card: FoldedCard,
  ManyRows: lazy(async () => ({
    default: (await import('@shortlist/ui/email/scrolled-emails.tsx')).ScrolledEmails,
  })),
  Insights: NextEvents,
}
