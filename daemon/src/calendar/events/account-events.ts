import type { EventProposal, MailEvent } from '@shortlist/contracts/calendar'
import { AppError } from '../../errors.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import type { MailOfEvents } from '../calendars.ts'
import type { IcsEvent } from '../write-ics.ts'
import { chosenTime } from './chosen-time.ts'
import { claimsOf, isCallOff, occurrencesOf, versionOf } from './claim.ts'
import { decideRows } from './decide-rows.ts'
import { describeEvent } from './describe-event.ts'
import { type LedgerRow, mailKey, SERIES } from './ledger-row.ts'
import { isLed } from './lineage.ts'
import { type SettleParts, settleRow } from './settle-row.ts'
import { type ShowOptions, showEvent } from './show-event.ts'
import { type Standing, standingOf } from './standing.ts'
import { AHEAD_DAYS, familyRows, regathered, takeClaims, withoutMails } from './take-claims.ts'
import { isSettled, wantedEvent } from './wanted-event.ts'

export interface AccountEventsParts extends SettleParts {
  readonly userId: string
  /** Address of an event that the calendar itself gives none. */
  readonly icsAddress: (eventId: string) => string
  /** Hears of mails whose appointments differ. */
  readonly onChanged: (emailIds: readonly string[]) => void
}

/** Additions by hand belong to no sync. */
const BY_HAND = ''
const DAY_MS = 24 * 60 * 60 * 1000

/** The appointments of one account; whatever changes them comes one after the other. */
export class AccountEvents {
  readonly #parts: AccountEventsParts
  readonly #inTurn = serialQueue()
  readonly #standings = new Map<string, { row: LedgerRow; standing: Standing | null }>()

  constructor(parts: AccountEventsParts) {
    this.#parts = parts
  }

  /** What became of the appointments of a mail; from memory. */
  eventsOf(emailId: string): MailEvent[] {
    return this.#parts.ledger
      .find(mailKey(emailId))
      .filter((row) => !isVoid(row))
      .map((row) => this.#show(row, emailId))
  }

  /** Decides about the appointments of a mail and carries it out. Throws `CAL_TOKEN_REVOKED`. */
  place(
    mail: MailOfEvents,
    proposals: readonly EventProposal[],
    syncId: string,
  ): Promise<readonly MailEvent[]> {
    return this.#inTurn(async () => {
      const rows = takeClaims(this.#takeOptions(), mail.emailId, claimsOf(mail, proposals))
      await this.#change(rows, syncId, mail.emailId)
      return this.eventsOf(mail.emailId)
    })
  }

  /** Throws `NOT_FOUND`, `VALIDATION`, or what the calendar says. */
  add(id: string, times: { start: string; end: string } | undefined): Promise<MailEvent> {
    return this.#inTurn(async () => {
      const row = this.#row(id)
      const standing = this.#standing(row)
      const isOff = standing?.takesPlace !== 'yes' && row.callOff === null
      if (!standing || isOff) throw new AppError('VALIDATION', 'It has been called off.')
      const latest = standing.later ?? standing.claim
      const time = chosenTime(latest.proposal.time, times, this.#parts)
      const despite = row.callOff ? { despite: row.callOff.emailId } : {}
      const choice = { kind: 'added' as const, version: versionOf(latest), time, ...despite }
      return this.#choose({ ...row, choice })
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

  /**
   * Does what was left undone, and what has come within reach since: occurrences of series, and what
   * the budget has room for. Resolves to the mails that changed. Throws `CAL_TOKEN_REVOKED`.
   */
  retryFailed(syncId: string): Promise<readonly string[]> {
    return this.#inTurn(() => {
      const { ledger } = this.#parts
      const series = ledger.find(SERIES).filter((row) => this.#goesOn(row))
      const rows = series.length > 0 ? regathered(this.#takeOptions(), series) : []
      const known = new Set(rows.map(({ id }) => id))
      const left = new Set([...ledger.open(), ...ledger.ahead(this.#parts.now())])
      const undone = [...left].filter(
        (row) => !known.has(row.id) && !isSettled(row, this.#standing(row)),
      )
      return this.#change([...rows, ...undone], syncId)
    })
  }

  /** How many events of a sync are in the calendar that were created by themselves. */
  createdIn(syncId: string): number {
    const { ledger, now } = this.#parts
    return ledger
      .ahead(now())
      .filter(({ created, placed }) => placed !== null && created?.syncId === syncId).length
  }

  /** Goes on with what a crash has interrupted: the calendar is asked what became of it. */
  resume(syncId: string): Promise<readonly string[]> {
    return this.#inTurn(() => {
      const cut = this.#parts.ledger.open().filter(({ intent }) => intent !== null)
      return this.#change(cut, syncId)
    })
  }

  /** Takes out what only these mails have brought. */
  forget(emailIds: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      const rows = withoutMails(this.#takeOptions(), new Set(emailIds)).map((row) => {
        const isOver = row.claims.length === 0
        return isOver ? { ...row, choice: null, verdict: null, created: null } : row
      })
      await this.#change(rows, BY_HAND)
    })
  }

  /** Resolves once nothing is being changed. */
  idle(): Promise<void> {
    return this.#inTurn(async () => {})
  }

  /** Stores rows, decides and settles what follows; resolves to the other mails that show it. */
  async #change(
    rows: readonly LedgerRow[],
    syncId: string,
    ownEmailId?: string,
  ): Promise<readonly string[]> {
    const { ledger, onChanged } = this.#parts
    const ids = new Set(
      rows.flatMap((row) => [row, ...familyRows(ledger, row)]).map(({ id }) => id),
    )
    const before = new Map<string, string>()
    this.#note(before, ids)
    await ledger.put(...rows)
    for (const id of ids) this.#standings.delete(id)
    const failure = await this.#settle(ids, before, syncId)
    const changed = [...before].flatMap(([emailId, shown]) =>
      shown === this.#view(emailId) ? [] : emailId,
    )
    const others = changed.filter((emailId) => emailId !== ownEmailId)
    if (others.length > 0) onChanged(others)
    if (failure?.code === 'CAL_TOKEN_REVOKED') throw failure
    return changed
  }

