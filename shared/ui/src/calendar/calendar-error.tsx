import { calendarCopy } from '../calendar-copy.ts'
import { Collapsible } from '../primitives/collapsible.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'

interface CalendarErrorProps {
  readonly error: string
  readonly isBlocked: boolean
  /** Says more: a title, and what to look at. */
  readonly isIssue?: boolean
}

/** Why the calendar is not connected, and how to allow a popup that was blocked. */
export function CalendarError({ error, isBlocked, isIssue = false }: CalendarErrorProps) {
  return (
    <ErrorBox>
      {isIssue && <p className="font-medium">{calendarCopy.connectionIssue}</p>}
      <p>{error}</p>
      {isBlocked && (
        <Collapsible title={calendarCopy.howToAllow} level="h4" variant="plain">
          <ol className="grid gap-1 pl-3 text-meta">
            {calendarCopy.allowSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Collapsible>
      )}
      {isIssue && <p>{calendarCopy.completeSetup}</p>}
    </ErrorBox>
  )
}
