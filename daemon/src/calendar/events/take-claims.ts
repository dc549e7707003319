import {
  type Claim,
  compareText,
  isCancel,
  isSameFamily,
  isSteering,
  lineageKey,
  lineageOf,
  occurrencesOf,
  startOf,
  uidKey,
} from './claim.ts'
import { eventId } from './event-id.ts'
import { type Gathering, gatherClaims } from './gather-claims.ts'
import type { LedgerRows } from './ledger.ts'
import { emptyRow, type LedgerRow, mailKey, neighborKeys, rowIdOf } from './ledger-row.ts'

/** Occurrences of a series that lie further ahead are still to come. */
export const AHEAD_DAYS = 60

const DAY_MS = 24 * 60 * 60 * 1000

export interface TakeOptions {
  readonly ledger: LedgerRows
  /** The user id. */
  readonly account: string
  readonly now: Date
}

/**
 * Puts what a mail says now in the place of what it said before. Resolves to all rows that this may
 * touch, as they are from then on: worked out of everything that touches it, so that they are the
 * same in whatever order mails come.
 */
export async function takeClaims(
  options: TakeOptions,
  emailId: string,
  claims: readonly Claim[],
): Promise<readonly LedgerRow[]> {
  const known = await options.ledger.find(mailKey(emailId))
  // no other reading of a text takes back what it has brought
  const held = known
    .filter((row) => row.placed !== null || row.choice !== null || row.intent !== null)
    .flatMap((row) => row.claims.filter((claim) => claim.emailId === emailId))
    .filter((claim) => !isSteering(claim))
  const starts = new Set(held.map(({ proposal }) => startOf(proposal.time)))
  const fresh = claims.filter(
    (claim) =>
      isSteering(claim) ||
      !(starts.has(startOf(claim.proposal.time)) || (held.length > 0 && isCancel(claim))),
  )
  return regathered(options, known, [...held, ...fresh], new Set([emailId]))
}

/** The rows without what these mails say, and all that this touches. */
export async function withoutMails(
  options: TakeOptions,
  emailIds: ReadonlySet<string>,
): Promise<readonly LedgerRow[]> {
  const known = await options.ledger.find(...[...emailIds].map(mailKey))
  return regathered(options, known, [], emailIds)
}

/** Everything that touches a row, worked out again. */
export async function regathered(
  options: TakeOptions,
  rows: readonly LedgerRow[],
  claims: readonly Claim[] = [],
  replaced: ReadonlySet<string> = new Set(),
): Promise<readonly LedgerRow[]> {
  const { ledger, now } = options
  const horizon = new Date(now.getTime() + AHEAD_DAYS * DAY_MS)
  const touched = await touchedRows(ledger, rows, claims)
  const left = touched.flatMap((row) => row.claims.filter((each) => !replaced.has(each.emailId)))
  const all = [...claims, ...left].flatMap((claim) => occurrencesOf(claim, now, horizon))
  const byKey = new Map(all.toReversed().map((claim) => [claimKey(claim), claim]))
  return assigned(options, gatherClaims([...byKey.values()]), touched)
}

/** All rows that may share an appointment with these, at first hand or through further ones. */
async function touchedRows(
  ledger: LedgerRows,
  rows: readonly LedgerRow[],
  claims: readonly Claim[],
): Promise<readonly LedgerRow[]> {
  const touched = new Map(rows.map((row) => [row.id, row]))
  let open = [...claims, ...rows.flatMap((row) => row.claims)]
  while (open.length > 0) {
    const found = await ledger.find(...new Set(open.flatMap(neighborKeys)))
    const more = found.filter(({ id }) => !touched.has(id))
    for (const row of more) touched.set(row.id, row)
    open = more.flatMap((row) => row.claims)
  }
  return [...touched.values()]
}

/** Names what a mail says about one appointment. */
function claimKey({ emailId, proposal }: Claim): string {
  const { uid, recurrenceId, method, time, source } = proposal
  const when = time.kind === 'unclear' ? `? ${time.text}` : time.start
  const what = source === 'invitation' && uid !== null ? [uid, recurrenceId] : [when]
  return JSON.stringify([emailId, method, ...what])
}

