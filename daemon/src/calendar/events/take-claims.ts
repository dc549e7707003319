import { type Claim, compareClaims, isSteering, startOf } from './claim.ts'
import { eventId } from './event-id.ts'
import type { LedgerRows } from './ledger.ts'
import type { LedgerDraft } from './ledger-draft.ts'
import { emptyRow, type LedgerRow, mailKey, rowIdOf, slotKeys, threadSlot } from './ledger-row.ts'
import { familyKey, isLed, type Lineage, lineageKey, lineageOf } from './lineage.ts'
import { isMeant, standingOf } from './standing.ts'

/** Most mails that are known to speak of one appointment. */
const CLAIMS_MAX = 30

/**
 * Puts what a mail says now in the place of what it said before, and finds the appointments that it
 * is about: the same UID, sender and occurrence; else the same conversation or sender and the same
 * start. An invitation leads the texts of its own sender about the same time. What somebody else
 * wrote in the same conversation it only joins: there it changes nothing.
 */
export function takeClaims(
  draft: LedgerDraft,
  account: string,
  emailId: string,
  claims: readonly Claim[],
): void {
  const kept = new Set<string>()
  // what a mail says twice counts as its invitation says it
  for (const claim of claims.toSorted((one, other) => rank(one) - rank(other))) {
    const lineage = lineageOf(claim)
    const row = lineage ? rowOfInvitation(draft, account, claim, lineage) : undefined
    const target = row ?? rowOfText(draft, account, claim)
    if (kept.has(target.id)) continue
    kept.add(target.id)
    draft.set(withClaim(target, claim))
    if (row && isLed(claim, row.lineage)) absorbTexts(draft, claim, row.id)
  }
  for (const row of draft.find(mailKey(emailId))) {
    const isOpen = row.placed === null && row.choice === null && row.intent === null
    if (!kept.has(row.id) && isOpen) draft.set(withoutMails(row, new Set([emailId])))
  }
}

function rank(claim: Claim): number {
  return isSteering(claim) ? 0 : 1
}

/** The series of an appointment, itself included. */
export function familyRows(rows: LedgerRows, { lineage }: LedgerRow): readonly LedgerRow[] {
  return lineage === null ? [] : rows.find(familyKey(lineage))
}

export function withoutMails(row: LedgerRow, emailIds: ReadonlySet<string>): LedgerRow {
  return { ...row, claims: row.claims.filter(({ emailId }) => !emailIds.has(emailId)) }
}

function withClaim(row: LedgerRow, claim: Claim): LedgerRow {
  const at = row.claims.findIndex(({ emailId }) => emailId === claim.emailId)
  // no text calls off what it has said before: only invitations do
  if (at >= 0 && claim.proposal.method === 'cancel' && !isSteering(claim)) return row
  const claims = at < 0 ? [...row.claims, claim] : row.claims.with(at, claim)
  return { ...row, claims: bounded(claims, row.lineage) }
}

/** Whoever writes on and on about one appointment makes no row without end: the oldest words go. */
function bounded(claims: readonly Claim[], lineage: Lineage | null): Claim[] {
  const latestFirst = claims.toSorted(
    (one, other) =>
      Number(isLed(other, lineage)) - Number(isLed(one, lineage)) || compareClaims(other, one),
  )
  const kept = new Set(latestFirst.slice(0, CLAIMS_MAX))
  return claims.filter((claim) => kept.has(claim))
}

function rowOfInvitation(
  draft: LedgerDraft,
  account: string,
  claim: Claim,
  lineage: Lineage,
): LedgerRow {
  const [known] = draft.find(lineageKey(lineage))
  if (known) return known
  const [text] = ownTexts(draft, claim)
  if (text) return { ...text, lineage }
  return joined(draft, claim) ?? emptyRow(rowIdOf(account, claim), lineage)
}

/** What the conversation has brought for the same time, by somebody else. */
function joined(draft: LedgerDraft, claim: Claim): LedgerRow | undefined {
  return draft.find(...threadSlot(claim)).find((row) => {
    const isSettled = row.placed !== null || row.choice !== null
    const isKnown = row.claims.some(({ emailId }) => emailId === claim.emailId)
    const standing = standingOf(row, familyRows(draft, row))
    return isKnown || (isSettled && standing !== null && isMeant(claim, standing))
  })
}

/** Appointments of the same sender that only texts speak of, at the time of an invitation. */
function ownTexts(draft: LedgerDraft, claim: Claim): readonly LedgerRow[] {
  return draft
    .find(...slotKeys(claim))
    .filter(({ lineage }) => lineage === null)
    .filter(({ claims }) => claims.some(({ sender }) => sender === claim.sender))
}

/** Texts that came before their invitation was known to have had this time, too. */
function absorbTexts(draft: LedgerDraft, claim: Claim, id: string): void {
  for (const text of ownTexts(draft, claim)) {
    const row = draft.get(id)
    const standing = row && standingOf(row, familyRows(draft, row))
    if (!row || !standing || !text.claims.every((each) => isMeant(each, standing))) continue
    const said = new Set(row.claims.map(({ emailId }) => emailId))
    const claims = [...row.claims, ...text.claims.filter(({ emailId }) => !said.has(emailId))]
    draft.set({ ...row, claims, choice: row.choice ?? undoneOf(text) })
    draft.set({ ...text, claims: [] })
  }
}

function undoneOf({ choice }: LedgerRow): LedgerRow['choice'] {
  return choice?.kind === 'undone' ? choice : null
}

function rowOfText(draft: LedgerDraft, account: string, claim: Claim): LedgerRow {
  const id = rowIdOf(account, claim)
  if (startOf(claim.proposal.time) === null) return draft.get(id) ?? emptyRow(id, null)
  const found = draft.find(
    ...slotKeys({ ...claim, proposal: { ...claim.proposal, method: 'request' } }),
  )
  const meant = found.filter((row) => {
    const standing = standingOf(row, familyRows(draft, row))
    return standing === null || isMeant(claim, standing)
  })
  const row = meant.find(({ lineage }) => lineage !== null) ?? meant[0]
  if (row) return row
  const taken = draft.get(id)
  // an appointment that was moved away from this time keeps its id
  if (taken?.lineage) return emptyRow(eventId([id, claim.emailId]), null)
  return taken ?? emptyRow(id, null)
}
