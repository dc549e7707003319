import { AppError } from '../../errors.ts'
import type { Calendar, NewEvent } from '../ports.ts'
import { type Stretch, stretchOf, TAKEN } from './decide-events.ts'
import type { Ledger } from './ledger.ts'
import type { LedgerRow } from './ledger-row.ts'
import { type Standing, standingOf } from './standing.ts'
import { familyOf, rowsByUid } from './take-claims.ts'
import { type EventContent, isSettled, wantedEvent } from './wanted-event.ts'

export type CalendarKind = 'google' | 'local'

export interface SettleParts {
  readonly ledger: Ledger
  /** The calendar that new events go to; null while none is connected. */
  readonly inUse: () => Promise<CalendarKind | null>
  /** Throws `CAL_NOT_CONNECTED` where that calendar cannot be used. */
  readonly calendar: (kind: CalendarKind) => Promise<Calendar>
  readonly now: () => Date
  /** IANA name. */
  readonly userZone: string
  /** Takes down what was done, without words of the mail. */
  readonly record: (event: 'created' | 'moved' | 'removed' | 'failed', eventId: string) => void
}

/**
 * Brings the calendar in line with what was decided about one appointment: stores the intent, asks the
 * calendar, stores the result. Where the calendar holds something else then, that is stored as the
 * verdict, and it resolves to true: what is to stand has to be decided again. A failure is stored with
 * the row, to be tried again, and rejected with; everything may be repeated after a crash.
 */
export async function settleRow(parts: SettleParts, id: string, syncId: string): Promise<boolean> {
  const row = await parts.ledger.get(id)
  if (!row) return false
  try {
    return await settle(parts, row, syncId)
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('CAL_')) throw error
    parts.record('failed', id)
    const latest = (await parts.ledger.get(id)) ?? row
    await parts.ledger.put({ ...latest, failure: error.message })
    throw error
  }
}

async function settle(parts: SettleParts, row: LedgerRow, syncId: string): Promise<boolean> {
  const { ledger } = parts
  const standing = standingOf(row, familyOf(row, await rowsByUid(ledger, [row])))
  if (isSettled(row, standing)) return false
  const wanted = wantedEvent(row, standing)
  if (wanted === 'nothing') await remove(parts, row)
  else if (wanted === 'as it is') await ledger.put({ ...row, intent: null, failure: null })
  else if (await isTaken(parts, row, wanted.time)) {
    const { verdict } = row
    const taken = verdict && {
      ...verdict,
      isAutomatic: false,
      reason: TAKEN,
      kind: 'busy' as const,
    }
    await ledger.put({ ...row, verdict: taken, failure: null })
    return true
  } else await put(parts, row, wanted, createdBy(parts, row, standing, syncId))
  return false
}

/** Whether somebody else's appointment is in the way of what is to be created by itself. */
async function isTaken(
  { ledger, inUse, calendar, now, userZone }: SettleParts,
  { placed, intent, choice }: LedgerRow,
  time: EventContent['time'],
): Promise<boolean> {
  if (placed !== null || intent !== null || choice !== null) return false
  const kind = await inUse()
  if (kind === null) throw new AppError('CAL_NOT_CONNECTED', 'No calendar is connected.')
  const wish = stretchOf(time, userZone)
  const [from, to] = [new Date(wish.from).toISOString(), new Date(wish.to).toISOString()]
  const busy = await (await calendar(kind)).busy(from, to)
  const ahead = await ledger.ahead(now())
  const own = ahead.flatMap(({ placed: held }) => (held ? [stretchOf(held.time, userZone)] : []))
  return busy.some(({ start, end }) => {
    const stretch = { from: Date.parse(start), to: Date.parse(end) }
    return own
      .reduce<Stretch[]>((left, each) => left.flatMap((one) => without(one, each)), [stretch])
      .some((left) => left.from < wish.to && wish.from < left.to)
  })
}

/** What of one stretch lies outside another. */
function without(one: Stretch, other: Stretch): Stretch[] {
  const left = [
    { from: one.from, to: Math.min(one.to, other.from) },
    { from: Math.max(one.from, other.to), to: one.to },
  ]
  return left.filter(({ from, to }) => from < to)
}

/** The first creation by itself. */
function createdBy(
  { now }: SettleParts,
  row: LedgerRow,
  standing: Standing | null,
  syncId: string,
): LedgerRow['created'] {
  if (row.created || row.placed || row.choice !== null || !standing) return row.created
  return { at: now().toISOString(), syncId, emailId: standing.claim.emailId }
}

async function put(
  { ledger, inUse, calendar, record }: SettleParts,
  row: LedgerRow,
  content: EventContent,
  created: LedgerRow['created'],
): Promise<void> {
  const kind = row.placed?.calendar ?? (await inUse())
  if (kind === null) throw new AppError('CAL_NOT_CONNECTED', 'No calendar is connected.')
  const target = await calendar(kind)
  const intended: LedgerRow = { ...row, intent: 'put', created }
  await ledger.put(intended)
  const options = {
    placedLink: row.placed?.link ?? null,
    isLeftover: row.isLeftover,
    isWished: row.choice?.kind === 'added',
  }
  const result = await putEvent(target, { ...content, id: row.id }, options)
  await ledger.put(afterPut(intended, { ...content, calendar: kind, link: '' }, result))
  record(result.kind === 'deleted' ? 'removed' : row.placed ? 'moved' : 'created', row.id)
}

function afterPut(
  row: LedgerRow,
  placed: NonNullable<LedgerRow['placed']>,
  result: PutResult,
): LedgerRow {
  const settled = { ...row, intent: null, failure: null }
  if (result.kind === 'there') {
    return { ...settled, placed: { ...placed, link: result.link }, isLeftover: false }
  }
  return { ...settled, placed: null, choice: { kind: 'undone', where: 'calendar' } }
}

async function remove(
  { ledger, inUse, calendar, record }: SettleParts,
  row: LedgerRow,
): Promise<void> {
  // an interrupted creation may have left an event behind
  const kind = row.placed?.calendar ?? (row.intent === null ? null : await inUse())
  if (kind === null) return ledger.put({ ...row, intent: null, failure: null })
  const target = await calendar(kind)
  // from now on it is our doing where the event is gone
  await ledger.put({ ...row, intent: 'remove', isLeftover: true })
  await target.remove(row.id)
  await ledger.put({ ...row, placed: null, intent: null, failure: null, isLeftover: true })
  record('removed', row.id)
}

/** What became of an event that the calendar was asked to hold. */
type PutResult = { readonly kind: 'there'; readonly link: string } | { readonly kind: 'deleted' }

interface PutOptions {
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
async function putEvent(
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
