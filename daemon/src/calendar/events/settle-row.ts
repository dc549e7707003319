import { AppError } from '../../errors.ts'
import type { Calendar, ExactTime, NewEvent } from '../ports.ts'
import { implausible, isSameTime, isSteering, versionOf } from './claim.ts'
import { type DecideParts, type Stretch, stretchOf, TAKEN } from './decide-events.ts'
import type { LedgerRow } from './ledger.ts'
import { describeEvent, rowsByUid, type Standing, standingOf } from './standing.ts'

/** What the calendar should hold for an appointment. `as it is`: neither more nor less than now. */
type Wanted = NewEvent | 'nothing' | 'as it is'

/** Worked out of the ledger alone. */
export function wantedEvent(row: LedgerRow, standing: Standing | null): Wanted {
  const { choice, placed, verdict } = row
  if (choice?.kind === 'undone' || !standing || standing.takesPlace !== 'yes') return 'nothing'
  const { claim, later } = standing
  const { time } = claim.proposal
  const content = (at: ExactTime) => {
    return { id: row.id, ...describeEvent(claim), time: at, emailId: claim.emailId }
  }
  if (choice?.version === versionOf(later ?? claim)) return content(choice.time)
  if (time.kind === 'unclear') return 'as it is'
  if (choice && placed) {
    // what the user wants moves with its invitation, not with what a text says
    const isChange = isSteering(claim) && implausible(time) === null
    return isChange && verdict?.isAutomatic ? content(time) : 'as it is'
  }
  if (verdict?.version !== versionOf(claim)) return 'as it is'
  return verdict.isAutomatic ? content(time) : 'nothing'
}

/** Whether nothing is left to be asked or tried again. */
export function isSettled(row: LedgerRow, standing: Standing | null): boolean {
  const wanted = wantedEvent(row, standing)
  if (row.failure !== null || row.intent !== null) return false
  if (wanted === 'nothing') return row.placed === null
  if (wanted === 'as it is' || row.placed === null) return wanted === 'as it is'
  const isOfMail = row.placed.emailId === wanted.emailId
  return (
    isOfMail && zoneOf(row.placed.time) === zoneOf(wanted.time) && isSameEvent(row.placed, wanted)
  )
}

/** Whether two events say the same of one time. */
function isSameEvent(one: Omit<NewEvent, 'id'>, other: Omit<NewEvent, 'id'>): boolean {
  return (
    one.summary === other.summary &&
    one.location === other.location &&
    isSameTime(one.time, other.time)
  )
}

function zoneOf(time: ExactTime): string {
  return time.kind === 'instant' ? time.timeZone : ''
}

export type CalendarKind = 'google' | 'local'

export interface SettleParts extends DecideParts {
  /** The calendar that new events go to; null while none is connected. */
  readonly inUse: () => CalendarKind | null
  /** Throws `CAL_NOT_CONNECTED` where that calendar cannot be used. */
  readonly calendar: (kind: CalendarKind) => Calendar
  /** Takes down what was done, without words of the mail. */
  readonly record: (event: 'created' | 'moved' | 'removed' | 'failed', eventId: string) => void
}

/**
 * Brings the calendar in line with what was decided about one appointment: stores the intent, asks the
 * calendar, stores the result. `busy` where the calendar holds something else then, which is stored as
 * the verdict: what is to stand has to be decided again. A failure is stored with the row, to be tried
 * again, and resolved to; everything may be repeated after a crash.
 */
export async function settleRow(
  parts: SettleParts,
  id: string,
  syncId: string,
): Promise<'settled' | 'busy' | AppError> {
  const row = await parts.ledger.get(id)
  if (!row) return 'settled'
  try {
    return await settle(parts, row, syncId)
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('CAL_')) throw error
    parts.record('failed', id)
    const latest = (await parts.ledger.get(id)) ?? row
    await parts.ledger.put({ ...latest, failure: error.message })
    return error
  }
}

async function settle(
  parts: SettleParts,
  row: LedgerRow,
  syncId: string,
): Promise<'settled' | 'busy'> {
  const { ledger } = parts
  const standing = standingOf(row, await rowsByUid(ledger, [row]))
  if (isSettled(row, standing)) return 'settled'
  const wanted = wantedEvent(row, standing)
  if (wanted === 'nothing') await remove(parts, row, standing)
  else if (wanted === 'as it is') await ledger.put({ ...row, intent: null, failure: null })
  else if (await isTaken(parts, row, wanted.time)) {
    const busy = { isAutomatic: false, reason: TAKEN, kind: 'busy' } as const
    await ledger.put({ ...row, verdict: row.verdict && { ...row.verdict, ...busy }, failure: null })
    return 'busy'
  } else {
    const isFirst = !row.created && !row.placed && row.choice === null
    const created = { at: parts.now().toISOString(), syncId, emailId: wanted.emailId }
    await put(parts, isFirst ? { ...row, created } : row, wanted)
  }
  return 'settled'
}

