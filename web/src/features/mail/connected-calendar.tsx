import { CalendarPanel } from '@shortlist/ui/calendar/calendar-panel.tsx'
import type { CalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { CopyButton } from '../../host/copy-button.tsx'

/** The panel of a calendar that is connected, below the mails. */
export function ConnectedCalendar({ connection }: { readonly connection: CalendarConnection }) {
  return (
    <div className="rounded-lg border border-border bg-surface p-4">
      <CalendarPanel
        connection={connection}
        renderCopy={(text, label) => <CopyButton text={text} label={label} />}
      />
    </div>
  )
}
