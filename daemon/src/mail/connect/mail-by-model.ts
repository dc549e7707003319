import { join } from 'node:path'
import { z } from 'zod'
import { type Collection, openCollectionFile } from '../../platform/storage/collection.ts'
import type { ModelUse } from '../account-mail.ts'
import type { MailRecords } from '../store/mail-records.ts'
import { readByModel } from '../store/stored-mails.ts'

const VERSION = 1

/** What an account has chosen, by its id; null where it has still to be asked. */
const ChoiceRow = z.object({ mailByModel: z.boolean().nullable() })
type ChoiceRow = z.infer<typeof ChoiceRow>

interface MailByModelParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly records: Pick<MailRecords, 'mails'>
  /** What holds for an account that has not chosen. */
  readonly byDefault: boolean
}

/**
 * Opens which accounts let a model read their mails. One whose mails a model has analysed before
 * anybody was asked has let it; its mails tell, and are looked through once. Throws `STORE_NEWER`.
 */
export async function openMailByModel(parts: MailByModelParts): Promise<MailByModel> {
  const { folder, report, records, byDefault } = parts
  const rows = await openCollectionFile(join(folder, 'settings', 'accounts.json'), ChoiceRow, {
    version: VERSION,
    report,
    lost: 'Whether a model may read mails has to be chosen again.',
  })
  const isKnown = (userId: string) => rows.get(userId) !== undefined
  const before = await records.mails.query((tables) => readByModel(tables, isKnown))
  if (before.size > 0)
    await rows.change((all) => {
      for (const [userId, isRead] of before) all.set(userId, { mailByModel: isRead || null })
    })
  return new MailByModel(rows, byDefault)
}

/** Whether the mails of an account may be read by a model, as its user has chosen. */
export class MailByModel {
  readonly #rows: Collection<ChoiceRow>
  readonly #byDefault: boolean

  constructor(rows: Collection<ChoiceRow>, byDefault: boolean) {
    this.#rows = rows
    this.#byDefault = byDefault
  }

  use(userId: string): ModelUse {
    const chosen = this.#rows.get(userId)?.mailByModel ?? (this.#byDefault || null)
    return chosen === null ? 'unasked' : chosen ? 'allowed' : 'refused'
  }

  async forget(userId: string): Promise<void> {
    await this.#rows.remove(userId)
  }

  /** On the disk when it resolves; it holds for every mail that is analysed from then on. */
  async allow(userId: string, mailByModel: boolean): Promise<void> {
    await this.#rows.put(userId, { mailByModel })
  }
}
