import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Collection } from '../platform/storage/collection.ts'

/** An account as it is stored. */
export const AccountRow = z.object({
  id: z.string(),
  /** Trimmed and in lower case; no two accounts share one. */
  email: z.string(),
  /** PHC string. */
  passwordHash: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** The same; left out until the account signs in. */
  lastSignIn: z.string().optional(),
})
export type AccountRow = z.infer<typeof AccountRow>

/** Every account, by id and by address. */
export class AccountStore {
  readonly #rows: Collection<AccountRow>

  constructor(rows: Collection<AccountRow>) {
    this.#rows = rows
  }

  async byId(id: string): Promise<AccountRow | undefined> {
    return this.#rows.get(id)
  }

  /** `email` is trimmed and in lower case. */
  async byEmail(email: string): Promise<AccountRow | undefined> {
    return [...this.#rows.values()].find((account) => account.email === email)
  }

  /** The account that signed up first. */
  async first(): Promise<AccountRow | undefined> {
    return this.#rows.values().next().value
  }

  /** Adds an account with a random id; throws `SIGNUP_TAKEN`, and what `check` throws of the others. */
  async add(
    email: string,
    passwordHash: string,
    now: Date,
    check: (others: number) => void = () => {},
  ): Promise<AccountRow> {
    const id = randomBytes(12).toString('base64url')
    const account = { id, email, passwordHash, createdAt: now.toISOString() }
    await this.#rows.change((rows) => {
      // thrown here, it leaves the file as it is
      check(rows.size)
      if (isUsed(rows, account)) throw new AppError('SIGNUP_TAKEN', 'Could not create the account.')
      rows.set(id, account)
    })
    return account
  }

  /** Puts an account back as it was; false where its id or its address is in use, which stays. */
  async restore(account: AccountRow): Promise<boolean> {
    return await this.#rows.change((rows) => {
      if (isUsed(rows, account)) return false
      rows.set(account.id, account)
      return true
    })
  }

  /** Every account, in the order of signing up. */
  async all(): Promise<readonly AccountRow[]> {
    return [...this.#rows.values()]
  }

  /** Nothing happens where there is no such account. */
  async setPasswordHash(id: string, passwordHash: string): Promise<void> {
    await this.#set(id, { passwordHash })
  }

  /** Throws `SIGNUP_TAKEN` where somebody else has that address. */
  async setEmail(id: string, email: string): Promise<void> {
    await this.#rows.change((rows) => {
      const account = rows.get(id)
      if (!account || account.email === email) return
      if ([...rows.values()].some((other) => other.email === email))
        throw new AppError('SIGNUP_TAKEN', 'This address cannot be used.')
      // it keeps its place: the first of them owns the computer
      rows.set(id, { ...account, email })
    })
  }

  /** Its `heir` comes first from then on, where one is named. Nothing happens where it is gone. */
  async remove(id: string, heir?: string): Promise<void> {
    await this.#rows.change((rows) => {
      rows.delete(id)
      const first = heir === undefined ? undefined : rows.get(heir)
      if (!first) return
      const others = [...rows].filter(([other]) => other !== first.id)
      rows.clear()
      for (const [key, row] of [[first.id, first] as const, ...others]) rows.set(key, row)
    })
  }

  /** Nothing happens where there is no such account. */
  async noteSignIn(id: string, now: Date): Promise<void> {
    await this.#set(id, { lastSignIn: now.toISOString() })
  }

  async #set(id: string, part: Partial<AccountRow>): Promise<void> {
    await this.#rows.change((rows) => {
      const account = rows.get(id)
      if (account) rows.set(id, { ...account, ...part })
    })
  }
}

/** Whether somebody has the id or the address. */
function isUsed(rows: ReadonlyMap<string, AccountRow>, { id, email }: AccountRow): boolean {
  return rows.has(id) || [...rows.values()].some((other) => other.email === email)
}
