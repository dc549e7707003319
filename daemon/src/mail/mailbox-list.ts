import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { type Collection, openCollection, type Rows } from '../platform/storage/collection.ts'
import { durableJsonFile } from '../platform/storage/durable-json-file.ts'
import { diskFileSystem, type FileSystem, FOLDER_MODE } from '../platform/storage/file-system.ts'
import { syncFolder } from '../platform/storage/sync-folder.ts'
import { type MailStore, openMailStore } from './store/mail-store.ts'

const LIST_VERSION = 1

/** Whose mailbox lies in which folder. */
const MailboxRow = z.object({
  /** The folder's name, which is random. */
  fileId: z.string(),
  userId: z.string(),
  identity: z.string(),
  isSample: z.boolean(),
})
type MailboxRow = z.infer<typeof MailboxRow>

/** Whether an account uses the sample mailbox, and the day its dates are shifted to. */
const SampleRow = z.object({
  userId: z.string(),
  /** ISO 8601; null where the account has left the sample. */
  anchor: z.string().nullable(),
})
type SampleRow = z.infer<typeof SampleRow>

/** What a mailbox is known by. */
export interface MailboxName {
  readonly identity: string
  readonly isSample: boolean
}

export interface MailboxListOptions {
  /** The data folder. */
  readonly folder: string
  readonly report: (sentence: string) => void
  readonly fs?: FileSystem | undefined
}

/** Opens the list and finishes removals that were cut off. */
export async function openMailboxList(options: MailboxListOptions): Promise<MailboxList> {
  const { report, fs = diskFileSystem } = options
  const folder = join(options.folder, 'mail')
  await fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const file = <Row>(name: string, lost: string) => {
    const options = { version: LIST_VERSION, report, fs, lost, isDisposable: true }
    return durableJsonFile<Rows<Row>>(join(folder, name), options)
  }
  const again = 'Mailboxes are read and analysed again from their beginning.'
  const forgotten = 'Who uses the sample mailbox is forgotten.'
  const [mailboxes, samples] = await Promise.all([
    openCollection(file<MailboxRow>('mailboxes.json', again), MailboxRow),
    openCollection(file<SampleRow>('settings.json', forgotten), SampleRow),
  ])
  const list = new MailboxList({ folder, mailboxes, samples, fs, report })
  await list.removeLeftSamples()
  return list
}

interface ListParts {
  readonly folder: string
  readonly mailboxes: Collection<MailboxRow>
  readonly samples: Collection<SampleRow>
  readonly fs: FileSystem
  readonly report: (sentence: string) => void
}

/** Which mailboxes are stored and for whom; what is stored of one never mixes with another. */
export class MailboxList {
  readonly #parts: ListParts

  constructor(parts: ListParts) {
    this.#parts = parts
  }

  /** Opens what is stored of a mailbox for an account; a new one is empty. */
  async open(userId: string, { identity, isSample }: MailboxName): Promise<MailStore> {
    const { folder, mailboxes, fs, report } = this.#parts
    const own = [...mailboxes.values()].filter((row) => {
      return row.userId === userId && row.isSample === isSample
    })
    const known = own.find((row) => row.identity === identity)
    // the sample of another day or another zone is another mailbox
    if (isSample && !known) await this.#remove(own)
    if (!isSample) await this.#removeTexts(own.filter((row) => row !== known))
    const row = known ?? { fileId: randomUUID(), userId, identity, isSample }
    if (!known) await mailboxes.put(row.fileId, row)
    return openMailStore({ folder: join(folder, row.fileId), fs, report })
  }

  /** The account has done with the sample: all that is stored of it goes; it must be closed. */
  async leaveSample(userId: string): Promise<void> {
    await this.#parts.samples.put(userId, { userId, anchor: null })
    await this.removeLeftSamples()
  }

  /** Removes what is stored of samples that their accounts have left. */
  async removeLeftSamples(): Promise<void> {
    const rows = [...this.#parts.mailboxes.values()]
    await this.#remove(
      rows.filter(({ isSample, userId }) => isSample && this.sampleOf(userId)?.anchor === null),
    )
  }

  /** Removes what mails say that are still to be analysed, of all mailboxes: none is configured. */
  async leaveMailboxes(): Promise<void> {
    await this.#removeTexts([...this.#parts.mailboxes.values()].filter((row) => !row.isSample))
  }

  /** Accounts that use the sample mailbox. */
  sampleUsers(): readonly string[] {
    const rows = [...this.#parts.samples.values()]
    return rows.filter(({ anchor }) => anchor !== null).map(({ userId }) => userId)
  }

  /** Undefined where the account has neither used nor left the sample. */
  sampleOf(userId: string): SampleRow | undefined {
    return this.#parts.samples.get(userId)
  }

  /** Notes the use of the sample, with the first anchor that was chosen; resolves to that. */
  useSample(userId: string, anchor: Date): Promise<Date> {
    return this.#parts.samples.change((rows) => {
      const chosen = rows.get(userId)?.anchor ?? anchor.toISOString()
      rows.set(userId, { userId, anchor: chosen })
      return new Date(chosen)
    })
  }

  /** A mailbox that is left has no text here; it is read again where somebody comes back to it. */
  async #removeTexts(rows: readonly MailboxRow[]): Promise<void> {
    const { folder, fs } = this.#parts
    for (const { fileId } of rows)
      await fs.rm(join(folder, fileId, 'texts'), { recursive: true, force: true })
  }

  /** Files first: what is cut off then is found and removed the next time. */
  async #remove(rows: readonly MailboxRow[]): Promise<void> {
    const { folder, mailboxes, fs } = this.#parts
    for (const { fileId } of rows) {
      await fs.rm(join(folder, fileId), { recursive: true, force: true })
      await syncFolder(fs, folder)
      await mailboxes.remove(fileId)
    }
  }
}
