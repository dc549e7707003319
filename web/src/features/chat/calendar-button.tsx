import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { CalendarDays } from 'lucide-react'
import type { CalendarPlace } from './use-calendar-place.ts'

/** Shows and hides the calendar beside a chat. */
export function CalendarButton({ place }: { readonly place: CalendarPlace }) {
  const { kind, shown, toggle } = place
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={copy.chat.calendar}
      aria-haspopup={kind === 'sheet' ? 'dialog' : undefined}
      aria-expanded={shown !== null}
      onClick={toggle}
    >
      <CalendarDays aria-hidden="true" />
      <span className="@max-[899px]:hidden">{copy.chat.calendar}</span>
    </Button>
  )
}
