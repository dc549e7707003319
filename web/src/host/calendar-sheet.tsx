import { CalendarPanel } from '@shortlist/ui/calendar/calendar-panel.tsx'
import type { CalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { copy } from '@shortlist/ui/copy'
import { Sheet } from '@shortlist/ui/primitives/dialog.tsx'

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
        <CalendarPanel connection={connection} />
      </div>
    </Sheet>
  )
}
