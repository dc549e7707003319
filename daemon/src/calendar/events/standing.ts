import {
  type Claim,
  compareClaims,
  compareText,
  implausible,
  isCallOff,
  isCancel,
  isLed,
  isSteering,
  type Lineage,
  startOf,
  uidKey,
} from './claim.ts'
import type { Ledger, LedgerRow } from './ledger.ts'

/** All rows of UIDs, by UID, whoever has sent them. */
export type RowsByUid = ReadonlyMap<string, readonly LedgerRow[]>

/** All rows of the UIDs of these. */
export async function rowsByUid(ledger: Ledger, rows: readonly LedgerRow[]): Promise<RowsByUid> {
  const keys = new Set(rows.flatMap(({ lineage }) => (lineage ? uidKey(lineage) : [])))
  const found = keys.size > 0 ? await ledger.find(...keys) : []
  return Map.groupBy(found, ({ lineage }) => lineage?.uid ?? '')
}

/** The series of an appointment, itself included: all of one UID and sender. */
export function familyOf({ lineage }: LedgerRow, byUid: RowsByUid): readonly LedgerRow[] {
  if (lineage === null) return []
  const ofUid = byUid.get(lineage.uid) ?? []
  return ofUid.filter((other) => other.lineage?.sender === lineage.sender)
}

/** What counts for an appointment now. */
export interface Standing {
  readonly claim: Claim
  /** A later version whose time nobody can tell; until then `claim` holds. */
  readonly later: Claim | null
  /** `yes`: it takes place. `cancelled`: called off. `dropped`: its series has other dates now. */
  readonly takesPlace: 'yes' | 'cancelled' | 'dropped'
  /** What calls it off, or says so without the right to. */
  readonly callOff: Claim | null
}

/**
 * What counts, whatever the order in which mails were read: the latest version of the invitation and
 * of its series, else the most trusted of the texts, which all name one time. Null where nobody says
 * that there is an appointment.
 */
export function standingOf(row: LedgerRow, byUid: RowsByUid): Standing | null {
  const family = familyOf(row, byUid)
  const counting = countingOf(row.lineage, row.claims)
  if (counting === null) return null
  const latest = counting.later ?? counting.claim
  const over = family
    .filter(({ id }) => id !== row.id)
    .flatMap(({ claims }) => claims.filter((other) => isSteering(other)))
    .filter((other) => compareClaims(other, latest) > 0 && endsOccurrence(other, row, family))
    .sort(compareClaims)
    .at(-1)
  if (over) {
    const takesPlace = isCancel(over) ? 'cancelled' : 'dropped'
    return { claim: over, later: null, takesPlace, callOff: isCancel(over) ? over : null }
  }
  if (isCancel(latest)) {
    return { claim: latest, later: null, takesPlace: 'cancelled', callOff: latest }
  }
  const callOff = row.claims.find(
    (claim) => isCallOff(claim) && claim.emailId === row.callOff?.emailId,
  )
  const isKept = row.choice?.kind === 'added' && row.choice.despite === callOff?.emailId
  const isOff = row.callOff?.isActing === true && callOff !== undefined && !isKept
  const takesPlace = isOff ? 'cancelled' : 'yes'
  return { ...counting, takesPlace, callOff: isKept ? null : (callOff ?? null) }
}

/** The version that counts among the claims of one appointment, without those of its series. */
export function countingOf(
  lineage: Lineage | null,
  claims: readonly Claim[],
): Pick<Standing, 'claim' | 'later'> | null {
  const own = claims.filter((each) => isLed(each, lineage)).sort(compareClaims)
  const latest = own.at(-1)
  if (!latest) {
    const texts = lineage ? [] : claims.filter((each) => !isCancel(each) && !isSteering(each))
    const [claim] = texts.sort(compareTexts)
    return claim ? { claim, later: null } : null
  }
  if (isCancel(latest) || isClear(latest)) return { claim: latest, later: null }
  const held = own.findLast(isClear)
  return held ? { claim: held, later: latest } : { claim: latest, later: null }
}

function isClear(claim: Claim): boolean {
  return isCancel(claim) || implausible(claim.proposal.time) === null
}

const trust = ['invitation', 'json-ld', 'rules', 'model'] as const

/** The most trusted text first, whatever the order in which they came. */
export function compareTexts(one: Claim, other: Claim): number {
  const [a, b] = [one.proposal, other.proposal]
  return (
    Number(a.act === 'moves') - Number(b.act === 'moves') ||
    Number(one.isSenderDoubted) - Number(other.isSenderDoubted) ||
    Number(b.isProven) - Number(a.isProven) ||
    Number(other.isSenderProven) - Number(one.isSenderProven) ||
    trust.indexOf(a.source) - trust.indexOf(b.source) ||
    compareText(one.date, other.date) ||
    compareText(one.emailId, other.emailId) ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  )
}

/** Whether a claim about the series says that this occurrence is over. */
function endsOccurrence(
  claim: Claim,
  { lineage, claims }: LedgerRow,
  family: readonly LedgerRow[],
): boolean {
  const occurrence = lineage?.occurrence ?? null
  const { method, recurrenceId } = claim.proposal
  if (method === 'cancel') return recurrenceId === null
  if (claim.lists === null || occurrence === null) return false
  const isWithin = claim.lists.from <= occurrence && occurrence <= claim.lists.to
  if (!isWithin || claims.some(({ emailId }) => emailId === claim.emailId)) return false
  const ofMail = family.flatMap((row) =>
    row.claims.filter((each) => each.emailId === claim.emailId),
  )
  return !ofMail.some(({ proposal }) => proposal.repeats?.includes(occurrence))
}

/**
 * Whether a text belongs to an appointment that has had its time once: one that has been moved or
 * called off is meant only by texts that are not newer.
 */
export function isMeant(text: Claim, { claim, later }: Pick<Standing, 'claim' | 'later'>): boolean {
  const latest = later ?? claim
  const isSameStart = startOf(text.proposal.time) === startOf(latest.proposal.time)
  return (isSameStart && !isCancel(latest)) || text.date <= latest.date
}
