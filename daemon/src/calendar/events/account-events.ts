import type { EventProposal, MailEvent } from '@shortlist/contracts/calendar'
import { AppError } from '../../errors.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import type { BroughtEvents, ExactTime, MailOfEvents } from '../ports.ts'
import type { IcsEvent } from '../write-ics.ts'
import { chosenTime } from './chosen-time.ts'
import { isCallOff, isLed, isSameTime, mailKey, occurrencesOf, SERIES, versionOf } from './claim.ts'
import { decideEvents } from './decide-events.ts'
import type { LedgerRow } from './ledger.ts'
import { isSettled, type SettleParts, settleRow, wantedEvent } from './settle-row.ts'
import {
  describeEvent,
  familyOf,
  type RowsByUid,
  rowsByUid,
  type Standing,
  showEvent,
  standingOf,
} from './standing.ts'
import { regathered, takeClaims, withoutMails } from './take-claims.ts'

export interface AccountEventsParts extends SettleParts {
  readonly userId: string
  /** Address of an event that the calendar itself gives none. */
  readonly icsAddress: (eventId: string) => string
  /** Hears of mails whose appointments differ. */
  readonly onChanged: (emailIds: readonly string[]) => void
}

/** What was done in the calendar by itself, with the sentence that it was done for. */
export interface DoneByItself extends Pick<Done, 'act' | 'at' | 'emailId'> {
  readonly eventId: string
  readonly summary: string
  /** When it takes place, or did until it was taken out. */
  readonly time: ExactTime
  /** Of what was moved: when it was to be before. */
  readonly was: ExactTime | null
  readonly sentence: string
}

type Done = NonNullable<LedgerRow['done']>

/** Additions by hand belong to no sync. */
const BY_HAND = ''

/** The appointments of one account; whatever changes them comes one after the other. */
export class AccountEvents {
  readonly #parts: AccountEventsParts
  readonly #inTurn = serialQueue()

  constructor(parts: AccountEventsParts) {
    this.#parts = parts
  }

  /** What became of the appointments of mails, by email id; mails without any are not in it. */
  async eventsOf(emailIds: readonly string[]): Promise<ReadonlyMap<string, readonly MailEvent[]>> {
    const { ledger } = this.#parts
    const rows = (await ledger.find(...emailIds.map(mailKey))).filter((row) => !isVoid(row))
    const byUid = await rowsByUid(ledger, rows)
    const asked = new Set(emailIds)
    const events = new Map<string, MailEvent[]>()
    for (const row of rows) {
      for (const emailId of new Set(row.claims.map((claim) => claim.emailId))) {
        if (!asked.has(emailId)) continue
        const shown = this.#show(row, emailId, byUid)
        events.set(emailId, [...(events.get(emailId) ?? []), shown])
      }
    }
    return events
  }

  /** As `eventsOf`, of the mails with an appointment that is not over; what is over first comes first. */
  async ahead(): Promise<ReadonlyMap<string, readonly MailEvent[]>> {
    const { ledger, now } = this.#parts
    const claims = (await ledger.ahead(now())).flatMap((row) => row.claims)
    const ids = [...new Set(claims.map(({ emailId }) => emailId))]
    const events = await this.eventsOf(ids)
    return new Map(ids.flatMap((id) => [[id, events.get(id) ?? []] as const]))
  }

