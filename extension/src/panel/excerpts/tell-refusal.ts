import { notify } from '@shortlist/ui/toasts/notify'
import type { PageRefusal } from '../../host/handover.ts'
import { excerptsCopy } from './excerpts-copy.ts'

/** Long enough to read two sentences and to go to the page, in milliseconds. */
const duration = 12_000

/** Says why nothing came from a page, and what helps. */
export function tellRefusal(refusal: PageRefusal): void {
  // what was asked for has been given
  const kind = refusal === 'click-again' ? 'success' : 'error'
  notify(kind, excerptsCopy.refusals[refusal], { id: 'page', duration })
}
