import { keepDoneActionsIn } from '@shortlist/ui/mail/card/done-actions'
import { forgetUnsent, keepUnsentIn } from '@shortlist/ui/unsent'
import { forgetPlace, keepPlaceIn } from './use-place.ts'

/** What is open, and what was typed and not sent, is kept for the next panel; what was kept for this one is gone. */
export function keepForNextPanel(): void {
  keepForThisPanel()
  keepIn(() => localStorage)
}

/** It begins with nothing and ends with this panel. What was kept for the next one stays as it is. */
export function keepForThisPanel(): void {
  keepIn(() => sessionStorage)
  forgetUnsent()
  forgetPlace()
}

function keepIn(area: () => Storage): void {
  keepDoneActionsIn(area)
  keepUnsentIn(area)
  keepPlaceIn(area)
}
