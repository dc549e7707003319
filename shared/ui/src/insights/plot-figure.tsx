import { type ReactNode, useId, useState } from 'react'
import { DisclosureButton } from '../email/disclosure-button.tsx'

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
export function PlotFigure(props: PlotFigureProps) {
  const { title, sentence, plot, action, twinLabel, twin } = props
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
