import { useCalendarConnection } from '@shortlist/ui/calendar/use-calendar-connection'
import { CalendarSheet } from '../../host/calendar-sheet.tsx'
import { oauthPopup } from '../../host/oauth-popup.ts'

/** The calendar over a chat. */
export function ChatCalendarSheet({ onClose }: { readonly onClose: () => void }) {
  const connection = useCalendarConnection(oauthPopup)
  return <CalendarSheet connection={connection} onClose={onClose} />
}