/**
 * Keeps an appointment in the row that knows it already, so that the calendar and what the user has
 * chosen go on with it.
 */
async function assigned(
  { ledger, account }: TakeOptions,
  gatherings: readonly Gathering[],
  touched: readonly LedgerRow[],
): Promise<readonly LedgerRow[]> {
  const byClaim = new Map<string, LedgerRow[]>()
  for (const row of touched) {
    for (const key of row.claims.map(claimKey)) {
      byClaim.set(key, [...(byClaim.get(key) ?? []), row])
    }
  }
  const taken = new Map<string, LedgerRow>()
  const ordered = gatherings.toSorted((one, other) => compareText(nameOf(one), nameOf(other)))
  for (const gathering of ordered) {
    const sharing = [
      ...new Set(gathering.claims.flatMap((claim) => byClaim.get(claimKey(claim)) ?? [])),
    ]
    const row = sharing.filter(({ id }) => !taken.has(id)).sort(byHold(gathering))[0]
    const own = row ?? (await freshRow(ledger, account, gathering, taken))
    const undone = [own, ...sharing].find(({ choice }) => choice?.kind === 'undone')
    const { lineage, claims, callOff } = gathering
    const choice = undone?.choice ?? own.choice
    taken.set(own.id, { ...own, lineage, claims: [...claims], callOff, choice })
  }
  const over = touched.filter(({ id }) => !taken.has(id))
  return [...over.map((row) => ({ ...row, claims: [], callOff: null })), ...taken.values()]
}

function nameOf({ claims }: Gathering): string {
  return claims.map(claimKey).sort()[0] ?? ''
}

/** What the user has chosen first, then what the calendar holds, of the same invitation at best. */
function byHold({ lineage }: Gathering): (one: LedgerRow, other: LedgerRow) => number {
  const key = lineage && lineageKey(lineage)
  const rank = (row: LedgerRow) =>
    (row.choice !== null ? 0 : row.placed !== null || row.intent !== null ? 2 : 4) +
    ((row.lineage && lineageKey(row.lineage)) === key ? 0 : 1)
  return (one, other) => rank(one) - rank(other) || compareText(one.id, other.id)
}

async function freshRow(
  ledger: LedgerRows,
  account: string,
  { lineage, claims }: Gathering,
  taken: ReadonlyMap<string, LedgerRow>,
): Promise<LedgerRow> {
  const named = claims.flatMap((claim) => rowIdOf(account, claim))
  // an appointment that was moved away from this time keeps its id
  const free = [...named, ...named.map((id, at) => eventId([id, claims[at]?.emailId ?? '']))]
  for (const id of free.filter((each) => !taken.has(each))) {
    const row = await ledger.get(id)
    if (isFree(row)) return row ?? emptyRow(id, lineage)
  }
  return emptyRow(eventId([...free]), lineage)
}

/** What nobody speaks of any more. */
function isFree(row: LedgerRow | undefined): boolean {
  return row === undefined || row.claims.length === 0
}

/** All rows of the UIDs of these, by UID, whoever has sent them. */
export async function rowsByUid(
  ledger: LedgerRows,
  rows: readonly LedgerRow[],
): Promise<RowsByUid> {
  const keys = new Set(rows.flatMap(({ lineage }) => (lineage ? uidKey(lineage) : [])))
  const found = keys.size > 0 ? await ledger.find(...keys) : []
  const byUid = new Map<string, LedgerRow[]>()
  for (const row of found) {
    const uids = row.claims.flatMap((claim) => lineageOf(claim)?.uid ?? [])
    for (const uid of new Set(uids)) byUid.set(uid, [...(byUid.get(uid) ?? []), row])
  }
  return byUid
}

export type RowsByUid = ReadonlyMap<string, readonly LedgerRow[]>

/** The series of an appointment, itself included. */
export function familyOf({ lineage }: LedgerRow, byUid: RowsByUid): readonly LedgerRow[] {
  if (lineage === null) return []
  return (byUid.get(lineage.uid) ?? []).filter(
    (other) => other.lineage !== null && isSameFamily(other.lineage, lineage),
  )
}
