import { CalendarPanel } from '@shortlist/ui/calendar/calendar-panel.tsx'
import { useCalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { CopyButton } from '../../host/copy-button.tsx'
import { oauthPopup } from '../../host/oauth-popup.ts'

/** The calendar panel on the chat side. */
export function ChatCalendar() {
  const connection = useCalendarConnection(oauthPopup)
  return (
    <CalendarPanel
      connection={connection}
      renderCopy={(text, label) => <CopyButton text={text} label={label} />}
    />
  )
}
