import type { EventProposal } from '@shortlist/contracts/calendar'
import type { MailOfEvents } from '../ports.ts'
import {
  type Claim,
  claimsOf,
  compareClaims,
  compareText,
  conversationKeys,
  isCallOff,
  isCancel,
  isLed,
  isSteering,
  lineageKey,
  lineageOf,
  mailKey,
  neighborKeys,
  occurrencesOf,
  promiseOf,
  slotKeys,
  startOf,
  writerOf,
} from './claim.ts'
import { emptyRow, eventId, type Ledger, type LedgerRow, rowIdOf } from './ledger.ts'
import { compareTexts, countingOf, isMeant } from './standing.ts'

/** Most claims that are kept of one appointment. */
const CLAIMS_MAX = 30

/** What mails say about one appointment. */
type Gathering = Pick<LedgerRow, 'lineage' | 'claims' | 'callOff'>

interface TakeParts {
  readonly ledger: Ledger
  readonly userId: string
  readonly now: () => Date
}

/**
 * Puts what a mail says now in the place of what it said before. Resolves to all rows that this may
 * touch, as they are from then on: worked out of everything that touches it, so that they are the
 * same in whatever order mails come.
 */
export async function takeClaims(
  parts: TakeParts,
  mail: MailOfEvents,
  proposals: readonly EventProposal[],
): Promise<readonly LedgerRow[]> {
  const { emailId } = mail
  const known = await parts.ledger.find(mailKey(emailId))
  // no other reading of a text takes back what it has brought
  const held = known
    .filter((row) => row.placed !== null || row.choice !== null || row.intent !== null)
    .flatMap((row) => row.claims.filter((claim) => claim.emailId === emailId))
    .filter((claim) => !isSteering(claim))
  const starts = new Set(held.map(({ proposal }) => startOf(proposal.time)))
  const fresh = claimsOf(mail, proposals).filter(
    (claim) =>
      isSteering(claim) ||
      !(starts.has(startOf(claim.proposal.time)) || (held.length > 0 && isCancel(claim))),
  )
  return regathered(parts, known, [...held, ...fresh], new Set([emailId]))
}

/** The rows without what these mails say, and all that this touches. */
export async function withoutMails(
  parts: TakeParts,
  emailIds: ReadonlySet<string>,
): Promise<readonly LedgerRow[]> {
  const known = await parts.ledger.find(...[...emailIds].map(mailKey))
  return regathered(parts, known, [], emailIds)
}

/** Everything that touches a row, worked out again. */
export async function regathered(
  parts: TakeParts,
  rows: readonly LedgerRow[],
  claims: readonly Claim[] = [],
  replaced: ReadonlySet<string> = new Set(),
): Promise<readonly LedgerRow[]> {
  const now = parts.now()
  const touched = await touchedRows(parts.ledger, rows, claims)
  const left = touched.flatMap((row) => row.claims.filter((each) => !replaced.has(each.emailId)))
  const all = [...claims, ...left].flatMap((claim) => occurrencesOf(claim, now))
  const byKey = new Map(all.toReversed().map((claim) => [claimKey(claim), claim]))
  return assigned(parts, gatherClaims([...byKey.values()]), touched)
}

