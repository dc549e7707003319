import { AppError } from '../../errors.ts'
import type { Calendar } from '../ports.ts'
import { type PutResult, putEvent } from './ask-calendar.ts'
import { versionOf } from './claim.ts'
import { reasonToWait, stretchOf } from './decide-event.ts'
import type { Ledger } from './ledger.ts'
import type { LedgerRow } from './ledger-row.ts'
import { isSameFamily, uidKey } from './lineage.ts'
import { type Standing, standingOf } from './standing.ts'
import { familyRows } from './take-claims.ts'
import { type EventContent, isSettled, wantedEvent } from './wanted-event.ts'

export type CalendarKind = 'google' | 'local'

export interface SettleParts {
  readonly ledger: Ledger
  /** The calendar that new events go to; null while none is connected. */
  readonly inUse: () => CalendarKind | null
  /** Throws `CAL_NOT_CONNECTED` where that calendar cannot be used. */
  readonly calendar: (kind: CalendarKind) => Calendar
  readonly now: () => Date
  /** IANA name. */
  readonly userZone: string
  /** Takes down what was done, without words of the mail. */
  readonly record: (event: 'created' | 'moved' | 'removed' | 'failed', eventId: string) => void
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Brings the calendar in line with what the ledger says of one appointment: decides where that is
 * still open, stores the intent, asks the calendar, stores the result. A failure is stored with the
 * row, to be tried again, and rejected with; everything may be repeated after a crash.
 */
export async function settleRow(parts: SettleParts, id: string, syncId: string): Promise<void> {
  const row = parts.ledger.get(id)
  if (!row) return
  try {
    await settle(parts, row, syncId)
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('CAL_')) throw error
    parts.record('failed', id)
    const latest = parts.ledger.get(id) ?? row
    await parts.ledger.put({ ...latest, failure: error.message })
    throw error
  }
}

async function settle(parts: SettleParts, row: LedgerRow, syncId: string): Promise<void> {
  const { ledger } = parts
  const standing = standingOf(row, familyRows(ledger, row))
  if (isSettled(row, standing)) return
  const wanted = wantedEvent(row, standing)
  if (wanted === 'undecided' && standing) {
    await decide(parts, row, standing, syncId)
    const decided = ledger.get(row.id)
    if (decided?.verdict?.isAutomatic) await settle(parts, decided, syncId)
    return
  }
  if (wanted === 'nothing') return remove(parts, row)
  if (typeof wanted === 'object') {
    return put(parts, row, wanted, createdBy(parts, row, standing, syncId))
  }
  await ledger.put({ ...row, intent: null, failure: null })
}

async function decide(
  parts: SettleParts,
  row: LedgerRow,
  { claim }: Standing,
  syncId: string,
): Promise<void> {
  const { ledger, now, userZone } = parts
  const { proposal, emailId, doubt } = claim
  const reason =
    reasonToWait(proposal, {
      now: now(),
      userZone,
      doubt,
      isForeign: isForeign(ledger, row),
      spent: spentOf(ledger, now(), emailId, syncId),
    }) ?? (await takenReason(parts, row, proposal.time))
  const verdict = { version: versionOf(claim), isAutomatic: reason === null, reason }
  await ledger.put({ ...row, verdict, failure: null })
}

/** Other invitations of the same UID, which somebody else has sent. */
function isForeign(ledger: Ledger, { lineage }: LedgerRow): boolean {
  if (lineage === null) return false
  return ledger
    .find(uidKey(lineage))
    .filter((row) => row.lineage !== null && !isSameFamily(row.lineage, lineage))
    .some(({ claims, verdict }) => verdict !== null && claims.length > 0)
}

function spentOf(ledger: Ledger, now: Date, emailId: string, syncId: string) {
  const created = [...ledger.rows()].flatMap((row) => row.created ?? [])
  const since = now.getTime() - DAY_MS
  return {
    mail: created.filter((each) => each.emailId === emailId).length,
    sync: created.filter((each) => each.syncId === syncId).length,
    day: created.filter(({ at }) => Date.parse(at) > since).length,
  }
}

async function takenReason(
  { ledger, inUse, calendar, userZone }: SettleParts,
  { id }: LedgerRow,
  time: Standing['claim']['proposal']['time'],
): Promise<string | null> {
  const kind = inUse()
  if (kind === null) throw new AppError('CAL_NOT_CONNECTED', 'No calendar is connected.')
  if (time.kind === 'unclear') return null
  const wish = stretchOf(time, userZone)
  const own = [...ledger.rows()]
    .filter((row) => row.id !== id)
    .flatMap(({ placed }) => (placed ? [stretchOf(placed.time, userZone)] : []))
  const overlaps = (other: typeof wish) => wish.from < other.to && other.from < wish.to
  const [from, to] = [new Date(wish.from).toISOString(), new Date(wish.to).toISOString()]
  const isTaken =
    own.some(overlaps) ||
    (await calendar(kind).busy(from, to)).some(({ start, end }) =>
      overlaps({ from: Date.parse(start), to: Date.parse(end) }),
    )
  return isTaken ? 'You already have something at this time.' : null
}

/** What counts against budgets: the first creation by itself. */
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
  const kind = row.placed?.calendar ?? inUse()
  if (kind === null) throw new AppError('CAL_NOT_CONNECTED', 'No calendar is connected.')
  const target = calendar(kind)
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
  const kind = row.placed?.calendar ?? (row.intent === null ? null : inUse())
  if (kind === null) return ledger.put({ ...row, intent: null, failure: null })
  const target = calendar(kind)
  // from now on it is our doing where the event is gone
  await ledger.put({ ...row, intent: 'remove', isLeftover: true })
  await target.remove(row.id)
  await ledger.put({ ...row, placed: null, intent: null, failure: null, isLeftover: true })
  record('removed', row.id)
}
