import { copy } from '@shortlist/ui/copy'
import { Sheet } from '@shortlist/ui/primitives/sheet.tsx'
import { ChatCalendar } from './chat-calendar.tsx'

/** The calendar over a chat that has no room beside it. */
export function CalendarSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet
      title={copy.chat.calendar}
      closeLabel={copy.chat.closeCalendar}
      onClose={onClose}
      side="right"
    >
      <div className="flex-1 overflow-y-auto overscroll-contain px-5 py-4">
        <ChatCalendar />
      </div>
    </Sheet>
  )
}
