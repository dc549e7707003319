import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { EventProposal } from '@shortlist/contracts/calendar'
import type { Finding } from '@shortlist/contracts/mail'
import { type DurableJsonFile, durableJsonFile } from '../../platform/storage/durable-json-file.ts'
import { type FileSystem, FOLDER_MODE } from '../../platform/storage/file-system.ts'
import { OpenFiles } from '../../platform/storage/open-files.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import type { MailboxCursor, ReadMessage, SavedDraft } from '../ports.ts'
import {
  AnalysisLine,
  MAIL_VERSION,
  type MailboxProgress,
  MailLine,
  type MailRow,
  MailboxProgress as Progress,
} from './mail-rows.ts'
import { MailShelf } from './mail-shelf.ts'
import { RowJournal } from './row-journal.ts'
import type { StoredMail } from './stored-mail.ts'
import { TextStore } from './text-store.ts'

export interface MailStoreOptions {
  readonly folder: string
  readonly fs: FileSystem
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
}

/** A mail that is to be stored; the number of its file of texts is not known yet. */
export interface NewMail {
  readonly row: Omit<MailRow, 'texts'>
  readonly message: ReadMessage
}

/** What the analysis of a mail has brought. */
export interface FoundInMail {
  readonly finding: Finding
  /** Whether the mail looks like a scam. */
  readonly isSuspicious: boolean
  readonly proposals: readonly EventProposal[]
  /** As in `StoredMail`. */
  readonly missedAt: string | null
}

const START: MailboxProgress = { cursor: null, epoch: 0, lastSync: null, isSyncing: false }

/** A journal is rewritten when it is about so much larger than what counts in it. */
const SLACK_ROWS = 1000

/** Opens what is stored of a mailbox; the folder is made where there is none. Throws `STORE_NEWER`. */
export async function openMailStore(options: MailStoreOptions): Promise<MailStore> {
  const store = new MailStore(options)
  await store.open()
  return store
}

/**
 * The mails of one mailbox. What its methods promise is on disk when they resolve, and only then in
 * memory; each costs the mails it is about and not those that are stored. All of them throw
 * `STORE_FULL` or `STORE_READONLY`.
 */
export class MailStore {
  readonly mails = new MailShelf()
  readonly #options: MailStoreOptions
  readonly #files: OpenFiles
  readonly #mailJournal: RowJournal<MailLine>
  readonly #analysisJournal: RowJournal<AnalysisLine>
  readonly #texts: TextStore
  readonly #progressFile: DurableJsonFile<MailboxProgress>
  readonly #oneAfterTheOther = serialQueue()
  #progress = START

