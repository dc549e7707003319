import { join } from 'node:path'
import { z } from 'zod'
import type { Answer } from '../platform/projection/projection.ts'
import { type Collection, openCollection, type Rows } from '../platform/storage/collection.ts'
import { durableJsonFile } from '../platform/storage/durable-json-file.ts'
import { diskFileSystem, FOLDER_MODE } from '../platform/storage/file-system.ts'
import type { MailParts } from './account-mail.ts'
import { type MailboxHead, progressOf } from './store/mail-records.ts'
import { logOf, type MailStore, openMailStore } from './store/mail-store.ts'
import { TextStore } from './store/text-store.ts'

const SETTINGS_VERSION = 1

/** Whether an account uses the sample mailbox, and the day its dates are shifted to. */
const SampleRow = z.object({
  userId: z.string(),
  /** ISO 8601; null where the account has left the sample. */
  anchor: z.string().nullable(),
})
type SampleRow = z.infer<typeof SampleRow>

/** Who uses the sample is read; what is stored of mailboxes may still be looked through. */
export async function openMailboxList(
  options: Pick<MailParts, 'folder' | 'records' | 'report' | 'fs'>,
): Promise<MailboxList> {
  const { records, report, fs = diskFileSystem } = options
  const folder = join(options.folder, 'mail')
  await fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const file = durableJsonFile<Rows<SampleRow>>(join(folder, 'settings.json'), {
    version: SETTINGS_VERSION,
    report,
    fs,
    lost: 'Who uses the sample mailbox is forgotten.',
    isDisposable: true,
  })
  return new MailboxList({ records, report, samples: await openCollection(file, SampleRow) })
}

interface ListParts extends Pick<MailParts, 'records' | 'report'> {
  readonly samples: Collection<SampleRow>
}

/** Which mailboxes are stored and for whom; what is stored of one never mixes with another. */
export class MailboxList {
  readonly #parts: ListParts

  constructor(parts: ListParts) {
    this.#parts = parts
  }

  /** Opens what is stored of a mailbox; a new one is empty. */
  async open(head: MailboxHead): Promise<MailStore> {
    const others = (await this.#stored()).filter((stored) => {
      const isOfUser = stored.userId === head.userId && stored.isSample === head.isSample
      return isOfUser && stored.identity !== head.identity
    })
    // the sample of another day or another zone is another mailbox
    if (head.isSample) await this.#remove(others)
    else await this.#removeTexts(others)
    const { records, report } = this.#parts
    return openMailStore({ records, head, report })
  }

  /** The account has done with the sample: all that is stored of it goes; it must be closed. */
  async leaveSample(userId: string): Promise<void> {
    await this.#parts.samples.put(userId, { userId, anchor: null })
    await this.#removeLeftSamples()
  }

  /** Finishes removals that were cut off, and notes which mailboxes have to be read again. */
  async tidy(): Promise<void> {
    await this.#removeLeftSamples()
    const { mails, lost } = this.#parts.records
    await mails.settled()
    for (const head of await this.#stored()) {
      const log = logOf(head)
      const progress = await mails.query((tables) => progressOf(tables, log))
      // one that is open does so by itself
      if (!progress || !lost.has(log)) continue
      await mails.append(log, head, [{ kind: 'progress', ...progress, cursor: null }])
      await mails.madeGood(log)
    }
  }

  /** Removes what mails say that are still to be analysed, of all mailboxes: none is configured. */
  async leaveMailboxes(): Promise<void> {
    await this.#removeTexts((await this.#stored()).filter(({ isSample }) => !isSample))
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

  /** Notes the use of the sample, with the first anchor that was chosen. */
  async useSample(userId: string, anchor: Date): Promise<void> {
    await this.#parts.samples.change((rows) => {
      rows.set(userId, { userId, anchor: rows.get(userId)?.anchor ?? anchor.toISOString() })
    })
  }

  async #removeLeftSamples(): Promise<void> {
    const stored = await this.#stored()
    await this.#remove(
      stored.filter(({ isSample, userId }) => isSample && this.sampleOf(userId)?.anchor === null),
    )
  }

  #stored(): Promise<MailboxHead[]> {
    const sql = 'select user_id, identity, is_sample from mail_boxes'
    return this.#parts.records.mails.query((tables) => tables.all(sql).map(headIn))
  }

  /** A mailbox that is left has no text here; it is read again where somebody comes back to it. */
  async #removeTexts(heads: readonly MailboxHead[]): Promise<void> {
    for (const head of heads)
      await new TextStore(this.#parts.records.texts, logOf(head)).removeAll()
  }

  /** Texts first: what is cut off then is found and removed the next time. */
  async #remove(heads: readonly MailboxHead[]): Promise<void> {
    await this.#removeTexts(heads)
    await this.#parts.records.mails.remove(heads.map(logOf))
  }
}

function headIn({ user_id, identity, is_sample }: Answer): MailboxHead {
  return { userId: String(user_id), identity: String(identity), isSample: is_sample === 1 }
}
