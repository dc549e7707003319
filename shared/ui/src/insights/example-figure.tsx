import type { ApplicationOutcome } from '@shortlist/client/abilities'
import { useId } from 'react'
import { Badge } from '../primitives/badge.tsx'
import { insightsCopy } from './insights-copy.ts'
import { countPipeline } from './pipeline.ts'
import { PipelinePlot } from './pipeline-plot.tsx'

interface ExampleFigureProps {
  readonly applications: readonly ApplicationOutcome[]
}

/** What the plot of applications will look like, marked as no news of one's own. */
export function ExampleFigure({ applications }: ExampleFigureProps) {
  const id = useId()
  return (
    <figure
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-dashed border-border-strong p-4"
    >
      <figcaption
        id={id}
        className="flex items-center gap-2 text-caption font-semibold text-text-3"
      >
        {insightsCopy.pipeline}
        <Badge tone="neutral">{insightsCopy.example}</Badge>
      </figcaption>
      <PipelinePlot pipeline={countPipeline(applications, 0)} height={170} />
    </figure>
  )
}
