import type { MouseEvent, ReactNode } from 'react'
import type { EmailFilter } from '../email/matches-filter.ts'
import type { FilterLinks } from '../email/use-email-filter.ts'
import { insightsCopy } from './insights-copy.ts'

interface PlotLinkProps {
  readonly category: EmailFilter['category']
  /** Absent where a plot leads nowhere. */
  readonly links?: FilterLinks | undefined
  readonly children: ReactNode
}

/** A mark of a plot that shows only its emails when it is clicked. */
export function PlotLink({ category, links, children }: PlotLinkProps) {
  if (!links) return <g>{children}</g>
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    links.change({ category })
  }
  return (
    <a href={links.hrefOf({ category })} aria-label={insightsCopy.showOnly(category)} onClick={go}>
      {children}
    </a>
  )
}
