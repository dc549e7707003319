import { CalendarPanel } from '@shortlist/ui/calendar/calendar-panel.tsx'
import type { CalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { CopyButton } from '@shortlist/ui/primitives/copy-button.tsx'

/** The calendar panel with the clipboard of this browser. */
export function BrowserCalendar({ connection }: { readonly connection: CalendarConnection }) {
  return (
    <CalendarPanel
      connection={connection}
      renderCopy={(text, label) => <CopyButton text={text} label={label} />}
    />
  )
}
