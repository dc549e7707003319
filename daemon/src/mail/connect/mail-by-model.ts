import { join } from 'node:path'
import { z } from 'zod'
import { type Collection, openCollection, type Rows } from '../../platform/storage/collection.ts'
import { durableJsonFile } from '../../platform/storage/durable-json-file.ts'
import { diskFileSystem, makeFolder } from '../../platform/storage/file-system.ts'

const VERSION = 1

/** What an account has chosen, by its id. */
const ChoiceRow = z.object({ mailByModel: z.boolean() })
type ChoiceRow = z.infer<typeof ChoiceRow>

interface MailByModelParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  /** What holds for an account that has not chosen. */
  readonly byDefault: boolean
}

/** Opens which accounts let a model read their mails. Throws `STORE_NEWER`. */
export async function openMailByModel(parts: MailByModelParts): Promise<MailByModel> {
  const { folder, report, byDefault } = parts
  await makeFolder(join(folder, 'settings'), diskFileSystem)
  const file = durableJsonFile<Rows<ChoiceRow>>(join(folder, 'settings', 'accounts.json'), {
    version: VERSION,
    report,
    lost: 'Whether a model may read mails has to be chosen again.',
    isDisposable: true,
  })
  return new MailByModel(await openCollection(file, ChoiceRow), byDefault)
}

/** Whether the mails of an account may be read by a model, as its user has chosen. */
export class MailByModel {
  readonly #rows: Collection<ChoiceRow>
  readonly #byDefault: boolean

  constructor(rows: Collection<ChoiceRow>, byDefault: boolean) {
    this.#rows = rows
    this.#byDefault = byDefault
  }

  isAllowed(userId: string): boolean {
    return this.#rows.get(userId)?.mailByModel ?? this.#byDefault
  }

  /** On the disk when it resolves; it holds for every mail that is analysed from then on. */
  async allow(userId: string, mailByModel: boolean): Promise<void> {
    await this.#rows.put(userId, { mailByModel })
  }
}
