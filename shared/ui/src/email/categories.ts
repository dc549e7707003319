import { Category } from '@shortlist/contracts/mail'
import {
  CalendarCheck,
  CircleX,
  Gift,
  GraduationCap,
  Handshake,
  Inbox,
  type LucideIcon,
  MessageCircle,
  Newspaper,
  PartyPopper,
  Send,
  Ticket,
  Users,
  Wrench,
} from 'lucide-react'

/** Kinds of categories; each has a colour of its own, `--fam-<family>`. */
export const families = ['pipeline', 'people', 'reading', 'other'] as const
export type Family = (typeof families)[number]

interface CategoryLook {
  readonly family: Family
  readonly icon: LucideIcon
}

/** The family and the icon of each category. */
export const categoryLooks: Readonly<Record<Category, CategoryLook>> = {
  job_application: { family: 'pipeline', icon: Send },
  job_rejection: { family: 'pipeline', icon: CircleX },
  job_acceptance: { family: 'pipeline', icon: PartyPopper },
  job_interview: { family: 'pipeline', icon: CalendarCheck },
  job_offer: { family: 'pipeline', icon: Gift },
  event: { family: 'people', icon: Ticket },
  learning: { family: 'reading', icon: GraduationCap },
  tools: { family: 'reading', icon: Wrench },
  networking: { family: 'people', icon: Users },
  newsletter: { family: 'reading', icon: Newspaper },
  community: { family: 'people', icon: MessageCircle },
  freelance: { family: 'people', icon: Handshake },
  other: { family: 'other', icon: Inbox },
}

/** All categories in the order of the specification. */
export const categories: readonly Category[] = Category.options

/** The colour of a family, for `style` and SVG. */
export function familyColour(family: Family): string {
  return `var(--fam-${family})`
}