  /** Resolves to the last failure; a lost sign-in ends the round. */
  async #settle(
    touched: ReadonlySet<string>,
    before: Map<string, string>,
    syncId: string,
  ): Promise<AppError | undefined> {
    const { ledger } = this.#parts
    const ids = new Set(touched)
    for (;;) {
      const standing = (row: LedgerRow) => this.#standing(row)
      const rows = decideRows({ ...this.#parts, standingOf: standing }, ids)
      for (const { id } of rows) ids.add(id)
      this.#note(before, ids)
      await ledger.put(...rows)
      // what leaves the calendar makes room for what comes
      const inOrder = [...ids].sort((one, other) => this.#weight(one) - this.#weight(other))
      const { failure, isOpen } = await this.#ask(inOrder, syncId)
      if (!isOpen || failure?.code === 'CAL_TOKEN_REVOKED') return failure
    }
  }

  /** `isOpen` where the calendar holds something that was not known when it was decided. */
  async #ask(ids: readonly string[], syncId: string) {
    let [failure, isOpen]: [AppError | undefined, boolean] = [undefined, false]
    for (const id of ids) {
      try {
        if (await settleRow(this.#parts, id, syncId)) isOpen = true
      } catch (error) {
        if (!(error instanceof AppError) || !error.code.startsWith('CAL_')) throw error
        failure = error
        if (error.code === 'CAL_TOKEN_REVOKED') break
      }
    }
    return { failure, isOpen }
  }

  async #choose(row: LedgerRow): Promise<MailEvent> {
    const { ledger, onChanged } = this.#parts
    const before = new Map<string, string>()
    const ids = new Set([row.id])
    this.#note(before, ids)
    await ledger.put(row)
    this.#standings.delete(row.id)
    try {
      // what was chosen fails for who has chosen it, whatever else follows
      await settleRow(this.#parts, row.id, BY_HAND)
      await this.#settle(ids, before, BY_HAND)
    } finally {
      onChanged(
        [...before].flatMap(([emailId, shown]) => (shown === this.#view(emailId) ? [] : emailId)),
      )
    }
    const settled = this.#row(row.id)
    const claim = this.#standing(settled)?.claim ?? settled.claims.at(-1)
    return this.#show(settled, claim?.emailId ?? '')
  }

  /** What the cards of these rows show, as text to be compared, where it is not known yet. */
  #note(views: Map<string, string>, ids: ReadonlySet<string>): void {
    for (const { emailId } of [...ids].flatMap((id) => this.#parts.ledger.get(id)?.claims ?? [])) {
      if (!views.has(emailId)) views.set(emailId, this.#view(emailId))
    }
  }

  #view(emailId: string): string {
    return JSON.stringify(this.eventsOf(emailId))
  }

  #takeOptions() {
    const { ledger, userId, now } = this.#parts
    return { ledger, account: userId, now: now() }
  }

  /** Whether an occurrence has come within reach that no row is known for. */
  #goesOn(row: LedgerRow): boolean {
    const { ledger, now } = this.#parts
    const known = new Set(familyRows(ledger, row).map(({ lineage }) => lineage?.occurrence))
    const horizon = new Date(now().getTime() + AHEAD_DAYS * DAY_MS)
    return row.claims
      .flatMap((claim) => occurrencesOf(claim, now(), horizon))
      .some(({ proposal }) => !known.has(proposal.recurrenceId))
  }

  #weight(id: string): number {
    const row = this.#parts.ledger.get(id)
    return row && typeof wantedEvent(row, this.#standing(row)) === 'object' ? 1 : 0
  }

  #row(id: string): LedgerRow {
    const row = this.#parts.ledger.get(id)
    if (row && row.claims.length > 0) return row
    throw new AppError('NOT_FOUND', 'Event not found')
  }

  #standing(row: LedgerRow): Standing | null {
    const known = this.#standings.get(row.id)
    if (known?.row === row) return known.standing
    const standing = standingOf(row, familyRows(this.#parts.ledger, row))
    this.#standings.set(row.id, { row, standing })
    return standing
  }

  #show(row: LedgerRow, emailId: string): MailEvent {
    const { userZone, icsAddress } = this.#parts
    const said = row.claims.filter((each) => each.emailId === emailId)
    const claim =
      said.find((each) => isLed(each, row.lineage)) ??
      said.find((each) => isCallOff(each) && row.callOff?.emailId === emailId) ??
      said[0]
    if (!claim) throw new AppError('NOT_FOUND', 'Event not found')
    const link = row.placed?.link || icsAddress(row.id)
    const options: ShowOptions = { userZone, link }
    return showEvent(row, claim, this.#standing(row), options)
  }
}

/** A sentence that calls off what nobody knows of, without a time: there is nothing to show. */
function isVoid({ claims }: LedgerRow): boolean {
  return claims.every((claim) => isCallOff(claim) && claim.proposal.time.kind === 'unclear')
}