  /** Decides about the appointments of a mail and carries it out. Throws `CAL_TOKEN_REVOKED`. */
  place(
    mail: MailOfEvents,
    proposals: readonly EventProposal[],
    syncId: string,
  ): Promise<readonly MailEvent[]> {
    return this.#inTurn(async () => {
      const rows = await takeClaims(this.#parts, mail, proposals)
      await this.#change(rows, syncId, { ownEmailId: mail.emailId })
      return (await this.eventsOf([mail.emailId])).get(mail.emailId) ?? []
    })
  }

  /**
   * Where appointments have been lost, takes those of all mails again, oldest first. What stands in
   * the calendar stays as it is, and what was deleted there stays deleted. Throws what it says.
   */
  restore(brought: () => Promise<readonly BroughtEvents[]>, syncId: string): Promise<void> {
    return this.#inTurn(async () => {
      const { ledger } = this.#parts
      if (!(await ledger.isLacking())) return
      const ids = new Set<string>()
      for (const { mail, proposals } of await brought()) {
        const rows = await takeClaims(this.#parts, mail, proposals)
        await ledger.put(...rows)
        for (const { id } of rows) ids.add(id)
      }
      const held = (await ledger.all(ids)).map((row) => this.#asHeld(row))
      await ledger.put(...(await Promise.all(held)))
      await ledger.put(...(await decideEvents(this.#parts, ids)))
      const wished = (await ledger.all(ids)).map((row) => this.#asWished(row))
      await this.#change(await Promise.all(wished), syncId)
      await ledger.madeGood()
    })
  }

  /** Throws `NOT_FOUND`, `VALIDATION`, or what the calendar says. */
  add(id: string, times: { start: string; end: string } | undefined): Promise<MailEvent> {
    return this.#inTurn(async () => {
      const row = await this.#row(id)
      const standing = await this.#standing(row)
      const isOff = standing?.takesPlace !== 'yes' && row.callOff === null
      if (!standing || isOff) throw new AppError('VALIDATION', 'It has been called off.')
      const { time: said } = (standing.later ?? standing.claim).proposal
      return this.#choose(withAdded(row, standing, chosenTime(said, times, this.#parts)))
    })
  }

  /** Throws `NOT_FOUND`, or what the calendar says. */
  undo(id: string): Promise<MailEvent> {
    return this.#inTurn(async () => {
      const row = await this.#row(id)
      return this.#choose({ ...row, choice: { kind: 'undone', where: 'card' } })
    })
  }

  /** What was done by itself since then and still holds, the newest first. */
  async doneSince(since: Date): Promise<readonly DoneByItself[]> {
    const rows = await this.#parts.ledger.doneSince(since)
    return rows.flatMap((row) => {
      const { done, placed } = row
      if (!done || !isDone(row)) return []
      const said = row.claims.filter(({ emailId }) => emailId === done.emailId)
      const sentence = said.map(({ proposal }) => proposal.evidence).find((each) => each !== '')
      const { summary, time } = placed ?? done.was ?? {}
      if (summary === undefined || time === undefined) return []
      const { act, at, emailId, was } = done
      const before = act === 'moved' ? (was?.time ?? null) : null
      return {
        eventId: row.id,
        act,
        at,
        emailId,
        summary,
        time,
        was: before,
        sentence: sentence ?? '',
      }
    })
  }

  /**
   * Takes back what was done by itself at that time: what was entered goes, what was moved or taken
   * out stands as it did. Resolves to whether that still held; otherwise nothing changes. Throws
   * `VALIDATION` where it cannot stand any more, or what the calendar says.
   */
  takeBack(id: string, at: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const row = await this.#parts.ledger.get(id)
      if (row?.done?.at !== at || !isDone(row)) return false
      await this.#choose(await this.#takenBack(row, row.done))
      return true
    })
  }

  async #takenBack(row: LedgerRow, { act, was, emailId }: Done): Promise<LedgerRow> {
    if (act === 'entered' || !was) return { ...row, choice: { kind: 'undone', where: 'card' } }
    const choice = { kind: 'added', version: '', time: was.time, despite: emailId } as const
    const standing = await this.#standing({ ...row, choice })
    if (standing?.takesPlace !== 'yes') throw new AppError('VALIDATION', 'It has been called off.')
    return { ...row, choice: { ...choice, version: versionOf(standing.later ?? standing.claim) } }
  }

  /** An appointment as a file of its own. Throws `NOT_FOUND`, also where its time is unclear. */
  async icsOf(id: string): Promise<IcsEvent> {
    const row = await this.#row(id)
    const standing = await this.#standing(row)
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
    return this.#inTurn(async () => {
      const { ledger, now } = this.#parts
      const series = await ledger.find(SERIES)
      const families = await rowsByUid(ledger, series)
      const going = series.filter((row) => this.#goesOn(row, families))
      const rows = going.length > 0 ? await regathered(this.#parts, going) : []
      const open = [...(await ledger.open()), ...(await ledger.ahead(now()))]
      const left = new Map(open.map((row) => [row.id, row]))
      for (const { id } of rows) left.delete(id)
      const byUid = await rowsByUid(ledger, [...left.values()])
      const undone = [...left.values()].filter((row) => !isSettled(row, standingOf(row, byUid)))
      const changed = await this.#change([...rows, ...undone], syncId)
      await ledger.tidy()
      return changed
    })
  }

  /** How many events of a sync are in the calendar that were created by themselves. */
  async createdIn(syncId: string): Promise<number> {
    const { ledger, now } = this.#parts
    const isOf = ({ created, placed }: LedgerRow) => placed !== null && created?.syncId === syncId
    return (await ledger.ahead(now())).filter(isOf).length
  }

  /** Goes on with what a crash has interrupted: the calendar is asked what became of it. */
  resume(syncId: string): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      await this.#parts.ledger.isLacking()
      const open = await this.#parts.ledger.open()
      const cut = open.filter(({ intent }) => intent !== null)
      return this.#change(cut, syncId)
    })
  }

  /** Takes out what only these mails have brought. */
  forget(emailIds: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      const rows = await withoutMails(this.#parts, new Set(emailIds))
      const without = rows.map((row) => {
        const isOver = row.claims.length === 0
        return isOver ? { ...row, choice: null, verdict: null, created: null, done: null } : row
      })
      await this.#change(without, BY_HAND)
    })
  }

  /** Resolves once nothing is being changed. */
  idle(): Promise<void> {
    return this.#inTurn(async () => {})
  }

  /**
   * Stores rows, decides and settles what follows; resolves to the mails that show it, and tells of
   * them but for `ownEmailId`. What was `chosen` comes first and fails for who has chosen it, whatever
   * else follows; otherwise throws a lost sign-in.
   */
  async #change(
    rows: readonly LedgerRow[],
    syncId: string,
    { ownEmailId, chosen }: { readonly ownEmailId?: string; readonly chosen?: string } = {},
  ): Promise<readonly string[]> {
    const { ledger, onChanged } = this.#parts
    const byUid = await rowsByUid(ledger, rows)
    const ids = new Set(rows.flatMap((row) => [row, ...familyOf(row, byUid)]).map(({ id }) => id))
    const before = new Map<string, string>()
    await this.#note(before, ids)
    await ledger.put(...rows)
    const own = chosen === undefined ? 'settled' : await settleRow(this.#parts, chosen, syncId)
    const failure = own instanceof AppError ? own : await this.#settle(ids, before, syncId)
    const changed = await this.#differing(before)
    const others = changed.filter((emailId) => emailId !== ownEmailId)
    if (others.length > 0) onChanged(others)
    if (failure && (chosen === undefined || failure === own)) throw failure
    return changed
  }

  /**
   * Decides and asks the calendar until it holds nothing that was not known when it was decided.
   * A lost sign-in ends the round and is resolved to.
   */
  async #settle(
    touched: ReadonlySet<string>,
    before: Map<string, string>,
    syncId: string,
  ): Promise<AppError | undefined> {
    let ids = touched
    for (;;) {
      const rows = await decideEvents(this.#parts, ids)
      ids = new Set([...ids, ...rows.map(({ id }) => id)])
      await this.#note(before, ids)
      await this.#parts.ledger.put(...rows)
      let isOpen = false
      for (const id of await this.#inOrder(ids)) {
        const outcome = await settleRow(this.#parts, id, syncId)
        if (outcome === 'busy') isOpen = true
        else if (outcome !== 'settled' && outcome.code === 'CAL_TOKEN_REVOKED') return outcome
      }
      if (!isOpen) return undefined
    }
  }

  async #choose(row: LedgerRow): Promise<MailEvent> {
    await this.#change([{ ...row, done: null }], BY_HAND, { chosen: row.id })
    const settled = await this.#row(row.id)
    const byUid = await rowsByUid(this.#parts.ledger, [settled])
    const claim = standingOf(settled, byUid)?.claim ?? settled.claims.at(-1)
    return this.#show(settled, claim?.emailId ?? '', byUid)
  }

  /** Notes what the cards of these rows show, where it is not known yet. */
  async #note(views: Map<string, string>, ids: ReadonlySet<string>): Promise<void> {
    const rows = await this.#parts.ledger.all(ids)
    const mails = new Set(rows.flatMap(({ claims }) => claims.map(({ emailId }) => emailId)))
    const open = [...mails].filter((emailId) => !views.has(emailId))
    for (const [emailId, view] of await this.#views(open)) views.set(emailId, view)
  }

  /** The mails that show something else than was noted. */
  async #differing(before: ReadonlyMap<string, string>): Promise<readonly string[]> {
    const views = await this.#views([...before.keys()])
    return views.flatMap(([emailId, view]) => (view === before.get(emailId) ? [] : emailId))
  }

  /** What the cards of mails show, as text to be compared. */
  async #views(emailIds: readonly string[]): Promise<(readonly [string, string])[]> {
    const events = await this.eventsOf(emailIds)
    return emailIds.map((emailId) => [emailId, JSON.stringify(events.get(emailId) ?? [])])
  }

  /** Whether an occurrence has come within reach that no row is known for. */
  #goesOn(row: LedgerRow, byUid: RowsByUid): boolean {
    const { now } = this.#parts
    const known = new Set(familyOf(row, byUid).map(({ lineage }) => lineage?.occurrence))
    return row.claims
      .flatMap((claim) => occurrencesOf(claim, now()))
      .some(({ proposal }) => !known.has(proposal.recurrenceId))
  }

  /** What leaves the calendar first: it makes room for what comes. */
  async #inOrder(ids: ReadonlySet<string>): Promise<readonly string[]> {
    const { ledger } = this.#parts
    const rows = await ledger.all(ids)
    const byUid = await rowsByUid(ledger, rows)
    const isWanted = (row: LedgerRow) =>
      typeof wantedEvent(row, standingOf(row, byUid)) === 'object'
    const coming = new Set(rows.filter(isWanted).map(({ id }) => id))
    return [...ids].sort((one, other) => Number(coming.has(one)) - Number(coming.has(other)))
  }

  async #row(id: string): Promise<LedgerRow> {
    const row = await this.#parts.ledger.get(id)
    if (row && row.claims.length > 0) return row
    throw new AppError('NOT_FOUND', 'Event not found')
  }

  async #standing(row: LedgerRow): Promise<Standing | null> {
    return standingOf(row, await rowsByUid(this.#parts.ledger, [row]))
  }

  /** With what the calendar holds of it. */
  async #asHeld(row: LedgerRow): Promise<LedgerRow> {
    const { inUse, calendar } = this.#parts
    const kind = inUse()
    if (kind === null || (row.placed && row.placed.calendar !== kind)) return row
    const found = await calendar(kind).get(row.id)
    if (!found || found.isCancelled) return { ...row, placed: null }
    const { id: _id, isCancelled: _isCancelled, ...event } = found
    return { ...row, placed: { ...event, calendar: kind } }
  }

  /** What stands in the calendar otherwise than the mails would have it is there as the user wants it. */
  async #asWished(row: LedgerRow): Promise<LedgerRow> {
    const { placed, choice } = row
    const standing = await this.#standing(row)
    const wanted = wantedEvent(row, standing)
    if (!placed || choice || !standing || wanted === 'as it is') return row
    if (wanted !== 'nothing' && isSameTime(wanted.time, placed.time)) return row
    return withAdded(row, standing, placed.time)
  }

  #show(row: LedgerRow, emailId: string, byUid: RowsByUid): MailEvent {
    const { userZone, icsAddress } = this.#parts
    const said = row.claims.filter((each) => each.emailId === emailId)
    const claim =
      said.find((each) => isLed(each, row.lineage)) ??
      said.find((each) => isCallOff(each) && row.callOff?.emailId === emailId) ??
      said[0]
    if (!claim) throw new AppError('NOT_FOUND', 'Event not found')
    const link = row.placed?.link || icsAddress(row.id)
    return showEvent(row, claim, standingOf(row, byUid), { userZone, link })
  }
}

/** Whether what was done by itself last is how it stands. */
function isDone({ done, placed, claims }: LedgerRow): boolean {
  return claims.length > 0 && (done?.act === 'removed') === (placed === null)
}

/** The user wants the version that counts, at this time, also where a mail has called it off. */
function withAdded(row: LedgerRow, { claim, later }: Standing, time: ExactTime): LedgerRow {
  const despite = row.callOff ? { despite: row.callOff.emailId } : {}
  return { ...row, choice: { kind: 'added', version: versionOf(later ?? claim), time, ...despite } }
}

/** A sentence that calls off what nobody knows of, without a time: there is nothing to show. */
function isVoid({ claims }: LedgerRow): boolean {
  return claims.every((claim) => isCallOff(claim) && claim.proposal.time.kind === 'unclear')
}
