import { CalendarPanel } from '@shortlist/ui/calendar/calendar-panel.tsx'
import { useCalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { CalendarSettingsLink, CalendarSheet } from '../../host/calendar-sheet.tsx'
import { oauthPopup } from '../../host/oauth-popup.ts'

/** The calendar beside a chat. */
export function CalendarRail() {
  const connection = useCalendarConnection(oauthPopup)
  return (
    <aside className="w-80 shrink-0 overflow-y-auto border-l border-border p-4">
      <CalendarPanel connection={connection} settings={<CalendarSettingsLink />} />
    </aside>
  )
}

/** The calendar over a chat. */
export function ChatCalendarSheet({ onClose }: { readonly onClose: () => void }) {
  const connection = useCalendarConnection(oauthPopup)
  return <CalendarSheet connection={connection} onClose={onClose} />
}