  constructor(options: MailStoreOptions) {
    const { folder, fs, report } = options
    const files = new OpenFiles(fs)
    const journal = { files, report }
    this.#options = options
    this.#files = files
    this.#mailJournal = new RowJournal({
      ...journal,
      path: join(folder, 'mails.jsonl'),
      row: MailLine,
    })
    this.#analysisJournal = new RowJournal({
      ...journal,
      path: join(folder, 'analysis.jsonl'),
      row: AnalysisLine,
    })
    this.#texts = new TextStore({ ...journal, folder: join(folder, 'texts') })
    this.#progressFile = durableJsonFile(join(folder, 'state.json'), {
      version: MAIL_VERSION,
      report,
      fs,
      lost: 'The mailbox is compared with the server from its beginning.',
      isDisposable: true,
    })
  }

  get cursor(): MailboxCursor | null {
    return this.#progress.cursor
  }

  get lastSync(): string | null {
    return this.#progress.lastSync
  }

  /** True after a crash in the middle of a sync. */
  get isSyncing(): boolean {
    return this.#progress.isSyncing
  }

  async open(): Promise<void> {
    const { folder, fs } = this.#options
    await fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE })
    const stored = Progress.safeParse(await this.#progressFile.read())
    if (stored.success) this.#progress = stored.data
    const [mails, analyses] = await Promise.all([
      this.#mailJournal.read(),
      this.#analysisJournal.read(),
    ])
    for (const line of mails) this.mails.applyMail(line)
    for (const line of analyses) this.mails.applyAnalysis(line)
    this.mails.startEpoch(this.#progress.epoch)
    const wanted = [...this.mails.waiting, ...this.mails.missed]
    await this.#texts.open(wanted.flatMap((id) => this.mails.get(id)?.row ?? []))
    await this.tidy()
  }

  /** From now on no number counts that a mail had so far. */
  startEpoch(): void {
    const epochs = this.mails.mailLines().map((line) => ('epoch' in line ? line.epoch : 0))
    this.mails.startEpoch(Math.max(this.mails.epoch, ...new Set(epochs)) + 1)
  }

  /** Stores new mails, new numbers of known ones, and how far the mailbox is read with that. */
  async add(
    fresh: readonly NewMail[],
    moved: readonly MailRow[],
    cursor: MailboxCursor,
  ): Promise<void> {
    const files = await this.#texts.put(
      fresh.map(({ row, message }) => ({ id: row.id, message: storable(message) })),
    )
    const rows = fresh.map(({ row }, at) => ({ ...row, texts: files[at] ?? 0 }))
    const lines = [...rows, ...moved]
    await this.#mailJournal.append(lines, () => {
      for (const line of lines) this.mails.applyMail(line)
    })
    await this.#setProgress({ cursor, epoch: this.mails.epoch })
  }

  /** Removes mails and everything that was found in them. */
  async remove(ids: readonly string[]): Promise<void> {
    const mails = ids.flatMap((id) => this.mails.get(id) ?? [])
    const lines = mails.map(({ row: { id } }) => ({ id, gone: true as const }))
    await this.#mailJournal.append(lines, () => {
      for (const line of lines) this.mails.applyMail(line)
    })
    for (const { row } of mails) await this.#release(row)
  }

  /** What a mail says, until it is analysed, and longer where a model has missed it. */
  textOf({ row }: StoredMail): Promise<ReadMessage | undefined> {
    return this.#texts.get(row.texts, row.id)
  }

  /**
   * Stores an analysis, with the appointments that are to be placed; its mail's text goes, unless a
   * model is still to see it.
   */
  async saveFinding(
    mail: StoredMail,
    { finding, isSuspicious, proposals, missedAt }: FoundInMail,
  ): Promise<void> {
    const { id } = mail.row
    const isPlaced = proposals.length === 0
    const found = { finding, isSuspicious, proposals: [...proposals], isPlaced }
    await this.save({ id, kind: 'finding', ...found, ...(missedAt !== null && { missedAt }) })
    if (missedAt === null) await this.#release(mail.row)
  }

  /** No model is to see this mail any more; its text goes. */
  async forgetMissed({ row: { id, texts }, ...mail }: StoredMail): Promise<void> {
    const { finding, isSuspicious, isPlaced } = mail
    const proposals = [...mail.proposals]
    if (finding)
      await this.save({ id, kind: 'finding', finding, isSuspicious, proposals, isPlaced })
    await this.#release({ id, texts })
  }

  /** Removes the texts of mails that a model has missed, by when it has; it may still see the mails. */
  async removeTexts(isDue: (missedAt: string) => boolean): Promise<void> {
    const mails = [...this.mails.missed].flatMap((id) => this.mails.get(id) ?? [])
    for (const { row, missedAt } of mails)
      if (missedAt !== null && isDue(missedAt)) await this.#release(row)
    await this.#texts.shrink()
  }

  async saveDraft(id: string, draft: SavedDraft, savedAt: string): Promise<void> {
    await this.save({ id, kind: 'draft', draft: { ...draft }, savedAt })
  }

  async save(line: AnalysisLine): Promise<void> {
    await this.#analysisJournal.append([line], () => this.mails.applyAnalysis(line))
  }

  beginSync(): Promise<void> {
    return this.#setProgress({ isSyncing: true })
  }

  /** `lastSync` (ISO 8601) where the sync has come to its end, null where it has not. */
  endSync(lastSync: string | null): Promise<void> {
    return this.#setProgress({ isSyncing: false, ...(lastSync && { lastSync }) })
  }

  /** Gives back the room of what no longer counts. */
  async tidy(): Promise<void> {
    await this.#texts.shrink()
    await compactIfLarge(this.#mailJournal, this.mails.size, () => this.mails.mailLines())
    await compactIfLarge(this.#analysisJournal, this.mails.size * 2, () =>
      this.mails.analysisLines(),
    )
  }

  /** Waits for what is being stored; nothing may be stored after it. */
  async close(): Promise<void> {
    await Promise.all([this.#mailJournal.settled(), this.#analysisJournal.settled()])
    await this.#oneAfterTheOther(() => this.#files.closeAll())
  }

  async #release({ id, texts }: Pick<MailRow, 'id' | 'texts'>): Promise<void> {
    try {
      await this.#texts.release(texts, id)
    } catch {
      this.#options.report('The text of a mail could not be removed; it is tried again.')
    }
  }

  #setProgress(change: Partial<MailboxProgress>): Promise<void> {
    return this.#oneAfterTheOther(async () => {
      const next = { ...this.#progress, ...change }
      if (isDeepStrictEqual(next, this.#progress)) return
      await this.#progressFile.write(next)
      this.#progress = next
    })
  }
}

async function compactIfLarge<Row>(
  journal: RowJournal<Row>,
  live: number,
  rows: () => readonly Row[],
): Promise<void> {
  if (journal.size > live * 2 + SLACK_ROWS) await journal.compact(rows)
}

/** The same with arrays of its own, as the schema of a stored text has them. */
function storable(message: ReadMessage) {
  const { references, to, invitations, jsonLd } = message
  return {
    ...message,
    references: [...references],
    to: [...to],
    invitations: [...invitations],
    jsonLd: [...jsonLd],
  }
}
