import { join } from 'node:path'
import {
  type MailboxForm,
  MailboxPlace,
  type MailboxTest,
  type NamedMailbox,
} from '@shortlist/contracts/settings'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { type Collection, openCollectionFile } from '../../platform/storage/collection.ts'
import type { OwnMailboxes } from './own-mailboxes.ts'

const VERSION = 1

const NOT_NAMED = 'The environment of this computer names no mailbox of yours.'
const NOT_TAKEN_OVER =
  'Files, and servers without encryption, can be named by the environment alone.'

/** What the environment has named for an account; `until`: the start that did not find it any more. */
const NamedRow = MailboxPlace.extend({ userId: z.string(), until: z.string().nullable() })
type NamedRow = z.infer<typeof NamedRow>

/** The mailbox that the environment names. */
export interface Named {
  /** With its password; null where only the environment can name it: files, or no encryption. */
  readonly form: MailboxForm | null
  /** What says so, as it stands at the time of the call. */
  readonly variables: () => Pick<NamedMailbox, 'file' | 'variables'>
}

interface NamedParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  /** Undefined where the environment names none. */
  readonly named: Named | undefined
  readonly now: () => Date
}

/** Opens what the environment has named so far, and notes what it names no longer. Throws `STORE_NEWER`. */
export async function openNamedMailboxes(parts: NamedParts): Promise<NamedMailboxes> {
  const { folder, report, named, now } = parts
  const rows = await openCollectionFile(join(folder, 'mail', 'named-mailboxes.json'), NamedRow, {
    version: VERSION,
    report,
    lost: 'Which mailbox the environment has named is forgotten.',
  })
  const left = named ? [] : [...rows.values()].filter(({ until }) => until === null)
  if (left.length > 0)
    await rows.change((all) => {
      for (const row of left) all.set(row.userId, { ...row, until: now().toISOString() })
    })
  return new NamedMailboxes(named, rows)
}

/** The mailbox that the environment names, and those that it has named for an account before. */
export class NamedMailboxes {
  readonly current: Named | undefined
  readonly #rows: Collection<NamedRow>

  constructor(current: Named | undefined, rows: Collection<NamedRow>) {
    this.current = current
    this.#rows = rows
  }

  /** The mailbox of the environment is read for this account. */
  async note(userId: string): Promise<void> {
    const form = this.current?.form
    if (!form) return
    const { password: _, ...place } = form
    const row = { ...place, userId, until: null }
    if (JSON.stringify(this.#rows.get(userId)) !== JSON.stringify(row))
      await this.#rows.put(userId, row)
  }

  /** What was named for an account, and nothing has taken its place; null where there is nothing. */
  gone(userId: string): { place: MailboxPlace; until: string } | null {
    const row = this.#rows.get(userId)
    if (!row || row.until === null) return null
    const { userId: _, until, ...place } = row
    return { place, until }
  }

  /** The account has decided on its mailbox, or has gone itself. */
  async forget(userId: string): Promise<void> {
    if (this.#rows.get(userId)) await this.#rows.remove(userId)
  }
}

export interface TakeOverParts {
  readonly own: Pick<OwnMailboxes, 'keep'>
  readonly named: Pick<NamedMailboxes, 'current'>
  /** The variable that names the mailbox of an account; null where none does. */
  readonly setBy: (userId: string) => Promise<string | null>
  readonly now: () => Date
}

/**
 * Tries the mailbox that the environment names and, where all of it is good, stores it in the place
 * of the account's. It counts once the environment names none; nothing that was read of it changes.
 * Throws `NOT_FOUND` where it names none for the account, and `NOT_AVAILABLE` for one that only the
 * environment can name.
 */
export async function takeOver(
  { own, named, setBy, now }: TakeOverParts,
  userId: string,
  test: (form: MailboxForm) => Promise<MailboxTest>,
): Promise<MailboxTest> {
  if ((await setBy(userId)) === null || !named.current) throw new AppError('NOT_FOUND', NOT_NAMED)
  const { form } = named.current
  if (!form) throw new AppError('NOT_AVAILABLE', NOT_TAKEN_OVER)
  const tested = await test(form)
  if (tested.isGood) await own.keep(userId, form, now())
  return tested
}
