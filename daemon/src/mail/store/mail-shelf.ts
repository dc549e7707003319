import { createThreads } from '../message/threads.ts'
import type { AnalysisLine, MailLine, MailRow } from './mail-rows.ts'
import { linesOf, newlyStored, type StoredMail, withLine } from './stored-mail.ts'

/**
 * The mails of one mailbox in memory, newest first. What a mail costs does not depend on how many
 * there are, but for its place in the order, which is looked for by halving.
 */
export class MailShelf {
  readonly threads = createThreads()
  readonly #mails = new Map<string, StoredMail>()
  /** Ids, newest first; undefined until somebody asks for the order. */
  #order: string[] | undefined
  readonly #uids = new Map<number, string>()
  readonly #waiting = new Set<string>()
  readonly #unplaced = new Set<string>()
  readonly #missed = new Set<string>()
  #epoch = 0

  get size(): number {
    return this.#mails.size
  }

  /** Mails whose analysis is still to come, those included where it has failed. */
  get waiting(): ReadonlySet<string> {
    return this.#waiting
  }

  /** Mails that are analysed but whose appointments are not in the calendar yet. */
  get unplaced(): ReadonlySet<string> {
    return this.#unplaced
  }

  /** Mails that the rules have analysed since the model was away, and that it is still to see. */
  get missed(): ReadonlySet<string> {
    return this.#missed
  }

  get epoch(): number {
    return this.#epoch
  }

  get(id: string): StoredMail | undefined {
    return this.#mails.get(id)
  }

  /** The mail with this number, numbers of earlier epochs excluded. */
  idOf(uid: number): string | undefined {
    return this.#uids.get(uid)
  }

  uids(): readonly number[] {
    return [...this.#uids.keys()]
  }

  *newestFirst(): Generator<StoredMail> {
    this.#order ??= [...this.#mails.values()].sort(byAge).map(({ row }) => row.id)
    for (const id of this.#order) {
      const mail = this.#mails.get(id)
      if (mail) yield mail
    }
  }

  /** The mailbox numbers its mails anew: no number is known any more. */
  startEpoch(epoch: number): void {
    this.#epoch = epoch
    this.#uids.clear()
    for (const { row } of this.#mails.values()) this.#noteUid(row)
  }

  /** Mails that the mailbox has not named since it began to number anew. */
  stale(): readonly StoredMail[] {
    if (this.#uids.size === this.#mails.size) return []
    return [...this.#mails.values()].filter(({ row }) => row.epoch !== this.#epoch)
  }

  applyMail(line: MailLine): void {
    if ('gone' in line) this.#drop(line.id)
    else this.#put(line)
  }

  /** A line about a mail that is gone changes nothing. */
  applyAnalysis(line: AnalysisLine): void {
    const mail = this.#mails.get(line.id)
    if (mail) this.#set(withLine(mail, line))
  }

  mailLines(): readonly MailLine[] {
    return [...this.#mails.values()].map(({ row }) => row)
  }

  analysisLines(): readonly AnalysisLine[] {
    return [...this.#mails.values()].flatMap(linesOf)
  }

  #put(row: MailRow): void {
    const known = this.#mails.get(row.id)
    if (known) {
      if (this.#uids.get(known.row.uid) === row.id) this.#uids.delete(known.row.uid)
      this.#mails.set(row.id, { ...known, row })
    } else {
      this.#set(newlyStored(row))
      if (this.#order) this.#order.splice(this.#placeOf(row), 0, row.id)
      this.threads.add(row, row.threadKey)
    }
    this.#noteUid(row)
  }

  #drop(id: string): void {
    const mail = this.#mails.get(id)
    if (!mail) return
    if (this.#order) {
      const place = this.#placeOf(mail.row)
      if (this.#order[place] === id) this.#order.splice(place, 1)
    }
    this.#mails.delete(id)
    this.#waiting.delete(id)
    this.#unplaced.delete(id)
    this.#missed.delete(id)
    if (this.#uids.get(mail.row.uid) === id) this.#uids.delete(mail.row.uid)
  }

  #set(mail: StoredMail): void {
    const { id } = mail.row
    this.#mails.set(id, mail)
    if (mail.finding) this.#waiting.delete(id)
    else this.#waiting.add(id)
    if (mail.finding && !mail.isPlaced) this.#unplaced.add(id)
    else this.#unplaced.delete(id)
    if (mail.missedAt !== null) this.#missed.add(id)
    else this.#missed.delete(id)
  }

  #noteUid({ id, uid, epoch }: MailRow): void {
    if (epoch === this.#epoch) this.#uids.set(uid, id)
  }

  /** Where a mail stands in the order, or would stand. */
  #placeOf(row: MailRow): number {
    const order = this.#order ?? []
    let [low, high] = [0, order.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#mails.get(order[middle] ?? '')
      if (other && compare(other.row, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

function byAge(a: StoredMail, b: StoredMail): number {
  return compare(a.row, b.row)
}

/** Newest first; dates are ISO 8601 in UTC, whose texts order like their instants. */
function compare(a: MailRow, b: MailRow): number {
  if (a.date !== b.date) return a.date > b.date ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
