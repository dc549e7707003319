import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Background } from '../platform/background.ts'
import type { FindSession } from '../platform/http/session.ts'
import type { Collection } from '../platform/storage/collection.ts'
import type { AccountStore } from './account-store.ts'

/** A session as it is stored, under the SHA-256 of its token; times in epoch milliseconds. */
export const SessionRow = z.object({
  userId: z.string(),
  createdAt: z.number(),
  lastSeen: z.number(),
  idleExpiry: z.number(),
  absoluteExpiry: z.number(),
  /** What the browser is, in a few words. */
  browser: z.string().optional(),
})
export type SessionRow = z.infer<typeof SessionRow>

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const IDLE_MS = 14 * DAY_MS
const TOUCH_MS = HOUR_MS
const PER_USER = 25
const CONFIRMED_MS = 10 * 60 * 1000

/** A session ends at the latest after this time, in milliseconds. */
export const SESSION_MAX_MS = 30 * DAY_MS

/** Every session. What is ended here has ended on the disk too when the promise resolves. */
export class SessionStore {
  readonly #rows: Collection<SessionRow>
  readonly #background: Background
  readonly #now: () => number
  readonly #touching = new Set<string>()
  /** When the password of a session was entered, epoch milliseconds; a restart asks for it anew. */
  readonly #confirmed = new Map<string, number>()

  constructor(rows: Collection<SessionRow>, background: Background, now: () => Date) {
    this.#rows = rows
    this.#background = background
    this.#now = () => now().getTime()
  }

  /**
   * The living session of a token, whose `id` names its record, never the token; noting that it was
   * used happens at most once an hour.
   */
  async find(token: string) {
    const found = await this.peek(token)
    if (found && this.#now() - found.lastSeen >= TOUCH_MS) this.#touch(found.id)
    return found
  }

  /** The same without counting as a use of the session. */
  async peek(token: string) {
    const id = idOf(token)
    const row = this.#rows.get(id)
    if (!row || isExpired(row, this.#now())) return undefined
    const since = this.#now() - (this.#confirmed.get(id) ?? Number.NEGATIVE_INFINITY)
    return { ...row, id, isConfirmed: since >= 0 && since < CONFIRMED_MS }
  }

  /** The password of a session was entered just now. */
  confirm(id: string): void {
    const old = this.#now() - CONFIRMED_MS
    for (const [each, at] of this.#confirmed) if (at <= old) this.#confirmed.delete(each)
    this.#confirmed.set(id, this.#now())
  }

  /**
   * Opens a session, whose token is told once and never stored; those presented, expired ones and the
   * oldest beyond 25 make room for it, and their ids are told.
   */
  async open(
    userId: string,
    presented: readonly string[],
    browser?: string,
  ): Promise<{ readonly token: string; readonly ended: readonly string[] }> {
    const token = randomBytes(32).toString('base64url')
    const now = this.#now()
    const ended = await this.#rows.change((rows) => {
      const shown = new Set(presented.map(idOf))
      const gone = removeAll(rows, (row, id) => isExpired(row, now) || shown.has(id))
      // rows stand in the order of opening
      const own = [...rows].filter(([, row]) => row.userId === userId).map(([id]) => id)
      const oldest = new Set(own.slice(0, Math.max(0, own.length - PER_USER + 1)))
      gone.push(...removeAll(rows, (_row, id) => oldest.has(id)))
      rows.set(idOf(token), {
        userId,
        createdAt: now,
        lastSeen: now,
        idleExpiry: now + IDLE_MS,
        absoluteExpiry: now + SESSION_MAX_MS,
        ...(browser !== undefined && { browser }),
      })
      return gone
    })
    this.confirm(idOf(token))
    return { token, ended }
  }

  /** Ends the session of a token and names it; undefined where there is none. */
  async end(token: string): Promise<string | undefined> {
    const id = idOf(token)
    if (!this.#rows.get(id)) return undefined
    await this.#rows.remove(id)
    return id
  }

  /** The living sessions of an account, the newest first. */
  of(userId: string): readonly (SessionRow & { readonly id: string })[] {
    const now = this.#now()
    const isOwn = (row: SessionRow) => row.userId === userId && !isExpired(row, now)
    const own = [...this.#rows.entries()].flatMap(([id, row]) =>
      isOwn(row) ? [{ ...row, id }] : [],
    )
    return own.reverse()
  }

  /** Ends one session of an account; false where the account has none of that id. */
  async endOf(userId: string, id: string): Promise<boolean> {
    return await this.#rows.change((rows) => rows.get(id)?.userId === userId && rows.delete(id))
  }

  /** Ends every session of an account but one that is kept, and names them. */
  async endAll(userId: string, kept?: string): Promise<readonly string[]> {
    return await this.#rows.change((rows) =>
      removeAll(rows, (row, id) => row.userId === userId && id !== kept),
    )
  }

  #touch(id: string): void {
    if (this.#touching.has(id)) return
    this.#touching.add(id)
    const now = this.#now()
    this.#background.run(async () => {
      try {
        await this.#rows.change((rows) => {
          const row = rows.get(id)
          // a session that was ended meanwhile stays ended
          if (row) rows.set(id, { ...row, lastSeen: now, idleExpiry: now + IDLE_MS })
        })
      } finally {
        this.#touching.delete(id)
      }
    })
  }
}

function idOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function isExpired({ idleExpiry, absoluteExpiry }: SessionRow, now: number): boolean {
  return now >= idleExpiry || now >= absoluteExpiry
}

/** Removes the rows that leave, and names them. */
function removeAll(
  rows: Map<string, SessionRow>,
  isLeaving: (row: SessionRow, id: string) => boolean,
): string[] {
  const leaving = [...rows].flatMap(([id, row]) => (isLeaving(row, id) ? [id] : []))
  for (const id of leaving) rows.delete(id)
  return leaving
}

/**
 * Looks up who is behind a token, at each request anew: a session that was ended finds nobody. To
 * `peek` is no use of the session; open sockets are looked at every minute and may still be idle.
 */
export function createFindSession(
  stores: { readonly accounts: AccountStore; readonly sessions: SessionStore },
  look: 'find' | 'peek' = 'find',
): FindSession {
  return async (token) => {
    const session = await stores.sessions[look](token)
    const account = session && (await stores.accounts.byId(session.userId))
    if (!account) return undefined
    const { id, isConfirmed } = session
    return { id, user: { id: account.id, email: account.email }, isConfirmed }
  }
}
