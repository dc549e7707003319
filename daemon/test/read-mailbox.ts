import { plainMail } from '../../.config/testing/plain-mail.ts'
import type { Mailbox, MailboxBatch, MailboxCursor } from '../src/mail/ports.ts'

/** What was read of a mailbox, as somebody who stores it would know it. */
export class ReadMailbox {
  cursor: MailboxCursor | null = null
  /** Numbers of the mails by their number in the mailbox. */
  readonly mails = new Map<number, number>()
  readonly batches: MailboxBatch[] = []
  /** In the order in which they came. */
  readonly fetched: number[] = []

  readonly #mailbox: Mailbox

  constructor(mailbox: Mailbox) {
    this.#mailbox = mailbox
  }

  /** Reads on; `isEnough` says after which batch it stops. */
  async read(
    isEnough: (batch: MailboxBatch) => boolean = () => false,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<MailboxBatch[]> {
    const before = this.batches.length
    const known = async () => [...this.mails.keys()]
    for await (const batch of this.#mailbox.changes(this.cursor, known, signal)) {
      this.#take(batch)
      if (isEnough(batch)) break
    }
    return this.batches.slice(before)
  }

  #take(batch: MailboxBatch): void {
    if (batch.isReset) this.mails.clear()
    for (const { uid, source } of batch.mails) {
      const number = numberOf(source)
      this.fetched.push(number)
      this.mails.set(uid, number)
    }
    for (const uid of batch.gone) this.mails.delete(uid)
    this.batches.push(batch)
    this.cursor = batch.cursor
  }

  /** Numbers of the mails that are known, lowest first. */
  get numbers(): number[] {
    return [...this.mails.values()].sort((one, other) => one - other)
  }
}

/** The raw mail with a number, as the contract delivers it: one minute after the one before. */
export function mailNumber(number: number): { readonly raw: Buffer; readonly at: Date } {
  const at = new Date(Date.UTC(2026, 8, 1) + number * 60_000)
  return { raw: plainMail({ number, date: at }), at }
}

export function numberOf(source: Uint8Array): number {
  return Number(/^Message-ID: <mail-(\d+)@/im.exec(Buffer.from(source).toString())?.[1])
}

/** The numbers from one to another, both included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
