import { type Claim, compareClaims, compareText, isSteering, startOf } from './claim.ts'
import type { LedgerRow } from './ledger-row.ts'
import { isLed } from './lineage.ts'

/** What counts for an appointment now. */
export interface Standing {
  readonly claim: Claim
  /** `yes`: it takes place. `cancelled`: called off. `dropped`: its series has other dates now. */
  readonly takesPlace: 'yes' | 'cancelled' | 'dropped'
}

const trust = ['invitation', 'json-ld', 'rules', 'model'] as const

/**
 * The claim that counts, whatever the order in which they came: the latest version of the invitation
 * and of its series, else the most trusted of the texts, which all name one time. `family` are the
 * rows of the series. Null where nobody says that there is an appointment.
 */
export function standingOf(row: LedgerRow, family: readonly LedgerRow[]): Standing | null {
  const own = row.claims.filter((each) => isLed(each, row.lineage))
  const claim = own.sort(compareClaims).at(-1)
  if (!claim) return standingOfTexts(row)
  const over = family
    .filter(({ id }) => id !== row.id)
    .flatMap(({ claims }) => claims.filter((other) => isSteering(other)))
    .filter((other) => compareClaims(other, claim) > 0 && endsOccurrence(other, row))
    .sort(compareClaims)
    .at(-1)
  if (over) return { claim: over, takesPlace: isCancel(over) ? 'cancelled' : 'dropped' }
  return { claim, takesPlace: isCancel(claim) ? 'cancelled' : 'yes' }
}

function standingOfTexts({ claims }: LedgerRow): Standing | null {
  const [claim] = claims
    .filter((each) => !isCancel(each) && !isSteering(each))
    .sort(
      (one, other) =>
        trust.indexOf(one.proposal.source) - trust.indexOf(other.proposal.source) ||
        Number(other.proposal.isProven) - Number(one.proposal.isProven) ||
        compareText(one.date, other.date) ||
        compareText(one.emailId, other.emailId),
    )
  return claim ? { claim, takesPlace: 'yes' } : null
}

/** Whether a claim about the series says that this occurrence is over. */
function endsOccurrence(claim: Claim, { lineage, claims }: LedgerRow): boolean {
  const occurrence = lineage?.occurrence ?? null
  const { method, recurrenceId } = claim.proposal
  if (method === 'cancel') return recurrenceId === null
  if (claim.lists === null || occurrence === null) return false
  const isWithin = claim.lists.from <= occurrence && occurrence <= claim.lists.to
  return isWithin && !claims.some(({ emailId }) => emailId === claim.emailId)
}

function isCancel({ proposal }: Claim): boolean {
  return proposal.method === 'cancel'
}

/**
 * Whether a text belongs to an appointment that has had its time once: one that has been moved or
 * called off is meant only by texts that are not newer.
 */
export function isMeant(claim: Claim, { claim: counting, takesPlace }: Standing): boolean {
  const isSameStart = startOf(claim.proposal.time) === startOf(counting.proposal.time)
  return (isSameStart && takesPlace === 'yes') || claim.date <= counting.date
}
