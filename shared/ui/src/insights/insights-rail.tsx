import type { Email } from '@shortlist/contracts/mail'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { DisclosureButton } from '../email/disclosure-button.tsx'
import { useMedia } from '../primitives/use-media.ts'
import { useNow } from '../time/use-now.ts'
import { DaysFigure } from './days-figure.tsx'
import type { FilterLinks } from './filter-links.ts'
import { insightsCopy } from './insights-copy.ts'
import { mailByWeek } from './mail-by-week.ts'
import { nextEvents } from './next-events.ts'
import { derivePipeline, PIPELINE_MIN } from './pipeline.ts'
import { PipelineFigure } from './pipeline-figure.tsx'
import { WeekFigure } from './week-figure.tsx'

/** How often plots look at the clock, in milliseconds. */
const EVERY = 60_000

export interface InsightsRailProps {
  readonly emails: readonly Email[]
  readonly links: FilterLinks
  /** Shows the card of an email. */
  readonly onOpenEmail: (emailId: string) => void
}

/** Plots of what the emails say. They follow a sync behind the cards. */
export function InsightsRail({ emails, links, onOpenEmail }: InsightsRailProps) {
  const panel = useId()
  const hasRoom = useMedia('(min-width: 480px)')
  const [choice, setOpen] = useState<boolean>()
  const isOpen = choice ?? hasRoom
  return (
    <aside aria-label={insightsCopy.insights} className="email-insights">
      <DisclosureButton
        label={insightsCopy.insights}
        panelId={panel}
        isOpen={isOpen}
        onToggle={setOpen}
      />
      {isOpen && (
        <div id={panel} className="email-plots">
          <Plots emails={emails} links={links} onOpenEmail={onOpenEmail} />
        </div>
      )}
    </aside>
  )
}

function Plots({ emails, links, onOpenEmail }: InsightsRailProps) {
  const now = useNow(EVERY)
  const settled = useDeferredValue(emails)
  const { pipeline, weeks, events } = useMemo(
    () => ({
      pipeline: derivePipeline(settled, now),
      weeks: mailByWeek(settled, now),
      events: nextEvents(settled, now),
    }),
    [settled, now],
  )

  return (
    <>
      <DaysFigure events={events} now={now} onOpen={onOpenEmail} />
      {pipeline.reached.applied < PIPELINE_MIN ? (
        <p className="text-meta text-text-3">{insightsCopy.tooFew}</p>
      ) : (
        <>
          <PipelineFigure pipeline={pipeline} links={links} />
          <WeekFigure weeks={weeks} links={links} />
        </>
      )}
    </>
  )
}