/** All rows that may share an appointment with these, at first hand or through further ones. */
async function touchedRows(
  ledger: Ledger,
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
  { ledger, userId }: TakeParts,
  gatherings: readonly Gathering[],
  touched: readonly LedgerRow[],
): Promise<readonly LedgerRow[]> {
  const known = touched.flatMap((row) => row.claims.map((each) => ({ key: claimKey(each), row })))
  const byClaim = Map.groupBy(known, ({ key }) => key)
  const taken = new Map<string, LedgerRow>()
  const ordered = gatherings.toSorted((one, other) => compareText(nameOf(one), nameOf(other)))
  for (const gathering of ordered) {
    const found = gathering.claims.flatMap((claim) => byClaim.get(claimKey(claim)) ?? [])
    const sharing = [...new Set(found.map(({ row }) => row))]
    const row = sharing.filter(({ id }) => !taken.has(id)).sort(byHold(gathering))[0]
    const kept = row ?? (await freshRow(ledger, userId, gathering, taken))
    const undone = [kept, ...sharing].find(({ choice }) => choice?.kind === 'undone')
    taken.set(kept.id, { ...kept, ...gathering, choice: undone?.choice ?? kept.choice })
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
  ledger: Ledger,
  userId: string,
  { lineage, claims }: Gathering,
  taken: ReadonlyMap<string, LedgerRow>,
): Promise<LedgerRow> {
  const named = claims.map((claim) => rowIdOf(userId, claim))
  // an appointment that was moved away from this time keeps its id
  const free = [...named, ...named.map((id, at) => eventId([id, claims[at]?.emailId ?? '']))]
  for (const id of free.filter((each) => !taken.has(each))) {
    const row = await ledger.get(id)
    // nobody speaks of it, or nobody does any more
    if (!row || row.claims.length === 0) return row ?? emptyRow(id, lineage)
  }
  return emptyRow(eventId(free), lineage)
}

/**
 * The appointments that claims are about, in whatever order their mails were read: one for each UID,
 * sender and occurrence, one for texts of one conversation or sender about one start. Texts join the
 * invitation of their sender; what somebody else wrote in a conversation joins it and changes nothing.
 */
function gatherClaims(claims: readonly Claim[]): Gathering[] {
  const ordered = claims.toSorted(compareClaims)
  const invitations = invitationsOf(ordered)
  const texts = connected(ordered.filter((claim) => !isSteering(claim) && !isCancel(claim)))
  const groups = joined(invitations, texts)
  for (const claim of ordered.filter((each) => !isSteering(each) && isCancel(each))) {
    if (!(isCallOff(claim) && callOff(claim, groups, ordered))) note(claim, groups)
  }
  return groups.map((group) => ({ ...group, claims: bounded(group) }))
}

function invitationsOf(claims: readonly Claim[]): Gathering[] {
  const byKey = new Map<string, Gathering>()
  for (const claim of claims) {
    const lineage = lineageOf(claim)
    if (lineage === null) continue
    const key = lineageKey(lineage)
    const group = byKey.get(key) ?? { lineage, claims: [], callOff: null }
    byKey.set(key, group)
    group.claims.push(claim)
  }
  return [...byKey.keys()].sort(compareText).flatMap((key) => byKey.get(key) ?? [])
}

/** Claims that share a slot with each other, at first hand or through further ones. */
function connected(claims: readonly Claim[]): Gathering[] {
  const bySlot = new Map<string, Set<Claim>>()
  for (const claim of claims) {
    const own = new Set([claim])
    for (const set of slotKeys(claim).flatMap((key) => bySlot.get(key) ?? [])) {
      for (const each of set) own.add(each)
    }
    for (const key of [...own].flatMap(slotKeys)) bySlot.set(key, own)
  }
  const alone = claims.filter((claim) => slotKeys(claim).length === 0).map((claim) => [claim])
  return [...[...new Set(bySlot.values())].map((set) => [...set]), ...alone].map((set) => ({
    lineage: null,
    claims: set.sort(compareClaims),
    callOff: null,
  }))
}

/** Puts texts to the invitation of their writer, else to one that was there before them. */
function joined(invitations: readonly Gathering[], texts: readonly Gathering[]): Gathering[] {
  const left: Gathering[] = []
  for (const text of texts) {
    const slots = new Set(text.claims.flatMap(slotKeys))
    const near = invitations.filter(({ claims }) =>
      claims.some((claim) => !isCancel(claim) && slotKeys(claim).some((key) => slots.has(key))),
    )
    const target =
      near.find((group) => text.claims.some((claim) => leads(group, claim))) ??
      near.find((group) => promisedAt(group) <= promisedAt(text))
    const counting = target ? countingOf(target) : null
    const isOf = (claim: Claim) => counting !== null && isMeant(claim, counting)
    const own = text.claims.filter((claim) => !isOf(claim))
    target?.claims.push(...text.claims.filter(isOf))
    if (own.length > 0) left.push({ ...text, claims: own })
  }
  return [...invitations, ...left]
}

function promisedAt({ claims }: Gathering): string {
  const dates = claims.filter((claim) => !isCancel(claim)).map(promiseOf)
  return dates.sort()[0] ?? ''
}

function currentStart(group: Gathering): string {
  return startOf(countingOf(group)?.claim.proposal.time ?? null) ?? ''
}

/** Whether an invitation comes from who wrote a text, as surely as the text does. */
function leads({ lineage, claims }: Gathering, text: Claim): boolean {
  return claims.some((claim) => isLed(claim, lineage) && isOfWriter(claim, text))
}

/** Whether a claim may speak for the writer of another: the same address, or the same proven domain. */
function isOfWriter(claim: Claim, other: Claim): boolean {
  if (claim.isSenderDoubted || other.isSenderDoubted) {
    return claim.sender === other.sender && claim.isSenderDoubted === other.isSenderDoubted
  }
  if (writerOf(claim) === writerOf(other)) return true
  return claim.sender === other.sender && claim.isSenderProven
}

/**
 * Lets a sentence call off what its conversation has arranged: at the time that it names, else what
 * lies ahead of it. It acts where one appointment of its writer fits; elsewhere it is only told.
 * False where nothing fits.
 */
function callOff(claim: Claim, groups: readonly Gathering[], all: readonly Claim[]): boolean {
  const talk = new Set(conversationKeys(claim))
  const inTalk = groups.filter(
    (group) =>
      arranged(group).some((each) => each.emailId !== claim.emailId) &&
      arranged(group).some((each) => conversationKeys(each).some((key) => talk.has(key))),
  )
  const named = timesNamed(claim, all)
  const atTime = inTalk.filter((group) => named.has(currentStart(group)))
  const ahead = inTalk.filter((group) => currentStart(group) > claim.date)
  const isTimed = startOf(claim.proposal.time) !== null
  const fitting = atTime.length > 0 || isTimed ? atTime : ahead
  const own = fitting.filter((group) => {
    const counting = countingOf(group)
    return counting !== null && isOfWriter(claim, counting.claim)
  })
  for (const group of fitting) {
    const isActing = own.length === 1 && own[0] === group
    const isLater = arranged(group).every(
      (each) => each.date < claim.date || !isOfWriter(each, claim),
    )
    if (own.length === 1 && !isActing) continue
    group.claims.push(claim)
    const isStronger = group.callOff === null || isActing || !group.callOff.isActing
    if (isLater && isStronger) group.callOff = { emailId: claim.emailId, isActing }
  }
  return fitting.length > 0
}

/** What mails arrange in a group; that one mail moves it from there arranges nothing. */
function arranged({ claims }: Gathering): readonly Claim[] {
  const requests = claims.filter((claim) => !isCancel(claim))
  const fixed = requests.filter(({ proposal }) => proposal.act !== 'moves')
  return fixed.length > 0 ? fixed : requests
}

/** The times that the mail of a sentence names: that of the sentence, else all of a move. */
function timesNamed(claim: Claim, all: readonly Claim[]): ReadonlySet<string> {
  const own = startOf(claim.proposal.time)
  if (own !== null) return new Set([own])
  const moves = all.filter(
    ({ emailId, proposal }) => emailId === claim.emailId && proposal.act === 'moves',
  )
  return new Set(moves.flatMap(({ proposal }) => startOf(proposal.time) ?? []))
}

/** A cancellation without power stands beside what it is about, else alone. */
function note(claim: Claim, groups: Gathering[]): void {
  const slots = new Set(slotKeys({ ...claim, proposal: { ...claim.proposal, method: 'request' } }))
  const found = groups.find(({ claims }) => claims.flatMap(slotKeys).some((key) => slots.has(key)))
  if (found) found.claims.push(claim)
  else groups.push({ lineage: null, claims: [claim], callOff: null })
}

/** The most decisive ones: who writes on and on makes no row without end. */
function bounded({ lineage, claims, callOff: off }: Gathering): Claim[] {
  const rank = (claim: Claim) => {
    if (isLed(claim, lineage)) return 0
    if (!isCancel(claim)) return 2
    return isCallOff(claim) && claim.emailId === off?.emailId ? 1 : 3
  }
  const decisive = claims.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      (rank(one) === 0 ? compareClaims(other, one) : compareTexts(one, other)),
  )
  return decisive.slice(0, CLAIMS_MAX).sort(compareClaims)
}
