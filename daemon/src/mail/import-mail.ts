import type { ProjectedLogs } from '../platform/projection/projected-logs.ts'
import { countMarkedBy } from './rows/view-tables.ts'
import { type MailboxHead, MailHead, MailRecord, type MarkRecord } from './store/mail-records.ts'
import { logOf, marksLog } from './store/mail-store.ts'

const ACTS_AT_ONCE = 500

interface MailImportParts {
  readonly mails: ProjectedLogs<MailRecord, MailHead>
  readonly userId: string
  /** The mailbox that the account has now; undefined for none. */
  readonly inUse: MailboxHead | undefined
}

/**
 * Reads exported records of mail into an account. A mailbox comes as a whole where nothing of it is
 * stored: what was found in its mails and set by hand counts as soon as it is connected, and it is read
 * anew then, since its numbers may be others by now. Marks hold for mails wherever they are, but for
 * those that are marked here. What throws a `ZodError` is no record of ours.
 */
export class MailImport {
  readonly #parts: MailImportParts
  /** Ids of mails, by the log that their mailbox has here. */
  readonly #boxes = new Map<string, Set<string>>()
  /** By their ids, in the order in which they were done. */
  readonly #acts = new Map<string, MarkRecord>()
  #missingActs: readonly MarkRecord[] = []
  /** Logs that something has been stored in. */
  readonly #brought = new Set<string>()

  constructor(parts: MailImportParts) {
    this.#parts = parts
  }

  get hasBrought(): boolean {
    return this.#brought.size > 0
  }

  look(exportedHead: unknown, rows: readonly unknown[]): void {
    const head = this.#headOf(exportedHead)
    for (const row of rows) {
      const record = MailRecord.parse(row)
      if ('isMarks' in head) this.#lookAtMark(record)
      else this.#lookAtMail(logOf(head), record)
    }
  }

  #lookAtMark(record: MailRecord): void {
    if (record.kind === 'marks') this.#acts.set(record.changeId, record)
    // what was taken back there is not done here
    if (record.kind === 'unmarked') this.#acts.delete(record.changeId)
  }

  #lookAtMail(log: string, record: MailRecord): void {
    const ids = this.#boxes.get(log) ?? new Set()
    this.#boxes.set(log, ids)
    if (record.kind === 'mail') ids.add(record.row.id)
    if (record.kind === 'gone') ids.delete(record.id)
  }

  /**
   * Which of it is not here; what an interrupted import has brought counts as missing. Acts have names
   * of their own, since one that was taken back here may be brought again; `at` is part of them.
   */
  async missing(
    begun: { readonly mailboxes: readonly string[]; readonly acts: readonly string[] },
    at: string,
  ) {
    const { mails, userId, inUse } = this.#parts
    const known = await mails.query((tables) => {
      const box = 'select 1 from mail_boxes where log = ?'
      const marked = `select id from mail_marks where user_id = ? and not is_undone
        and change not in (select value from json_each(?))`
      return {
        boxes: new Set([...this.#boxes.keys()].filter((log) => tables.get(box, log))),
        marked: new Set(tables.all(marked, userId, JSON.stringify(begun.acts)).map(({ id }) => id)),
      }
    })
    const open = inUse && logOf(inUse)
    const mailboxes = [...this.#boxes.keys()].filter(
      (log) => log !== open && (!known.boxes.has(log) || begun.mailboxes.includes(log)),
    )
    const last = new Map<string, MarkRecord>()
    for (const act of this.#acts.values()) for (const { id } of act.marks) last.set(id, act)
    const countIn = (acts: readonly MarkRecord[]) =>
      acts.reduce((sum, { marks }) => sum + marks.length, 0)
    const lasting = [...this.#acts.values()].map((act) => {
      const marks = act.marks.filter(({ id, mark }) => mark !== 'open' && last.get(id) === act)
      return { ...act, changeId: `${at} ${act.changeId}`, marks }
    })
    this.#missingActs = lasting
      .map((act) => ({ ...act, marks: act.marks.filter(({ id }) => !known.marked.has(id)) }))
      .filter(({ marks }) => marks.length > 0)
    const countOf = (logs: Iterable<string>) =>
      [...logs].reduce((sum, log) => sum + (this.#boxes.get(log)?.size ?? 0), 0)
    const fresh = { mails: countOf(mailboxes), marks: countIn(this.#missingActs) }
    return {
      mailboxes,
      acts: this.#missingActs.map(({ changeId }) => changeId),
      fresh,
      known: {
        mails: countOf(this.#boxes.keys()) - fresh.mails,
        marks: countIn(lasting) - fresh.marks,
      },
    }
  }

  /** Stores the records of a line, where they are of one of these mailboxes. */
  async bring(
    exportedHead: unknown,
    rows: readonly unknown[],
    mailboxes: ReadonlySet<string>,
  ): Promise<void> {
    const { mails } = this.#parts
    const head = this.#headOf(exportedHead)
    if ('isMarks' in head) return
    const log = logOf(head)
    if (!mailboxes.has(log)) return
    // what an interrupted import has left of it
    if (!this.#brought.has(log)) await mails.remove([log])
    this.#brought.add(log)
    await mails.append(
      log,
      head,
      rows.map((row) => withoutTexts(MailRecord.parse(row))),
    )
  }

  /** Stores the acts that are missing, where an interrupted import has not. */
  async bringMarks(): Promise<void> {
    const { mails, userId } = this.#parts
    const acts = await mails.query((tables) =>
      this.#missingActs.filter(({ changeId }) => countMarkedBy(tables, userId, changeId) === 0),
    )
    if (acts.length === 0) return
    const log = marksLog(userId)
    this.#brought.add(log)
    // others are answered in between
    for (let from = 0; from < acts.length; from += ACTS_AT_ONCE)
      await mails.append(log, { userId, isMarks: true }, acts.slice(from, from + ACTS_AT_ONCE))
  }

  #headOf(exportedHead: unknown): MailHead {
    const { userId } = this.#parts
    const head = MailHead.parse(exportedHead)
    // a sample is made up
    return 'isMarks' in head ? { ...head, userId } : { ...head, userId, isSample: false }
  }
}

/** As it counts where no text is: nothing waits for a model, and the mailbox is read from its beginning. */
function withoutTexts(record: MailRecord): MailRecord {
  switch (record.kind) {
    case 'mail':
    case 'texts':
      return { ...record, texts: null }
    case 'finding': {
      const { missedAt: _, ...finding } = record
      return finding
    }
    case 'progress':
      return { ...record, cursor: null, isSyncing: false }
    default:
      return record
  }
}
