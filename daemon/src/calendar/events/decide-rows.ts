import type { EventTime } from '@shortlist/contracts/calendar'
import {
  type Claim,
  isOfOrganizer,
  isSameFamily,
  isSteering,
  lineageOf,
  promiseOf,
  versionOf,
} from './claim.ts'
import {
  type Candidate,
  type Circumstances,
  hasBegun,
  type Refusal,
  reasonToWait,
  refusalsAmong,
  stretchOf,
  TAKEN,
} from './decide-events.ts'
import type { Ledger } from './ledger.ts'
import { type LedgerRow, mailKey } from './ledger-row.ts'
import { standingOf } from './standing.ts'
import { familyOf, type RowsByUid, rowsByUid } from './take-claims.ts'

export interface DecideParts {
  readonly ledger: Ledger
  readonly now: () => Date
  /** IANA name. */
  readonly userZone: string
}

interface Known extends DecideParts {
  readonly byUid: RowsByUid
  /** By the mails that move them, and by those that they are moved by. */
  readonly byMail: ReadonlyMap<string, readonly LedgerRow[]>
}

/**
 * The rows whose verdict differs from the one that is stored, with the one that follows from all that
 * lies ahead and from `ids`. What has begun and is in the calendar is not judged again.
 */
export async function decideRows(
  parts: DecideParts,
  ids: Iterable<string>,
): Promise<readonly LedgerRow[]> {
  const { ledger, now } = parts
  const concerned = [...(await ledger.ahead(now())), ...(await ledger.all(ids))]
  const rows = new Map(concerned.map((row) => [row.id, row]))
  const known = { ...parts, ...(await related(ledger, [...rows.values()])) }
  const open = [...rows.values()].map((row) => judged(known, row))
  const refused = refusalsAmong(open.flatMap(({ candidate }) => candidate ?? []))
  return open.flatMap(({ row, version, reason }) => {
    if (version === null) return []
    const verdict = verdictOf(row, version, reason, refused.get(row.id))
    return JSON.stringify(verdict) === JSON.stringify(row.verdict) ? [] : [{ ...row, verdict }]
  })
}

/** What is known beside rows that bears on them. */
async function related(
  ledger: Ledger,
  rows: readonly LedgerRow[],
): Promise<Pick<Known, 'byUid' | 'byMail'>> {
  const moves = rows.flatMap(({ claims }) =>
    claims.filter(({ proposal }) => proposal.act === 'moves'),
  )
  const mails = new Set(moves.map(({ emailId }) => emailId))
  const ofMails = mails.size > 0 ? await ledger.find(...[...mails].map(mailKey)) : []
  const byUid = await rowsByUid(ledger, [...rows, ...ofMails])
  const isOf = (row: LedgerRow, mail: string) => row.claims.some(({ emailId }) => emailId === mail)
  const byMail = [...mails].map((mail) => [mail, ofMails.filter((row) => isOf(row, mail))] as const)
  return { byUid, byMail: new Map(byMail) }
}

function verdictOf(
  row: LedgerRow,
  version: string,
  reason: string | null,
  refusal: Refusal | undefined,
): LedgerRow['verdict'] {
  const verdict = {
    version,
    isAutomatic: reason === null && refusal === undefined,
    reason: refusal?.reason ?? reason,
  }
  if (refusal?.isLeftOver) return { ...verdict, kind: 'left-over' }
  return isBusy(row, version) ? { ...verdict, kind: 'busy' } : verdict
}

interface Judged {
  readonly row: LedgerRow
  /** Null where the verdict stays as it is. */
  readonly version: string | null
  readonly reason: string | null
  /** Undefined for what takes no place among what lies ahead. */
  readonly candidate: Candidate | undefined
}

