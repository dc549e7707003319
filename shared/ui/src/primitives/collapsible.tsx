import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

interface CollapsibleProps {
  readonly title: string
  /** The level of the title in the outline of the page. */
  readonly level: 'h2' | 'h3' | 'h4'
  /** Whether it is open at first. */
  readonly isOpen?: boolean
  /** A card of its own, or a part of one. */
  readonly variant?: 'card' | 'plain'
  readonly children: ReactNode
}

/** A section that its title opens and closes. */
export function Collapsible(props: CollapsibleProps) {
  const { title, level: Heading, variant = 'card', children } = props
  const id = useId()
  const [isOpen, setOpen] = useState(props.isOpen ?? false)
  const Chevron = isOpen ? ChevronUp : ChevronDown
  const isCard = variant === 'card'
  return (
    <div className={isCard ? 'rounded-lg border border-border bg-surface' : ''}>
      <Heading className={isCard ? 'text-card font-semibold' : 'text-meta font-medium'}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className={`flex w-full cursor-pointer items-center justify-between gap-3 rounded-lg [&_svg]:size-4 ${isCard ? 'p-4' : 'min-h-9'}`}
        >
          {title}
          <Chevron aria-hidden="true" />
        </button>
      </Heading>
      {isOpen && (
        <div id={id} className={isCard ? 'px-4 pb-4' : ''}>
          {children}
        </div>
      )}
    </div>
  )
}
