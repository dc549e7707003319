import { CalendarError } from '@shortlist/ui/calendar/calendar-error.tsx'
import { ConnectCalendar } from '@shortlist/ui/calendar/connect-calendar.tsx'
import type { CalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { calendarCopy } from '@shortlist/ui/calendar-copy'
import { Collapsible } from '@shortlist/ui/primitives/collapsible.tsx'
import { Step } from './step.tsx'

/** How a calendar is connected, and what for (specification, section 2). */
export function CalendarSetup({ connection }: { readonly connection: CalendarConnection }) {
  const { error, popup } = connection
  return (
    <Collapsible title={calendarCopy.setup} level="h2" isOpen>
      <div className="grid gap-5 min-[900px]:grid-cols-2">
        <div className="grid min-w-0 content-start gap-4">
          <div>
            <h3 className="text-meta font-semibold">{calendarCopy.createAppointments}</h3>
            <p className="text-text-2">{calendarCopy.createText}</p>
          </div>
          {error && <CalendarError error={error} isBlocked={popup === 'blocked'} isIssue />}
          <ConnectCalendar connection={connection} />
        </div>
        <div>
          <h3 className="mb-2 text-meta font-semibold">{calendarCopy.howItWorks}</h3>
          <ol className="grid gap-4">
            {calendarCopy.steps.map((step, index) => (
              <Step key={step} number={index + 1} title={step} />
            ))}
          </ol>
        </div>
      </div>
    </Collapsible>
  )
}
