import { AppError } from '../../errors.ts'
import type { Calendar, NewEvent } from '../ports.ts'

/** What became of an event that the calendar was asked to hold. */
export type PutResult =
  | { readonly kind: 'there'; readonly link: string }
  | { readonly kind: 'deleted' }

export interface PutOptions {
  /** Address of the event where our ledger says that the calendar holds it; null elsewhere. */
  readonly placedLink: string | null
  /** A deleted event of this id lies in the calendar, which we have deleted ourselves. */
  readonly isLeftover: boolean
  /** The user wants it back, also where they have deleted it there. */
  readonly isWished: boolean
}

/**
 * Makes the calendar hold an event as it is given, whatever an interrupted attempt has left there.
 * `deleted` means that the user has removed it from the calendar.
 */
export async function putEvent(
  calendar: Calendar,
  event: NewEvent,
  { placedLink, isLeftover, isWished }: PutOptions,
): Promise<PutResult> {
  if (placedLink !== null && (await calendar.update(event))) {
    return { kind: 'there', link: placedLink }
  }
  const restored = isLeftover ? await calendar.restore(event) : null
  if (restored) return { kind: 'there', link: restored.link }
  const inserted = await calendar.insert(event)
  if (inserted) return { kind: 'there', link: inserted.link }
  const found = await calendar.get(event.id)
  if (found && !found.isCancelled) {
    if (!isSame(found, event)) await calendar.update(event)
    return { kind: 'there', link: found.link }
  }
  if (found && !isWished) return { kind: 'deleted' }
  const wished = await calendar.restore(event)
  if (wished) return { kind: 'there', link: wished.link }
  throw new AppError('CAL_REFUSED', 'The calendar does not take this event.')
}

/** A calendar may write an instant with another offset. */
function isSame(one: NewEvent, other: NewEvent): boolean {
  return (
    one.summary === other.summary &&
    one.location === other.location &&
    one.time.kind === other.time.kind &&
    Date.parse(one.time.start) === Date.parse(other.time.start) &&
    Date.parse(one.time.end) === Date.parse(other.time.end)
  )
}
