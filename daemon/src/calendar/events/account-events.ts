import type { EventProposal, MailEvent } from '@shortlist/contracts/calendar'
import { AppError } from '../../errors.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import type { MailOfEvents } from '../calendars.ts'
import type { IcsEvent } from '../write-ics.ts'
import { chosenTime } from './chosen-time.ts'
import { claimsOf, versionOf } from './claim.ts'
import { describeEvent } from './describe-event.ts'
import { LedgerDraft } from './ledger-draft.ts'
import { type LedgerRow, mailKey } from './ledger-row.ts'
import { type SettleParts, settleRow } from './settle-row.ts'
import { type ShowOptions, showEvent } from './show-event.ts'
import { type Standing, standingOf } from './standing.ts'
import { familyRows, takeClaims, withoutMails } from './take-claims.ts'
import { isSettled } from './wanted-event.ts'

export interface AccountEventsParts extends SettleParts {
  readonly userId: string
  /** Address of an event that the calendar itself gives none. */
  readonly icsAddress: (eventId: string) => string
  /** Hears of mails whose appointments differ. */
  readonly onChanged: (emailIds: readonly string[]) => void
}

/** Additions by hand belong to no sync. */
const BY_HAND = ''

/** The appointments of one account; whatever changes them comes one after the other. */
export class AccountEvents {
  readonly #parts: AccountEventsParts
  readonly #inTurn = serialQueue()

  constructor(parts: AccountEventsParts) {
    this.#parts = parts
  }

  /** What became of the appointments of a mail; from memory. */
  eventsOf(emailId: string): MailEvent[] {
    return this.#parts.ledger.find(mailKey(emailId)).map((row) => this.#show(row, emailId))
  }