function judged(parts: Known, row: LedgerRow): Judged {
  const { now, userZone, byUid } = parts
  const standing = standingOf(row, familyOf(row, byUid))
  const none = { row, version: null, reason: null, candidate: undefined }
  if (row.choice?.kind === 'undone' || standing?.takesPlace !== 'yes') return none
  const { claim } = standing
  const { placed, choice } = row
  const isOver = placed !== null && hasBegun(placed.time, now(), userZone)
  if (isOver && startsAt(placed.time) === startsAt(claim.proposal.time)) {
    return { ...none, candidate: candidateOf(parts, row, claim, placed.time, true) }
  }
  const version = versionOf(claim)
  const about: Circumstances = {
    now: now(),
    userZone,
    contest: contestOf(parts, row, claim),
    hasMoved: claim.proposal.act === 'moves' && hasMoved(parts, claim),
  }
  const reason = reasonToWait(claim, about) ?? (isBusy(row, version) ? TAKEN : null)
  const { time } = claim.proposal
  const isAdded = choice?.kind === 'added'
  const stands = isAdded ? (placed?.time ?? choice.time) : reason === null ? time : null
  const candidate =
    stands === null || stands.kind === 'unclear'
      ? undefined
      : candidateOf(parts, row, claim, stands, isAdded)
  return { row, version, reason, candidate }
}

function startsAt(time: EventTime): string {
  return time.kind === 'unclear' ? '' : time.start
}

/** The calendar itself has said that something else is there then. */
function isBusy({ verdict, placed }: LedgerRow, version: string): boolean {
  return placed === null && verdict?.kind === 'busy' && verdict.version === version
}

function candidateOf(
  { userZone }: DecideParts,
  { id, claims, lineage }: LedgerRow,
  claim: Claim,
  time: Exclude<EventTime, { kind: 'unclear' }>,
  isGiven: boolean,
): Candidate {
  const { from, to } = stretchOf(time, userZone)
  const promises = claims
    .filter(({ proposal, sender }) => proposal.method === 'request' && sender === claim.sender)
    .map(promiseOf)
  const isSeries = lineage !== null && lineage.occurrence !== null
  return {
    id,
    from,
    to,
    unit: isSeries ? JSON.stringify([lineage.uid, lineage.sender]) : id,
    emailId: claim.emailId,
    unprovenSender: claim.isSenderProven && !claim.isSenderDoubted ? null : claim.sender,
    promisedAt: promises.sort()[0] ?? claim.date,
    isGiven,
  }
}

/** Whose a UID is that several have sent: of the one sender who is proven to be its ORGANIZER. */
function contestOf({ byUid }: Known, row: LedgerRow, claim: Claim): Circumstances['contest'] {
  const own = lineageOf(claim)
  if (own === null || row.lineage === null) return 'none'
  const requests = (byUid.get(row.lineage.uid) ?? [])
    .flatMap(({ claims }) => claims)
    .filter(
      (each) =>
        isSteering(each) && each.proposal.uid === own.uid && each.proposal.method === 'request',
    )
  const others = requests.filter((each) => {
    const lineage = lineageOf(each)
    return lineage !== null && !isSameFamily(lineage, own)
  })
  if (others.length === 0) return 'none'
  const isHeld = others.some(isOfOrganizer)
  if (isOfOrganizer(claim)) return isHeld ? 'open' : 'none'
  const holders = new Set(others.filter(isOfOrganizer).map((each) => lineageOf(each)?.sender))
  return holders.size === 1 ? 'other' : 'open'
}

/** Whether the mail of a sentence has moved an appointment that is known, to this one time. */
function hasMoved({ byMail, byUid }: Known, { emailId }: Claim): boolean {
  const rows = byMail.get(emailId) ?? []
  const isFrom = (row: LedgerRow) =>
    row.callOff?.emailId === emailId && row.callOff.isActing && row.choice?.kind !== 'undone'
  const targets = rows.filter((row) => {
    const counting = standingOf(row, familyOf(row, byUid))?.claim
    return counting?.emailId === emailId && counting.proposal.act === 'moves'
  })
  return rows.some(isFrom) && targets.length === 1
}
