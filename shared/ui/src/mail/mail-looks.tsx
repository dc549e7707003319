import { Category, Priority } from '@shortlist/contracts/mail'
import {
  CalendarCheck,
  ChevronDown,
  ChevronsUp,
  CircleX,
  Equal,
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
  /** What it is called where its value is not a word for people. */
  readonly name?: string
}

/** The family, the icon and the name of each category. */
export const categoryLooks: Readonly<Record<Category, CategoryLook>> = {
  job_application: { family: 'pipeline', icon: Send, name: 'Application' },
  job_rejection: { family: 'pipeline', icon: CircleX, name: 'Rejection' },
  job_acceptance: { family: 'pipeline', icon: PartyPopper, name: 'Acceptance' },
  job_interview: { family: 'pipeline', icon: CalendarCheck, name: 'Interview' },
  job_offer: { family: 'pipeline', icon: Gift, name: 'Offer' },
  event: { family: 'people', icon: Ticket },
  learning: { family: 'reading', icon: GraduationCap },
  tools: { family: 'reading', icon: Wrench },
  networking: { family: 'people', icon: Users, name: 'Contacts' },
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

/** The icon of a category in the colour of its family; the word stands beside it. */
export function CategoryIcon({ category }: { readonly category: Category }) {
  const { icon: Icon, family } = categoryLooks[category]
  return <Icon aria-hidden="true" style={{ color: familyColour(family) }} />
}

/** A category in words, then its value where that is another one. */
export function CategoryName({ category }: { readonly category: Category }) {
  const { name } = categoryLooks[category]
  if (!name) return <span className="capitalize">{category}</span>
  return (
    <span>
      {`${name} `}
      <code className="font-mono text-caption">{category}</code>
    </span>
  )
}

/** All categories as a select offers them. */
export const categoryChoices = categories.map((value) => ({
  value,
  label: <CategoryName category={value} />,
  icon: <CategoryIcon category={value} />,
}))

interface PriorityLook {
  readonly icon: LucideIcon
  /** Classes of a tag that names it. */
  readonly tag: string
  /** Its line colour, for `style` and SVG. */
  readonly line: string
}

/** All priorities, the most urgent first. */
export const priorities: readonly Priority[] = Priority.options

/** Icon and colours of each priority (specification, section 9). */
export const priorityLooks: Readonly<Record<Priority, PriorityLook>> = {
  high: { icon: ChevronsUp, tag: 'bg-red-soft text-red-text', line: 'var(--red-line)' },
  medium: { icon: Equal, tag: 'bg-amber-soft text-amber-text', line: 'var(--amber-line)' },
  low: { icon: ChevronDown, tag: 'bg-green-soft text-green-text', line: 'var(--green-line)' },
}
