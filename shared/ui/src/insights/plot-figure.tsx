import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import type { EmailFilter, FilterLinks } from '../mail/list/use-email-filter.ts'
import { DisclosureButton } from '../primitives/disclosure-button.tsx'
import { insightsCopy } from './insights-copy.ts'

interface PlotFigureProps {
  readonly title: string
  /** What the plot says, in one sentence. */
  readonly sentence: string
  readonly plot: ReactNode
  /** A button beside the one that opens the text twin. */
  readonly action?: ReactNode
  readonly twinLabel: string
  /** The same as a table or a list. */
  readonly twin: ReactNode
}

/** A plot with its caption, and everything it shows once more as text. */
export function PlotFigure({ title, sentence, plot, action, twinLabel, twin }: PlotFigureProps) {
  const id = useId()
  const panel = `${id}-panel`
  const [isOpen, setOpen] = useState(false)
  return (
    <figure aria-labelledby={id} className="min-w-0 rounded-lg border border-border bg-surface p-4">
      <figcaption>
        <h3 id={id} className="text-caption font-semibold text-text-3">
          {title}
        </h3>
        <p className="text-caption text-text-3">{sentence}</p>
      </figcaption>
      {plot}
      <div className="flex flex-wrap items-center gap-1">
        <DisclosureButton label={twinLabel} panelId={panel} isOpen={isOpen} onToggle={setOpen} />
        {action}
      </div>
      {isOpen && (
        <div id={panel} className="text-caption">
          {twin}
        </div>
      )}
    </figure>
  )
}

interface PlotLinkProps {
  /** Null where no emails belong to the mark. */
  readonly category: EmailFilter['category'] | null
  /** Absent where a plot leads nowhere. */
  readonly links?: FilterLinks | undefined
  readonly children: ReactNode
}

/** A mark of a plot that shows only its emails when it is clicked. */
export function PlotLink({ category, links, children }: PlotLinkProps) {
  if (!links || !category) return <g>{children}</g>
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

interface TwinTableProps {
  readonly head: readonly string[]
  readonly children: ReactNode
}

/** A plot as a table: a row for each of its marks. */
export function TwinTable({ head, children }: TwinTableProps) {
  return (
    <table className="w-full text-left">
      <thead>
        <tr>
          {head.map((each) => (
            <th key={each} scope="col">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