  /** Decides about the appointments of a mail and carries it out. Throws `CAL_TOKEN_REVOKED`. */
  place(
    mail: MailOfEvents,
    proposals: readonly EventProposal[],
    syncId: string,
  ): Promise<readonly MailEvent[]> {
    const { ledger, userId } = this.#parts
    return this.#inTurn(async () => {
      const draft = new LedgerDraft(ledger)
      takeClaims(draft, userId, mail.emailId, claimsOf(mail, proposals))
      const known = ledger.find(mailKey(mail.emailId))
      await this.#change([...draft.changed(), ...known], syncId, mail.emailId)
      return this.eventsOf(mail.emailId)
    })
  }

  /** Throws `NOT_FOUND`, `VALIDATION`, or what the calendar says. */
  add(id: string, times: { start: string; end: string } | undefined): Promise<MailEvent> {
    return this.#inTurn(async () => {
      const row = this.#row(id)
      const standing = this.#standing(row)
      if (standing?.takesPlace !== 'yes') {
        throw new AppError('VALIDATION', 'It has been called off.')
      }
      const version = versionOf(standing.claim)
      const time = chosenTime(standing.claim.proposal.time, times, this.#parts)
      return this.#choose({ ...row, choice: { kind: 'added', version, time } })
    })
  }

  /** Throws `NOT_FOUND`, or what the calendar says. */
  undo(id: string): Promise<MailEvent> {
    return this.#inTurn(() =>
      this.#choose({ ...this.#row(id), choice: { kind: 'undone', where: 'card' } }),
    )
  }

  /** An appointment as a file of its own. Throws `NOT_FOUND`, also where its time is unclear. */
  icsOf(id: string): IcsEvent {
    const row = this.#row(id)
    const standing = this.#standing(row)
    const time = row.placed?.time ?? standing?.claim.proposal.time
    if (standing?.takesPlace !== 'yes' || !time || time.kind === 'unclear') {
      throw new AppError('NOT_FOUND', 'Event not found')
    }
    const { claim } = standing
    const { sequence, stamp } = claim.proposal
    return { ...describeEvent(claim), id, time, sequence, changedAt: stamp ?? claim.date }
  }

  /** Does what was left undone. Resolves to the mails that changed. Throws `CAL_TOKEN_REVOKED`. */
  retryFailed(syncId: string): Promise<readonly string[]> {
    return this.#inTurn(() => {
      const rows = [...this.#parts.ledger.rows()]
      const open = rows.filter((row) => !isSettled(row, this.#standing(row)))
      return this.#change(open, syncId)
    })
  }

  /** How many events of a sync are in the calendar that were created by themselves. */
  createdIn(syncId: string): number {
    const rows = [...this.#parts.ledger.rows()]
    return rows.filter(({ created, placed }) => placed !== null && created?.syncId === syncId)
      .length
  }

  /** Goes on with what a crash has interrupted: the calendar is asked what became of it. */
  resume(syncId: string): Promise<readonly string[]> {
    return this.#inTurn(() => {
      const cut = [...this.#parts.ledger.rows()].filter(({ intent }) => intent !== null)
      return this.#change(cut, syncId)
    })
  }

  /** Takes out what only these mails have brought. */
  forget(emailIds: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      const gone = new Set(emailIds)
      const rows = this.#parts.ledger.find(...emailIds.map(mailKey)).map((row) => {
        const left = withoutMails(row, gone)
        const isOver = left.claims.length === 0
        return isOver ? { ...left, choice: null, verdict: null, created: null } : left
      })
      await this.#change(rows, BY_HAND)
    })
  }

  /** Resolves once nothing is being changed. */
  idle(): Promise<void> {
    return this.#inTurn(async () => {})
  }

  /** Stores rows and settles them and their series; resolves to the other mails that show it. */
  async #change(
    rows: readonly LedgerRow[],
    syncId: string,
    ownEmailId?: string,
  ): Promise<readonly string[]> {
    const { ledger, onChanged } = this.#parts
    const ids = new Set(
      rows.flatMap((row) => [row, ...familyRows(ledger, row)]).map(({ id }) => id),
    )
    const before = this.#views(ids)
    await ledger.put(...rows.filter((row, at) => isFirst(row, at, rows)))
    const failure = await this.#settle(ids, syncId)
    const after = this.#views(ids)
    const changed = [...after.keys()].filter(
      (emailId) => before.get(emailId) !== after.get(emailId),
    )
    const others = changed.filter((emailId) => emailId !== ownEmailId)
    if (others.length > 0) onChanged(others)
    if (failure?.code === 'CAL_TOKEN_REVOKED') throw failure
    return changed
  }

  /** Resolves to the last failure; a lost sign-in ends the round. */
  async #settle(ids: ReadonlySet<string>, syncId: string): Promise<AppError | undefined> {
    let failure: AppError | undefined
    // what leaves the calendar makes room for what comes
    const inOrder = [...ids].sort((one, other) => this.#weight(one) - this.#weight(other))
    for (const id of inOrder) {
      try {
        await settleRow(this.#parts, id, syncId)
      } catch (error) {
        if (!(error instanceof AppError) || !error.code.startsWith('CAL_')) throw error
        failure = error
        if (error.code === 'CAL_TOKEN_REVOKED') return failure
      }
    }
    return failure
  }

  async #choose(row: LedgerRow): Promise<MailEvent> {
    const { ledger, onChanged } = this.#parts
    const ids = new Set([row.id])
    const before = this.#views(ids)
    await ledger.put(row)
    try {
      await settleRow(this.#parts, row.id, BY_HAND)
    } finally {
      const after = this.#views(ids)
      onChanged([...after.keys()].filter((emailId) => before.get(emailId) !== after.get(emailId)))
    }
    const settled = this.#row(row.id)
    const claim = this.#standing(settled)?.claim ?? settled.claims.at(-1)
    return this.#show(settled, claim?.emailId ?? '')
  }

  /** Every mail of these rows and what its card shows, as text to be compared. */
  #views(ids: ReadonlySet<string>): Map<string, string> {
    const rows = [...ids].flatMap((id) => this.#parts.ledger.get(id) ?? [])
    const emailIds = rows.flatMap(({ claims }) => claims.map(({ emailId }) => emailId))
    return new Map(emailIds.map((emailId) => [emailId, JSON.stringify(this.eventsOf(emailId))]))
  }

  #weight(id: string): number {
    const row = this.#parts.ledger.get(id)
    return row && this.#standing(row)?.takesPlace === 'yes' ? 1 : 0
  }

  #row(id: string): LedgerRow {
    const row = this.#parts.ledger.get(id)
    if (row && row.claims.length > 0) return row
    throw new AppError('NOT_FOUND', 'Event not found')
  }

  #standing(row: LedgerRow): Standing | null {
    return standingOf(row, familyRows(this.#parts.ledger, row))
  }

  #show(row: LedgerRow, emailId: string): MailEvent {
    const { userZone, icsAddress } = this.#parts
    const claim = row.claims.find((each) => each.emailId === emailId)
    if (!claim) throw new AppError('NOT_FOUND', 'Event not found')
    const link = row.placed?.link || icsAddress(row.id)
    const options: ShowOptions = { userZone, link }
    return showEvent(row, claim, this.#standing(row), options)
  }
}

function isFirst({ id }: LedgerRow, at: number, rows: readonly LedgerRow[]): boolean {
  return rows.findIndex((other) => other.id === id) === at
}
