import { join } from 'node:path'
import type { AccountDeletion } from '@shortlist/contracts/accounts'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Session } from '../platform/http/session.ts'
import { type Collection, openCollectionFile } from '../platform/storage/collection.ts'
import type { AccountPorts, Belongings } from './ports.ts'
import { normalizeEmail } from './sign-in.ts'

const VERSION = 1

/** An account that is being deleted, by its id. */
export const LeaverRow = z.object({ heir: z.string().optional() })
export type LeaverRow = z.infer<typeof LeaverRow>

interface LeaverParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
}

/** Opens the list of accounts whose deletion has begun. Throws `STORE_NEWER`. */
export function openLeavers({ folder, report }: LeaverParts): Promise<Collection<LeaverRow>> {
  return openCollectionFile(join(folder, 'settings', 'leavers.json'), LeaverRow, {
    version: VERSION,
    report,
    lost: 'An account whose deletion was cut off may have left files behind.',
  })
}

interface DeletionParts
  extends Pick<AccountPorts, 'accounts' | 'sessions' | 'endSession' | 'record'> {
  readonly leavers: Collection<LeaverRow>
  readonly belongings: Pick<Belongings, 'takeOutEvents' | 'forget'>
}

/**
 * Deletes accounts. From its first record on a deletion is never taken back: what a kill cuts off is
 * done by the next start.
 */
export class Deletions {
  readonly #parts: DeletionParts

  constructor(parts: DeletionParts) {
    this.#parts = parts
  }

  /**
   * Nobody can sign in to the account any more, and nothing of it is left, when it resolves. With
   * `takesEvents` its appointments leave Google Calendar first; throws what that throws, and then
   * nothing else has happened.
   */
  async delete(userId: string, { takesEvents = false, heir }: DeletionOptions = {}): Promise<void> {
    const { leavers, belongings, record } = this.#parts
    if (takesEvents) await belongings.takeOutEvents(userId)
    await leavers.put(userId, heir === undefined ? {} : { heir })
    await this.#shut(userId)
    await this.#finish(userId)
    record('deleted')
  }

  /**
   * Goes on with deletions that were cut off: nobody can sign in to such an account when it resolves;
   * `finished` resolves once nothing is left of them.
   */
  async resume(): Promise<{ readonly finished: Promise<void> }> {
    const ids = [...this.#parts.leavers.entries()].map(([id]) => id)
    for (const id of ids) await this.#shut(id)
    const finish = async () => {
      for (const id of ids) await this.#finish(id)
    }
    return { finished: finish() }
  }

  async #shut(userId: string): Promise<void> {
    const { leavers, accounts, sessions, endSession } = this.#parts
    await accounts.remove(userId, leavers.get(userId)?.heir)
    for (const id of await sessions.endAll(userId)) endSession(id)
  }

  async #finish(userId: string): Promise<void> {
    await this.#parts.belongings.forget(userId)
    await this.#parts.leavers.remove(userId)
  }
}

interface DeletionOptions extends Partial<Pick<AccountDeletion, 'takesEvents' | 'heir'>> {}

/**
 * Deletes the account of who is signed in. Throws `VALIDATION` for another address than its own, and
 * where the owner goes, others stay and no heir is named.
 */
export async function deleteOwnAccount(
  { accounts, deletions }: AccountPorts,
  { user }: Session,
  { email, takesEvents, heir }: AccountDeletion,
): Promise<void> {
  if (normalizeEmail(email) !== user.email)
    throw new AppError('VALIDATION', 'This is not the address of your account.')
  const [first, ...others] = await accounts.all()
  const isOwner = first?.id === user.id
  if (isOwner && others.length > 0 && !others.some(({ id }) => id === heir))
    throw new AppError('VALIDATION', 'Choose who owns this computer from then on.')
  await deletions.delete(user.id, { takesEvents, ...(isOwner && heir !== undefined && { heir }) })
}

/**
 * Deletes another account, as the owner of the computer. Throws `FORBIDDEN_USER`, `NOT_FOUND`, and
 * `VALIDATION` for the own one.
 */
export async function deletePerson(
  { accounts, deletions }: AccountPorts,
  { user }: Session,
  id: string,
): Promise<void> {
  if ((await accounts.first())?.id !== user.id)
    throw new AppError('FORBIDDEN_USER', 'The owner of this computer removes accounts.')
  if (id === user.id) throw new AppError('VALIDATION', 'Your own account is deleted under Data.')
  if (!(await accounts.byId(id))) throw new AppError('NOT_FOUND', 'There is no such account.')
  await deletions.delete(id)
}