/** Whether somebody else's appointment is in the way of what is to be created by itself. */
async function isTaken(
  { ledger, inUse, calendar, now, userZone }: SettleParts,
  { placed, intent, choice }: LedgerRow,
  time: NewEvent['time'],
): Promise<boolean> {
  if (placed !== null || intent !== null || choice !== null) return false
  const wish = stretchOf(time, userZone)
  const [from, to] = [new Date(wish.from).toISOString(), new Date(wish.to).toISOString()]
  const busy = await calendar(connected(inUse())).busy(from, to)
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

async function put(
  { ledger, inUse, calendar, record, now }: SettleParts,
  row: LedgerRow,
  event: NewEvent,
): Promise<void> {
  const kind = connected(row.placed?.calendar ?? inUse())
  const target = calendar(kind)
  await ledger.put({ ...row, intent: 'put' })
  const link = await putEvent(target, event, row)
  const settled = { ...row, intent: null, failure: null }
  if (link === null) {
    const choice = { kind: 'undone', where: 'calendar' } as const
    await ledger.put({ ...settled, placed: null, choice, done: null })
  } else {
    const { id: _, ...content } = event
    const placed = { ...content, calendar: kind, link }
    const done = doneBy(row, event, now())
    await ledger.put({ ...settled, placed, isLeftover: false, ...(done && { done }) })
  }
  record(link === null ? 'removed' : row.placed ? 'moved' : 'created', row.id)
}

/** What it is that puts an event into the calendar by itself; undefined where the user has wanted it. */
function doneBy(
  { placed, choice }: LedgerRow,
  event: NewEvent,
  now: Date,
): LedgerRow['done'] | undefined {
  if (choice?.kind === 'added' && isSameTime(choice.time, event.time)) return undefined
  if (placed && isSameTime(placed.time, event.time)) return undefined
  const was = placed && { summary: placed.summary, time: placed.time }
  const { emailId } = event
  return { act: placed ? 'moved' : 'entered', at: now.toISOString(), emailId, was }
}

function connected(kind: CalendarKind | null): CalendarKind {
  if (kind === null) throw new AppError('CAL_NOT_CONNECTED', 'No calendar is connected.')
  return kind
}

async function remove(
  { ledger, inUse, calendar, record, now }: SettleParts,
  row: LedgerRow,
  standing: Standing | null,
): Promise<void> {
  // an interrupted creation may have left an event behind
  const kind = row.placed?.calendar ?? (row.intent === null ? null : inUse())
  if (kind === null) return ledger.put({ ...row, intent: null, failure: null })
  const target = calendar(kind)
  // from now on it is our doing where the event is gone
  await ledger.put({ ...row, intent: 'remove', isLeftover: true })
  await target.remove(row.id)
  const { placed, choice } = row
  const done =
    placed && standing && choice?.kind !== 'undone'
      ? {
          act: 'removed' as const,
          at: now().toISOString(),
          emailId: (standing.callOff ?? standing.claim).emailId,
          was: { summary: placed.summary, time: placed.time },
        }
      : null
  await ledger.put({ ...row, placed: null, intent: null, failure: null, isLeftover: true, done })
  record('removed', row.id)
}

/**
 * Makes the calendar hold an event as it is given, whatever an interrupted attempt has left there.
 * Resolves to its address; null where the user has removed it from the calendar, and has not wished
 * for it since.
 */
async function putEvent(
  calendar: Calendar,
  event: NewEvent,
  { placed, isLeftover, choice }: LedgerRow,
): Promise<string | null> {
  if (placed && (await calendar.update(event))) return placed.link
  const back = isLeftover ? await calendar.restore(event) : null
  const link = back ?? (await calendar.insert(event))
  if (link !== null) return link
  const found = await calendar.get(event.id)
  if (found && !found.isCancelled) {
    if (!isSameEvent(found, event)) await calendar.update(event)
    return found.link
  }
  if (found && choice?.kind !== 'added') return null
  const wished = await calendar.restore(event)
  if (wished !== null) return wished
  throw new AppError('CAL_REFUSED', 'The calendar does not take this event.')
}
