import { Priority } from '@shortlist/contracts/mail'
import { ChevronDown, ChevronsUp, Equal, type LucideIcon } from 'lucide-react'

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
