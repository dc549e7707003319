import { CalendarPanel } from '@shortlist/ui/calendar/calendar-panel.tsx'
import type { CalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { calendarCopy } from '@shortlist/ui/calendar-copy'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Sheet } from '@shortlist/ui/primitives/dialog.tsx'
import { paths } from './paths.ts'
import { Link } from './router.ts'

/** Leads from a calendar to where it is chosen. */
export function CalendarSettingsLink() {
  return (
    <Button size="sm" asChild>
      <Link to={paths.settingsOf('calendar')}>{calendarCopy.settings}</Link>
    </Button>
  )
}

interface CalendarSheetProps {
  readonly connection: CalendarConnection
  readonly onClose: () => void
}

/** The calendar over a page that has no room beside it. */
export function CalendarSheet({ connection, onClose }: CalendarSheetProps) {
  return (
    <Sheet
      title={copy.chat.calendar}
      closeLabel={copy.chat.closeCalendar}
      onClose={onClose}
      side="right"
    >
      <div className="flex-1 overflow-y-auto overscroll-contain px-5 py-4">
        <CalendarPanel connection={connection} settings={<CalendarSettingsLink />} />
      </div>
    </Sheet>
  )
}
