import type { ApplicationOutcome } from '@shortlist/client/abilities'
import { memo, useId, useMemo } from 'react'
import { useClient } from '../client-provider.tsx'
import type { InsightsProps } from '../mail/list/email-list.tsx'
import { Badge } from '../primitives/badge.tsx'
import { DaysFigure } from './days-figure.tsx'
import { insightsCopy } from './insights-copy.ts'
import { nextEvents } from './next-events.ts'
import { countPipeline, derivePipeline, PIPELINE_MIN } from './pipeline.ts'
import { PipelineFigure } from './pipeline-figure.tsx'
import { PipelinePlot } from './pipeline-plot.tsx'
import { useSettled } from './use-settled.ts'
import { mailByWeek, WeekFigure } from './week-figure.tsx'

/** Plots of what the emails say. They follow a sync behind the cards. */
export function InsightsRail({ emails, ...others }: InsightsProps) {
  const { now, settled } = useSettled(emails)
  return (
    <aside aria-label={insightsCopy.insights} className="email-plots">
      <Figures emails={settled} now={now} {...others} />
    </aside>
  )
}

type FiguresProps = InsightsProps & { readonly now: Date }

const Figures = memo(function Figures({ emails, now, links, onOpenEmail }: FiguresProps) {
  const { pipeline, weeks, events } = useMemo(
    () => ({
      pipeline: derivePipeline(emails, now),
      weeks: mailByWeek(emails, now),
      events: nextEvents(emails, now),
    }),
    [emails, now],
  )
  return (
    <>
      <DaysFigure events={events} now={now} onOpen={onOpenEmail} />
      {pipeline.reached.applied < PIPELINE_MIN ? (
        <TooFew />
      ) : (
        <>
          <PipelineFigure pipeline={pipeline} links={links} />
          <WeekFigure weeks={weeks} links={links} />
        </>
      )}
    </>
  )
})

function TooFew() {
  const { exampleApplications } = useClient().abilities
  if (exampleApplications) return <ExampleFigure applications={exampleApplications} />
  return <p className="text-meta text-text-3">{insightsCopy.tooFew}</p>
}

/** What the plot of applications will look like, marked as no news of one's own. */
function ExampleFigure({ applications }: { readonly applications: readonly ApplicationOutcome[] }) {
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
