import { ChatCalendar } from './chat-calendar.tsx'

/** The calendar beside a chat. */
export function CalendarRail() {
  return (
    <aside className="w-80 shrink-0 overflow-y-auto border-l border-border p-4">
      <ChatCalendar />
    </aside>
  )
}
