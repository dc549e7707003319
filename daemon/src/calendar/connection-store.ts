import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Collection } from '../platform/storage/collection.ts'

/** What is stored of an account's calendar; secrets are sealed. */
export const ConnectionRow = z.object({
  userId: z.string(),
  kind: z.enum(['google', 'local']).nullable(),
  /** Google's tokens; null where there are none any more. */
  tokens: z.string().nullable(),
  /** The secret of the feed: its SHA-256 to compare with, and sealed to be shown to its owner. */
  feed: z.object({ hash: z.string(), sealed: z.string() }).nullable(),
})
export type ConnectionRow = z.infer<typeof ConnectionRow>

/** Google's tokens of one account. */
export const GoogleTokens = z.object({
  refreshToken: z.string(),
  accessToken: z.string(),
  /** When the access token ends, epoch milliseconds. */
  expiresAt: z.number(),
})
export type GoogleTokens = z.infer<typeof GoogleTokens>

const TOKENS = 'google-tokens'
const FEED = 'calendar-feed'

/** Which calendar each account uses. Secrets are opened once and read from memory. */
export class ConnectionStore {
  readonly #rows: Collection<ConnectionRow>
  readonly #box: SecretBox
  readonly #tokens = new Map<string, GoogleTokens>()
  readonly #feeds = new Map<string, string>()

  private constructor(rows: Collection<ConnectionRow>, box: SecretBox) {
    this.#rows = rows
    this.#box = box
  }

  static async open(rows: Collection<ConnectionRow>, box: SecretBox): Promise<ConnectionStore> {
    const store = new ConnectionStore(rows, box)
    await Promise.all([...rows.values()].map((row) => store.#unseal(row)))
    return store
  }

  /** Accounts that have ever had a calendar. */
  async userIds(): Promise<readonly string[]> {
    return [...this.#rows.values()].map(({ userId }) => userId)
  }

  async kind(userId: string): Promise<ConnectionRow['kind']> {
    return this.#rows.get(userId)?.kind ?? null
  }

  /** Whether a secret of any account cannot be read any more: the key is missing or another one. */
  get isLocked(): boolean {
    return [...this.#rows.values()].some(
      ({ userId, tokens, feed }) =>
        (tokens && !this.#tokens.has(userId)) || (feed && !this.#feeds.has(userId)),
    )
  }

  /** Whether tokens are stored that cannot be read any more: the key is another one. */
  async isUnreadable(userId: string): Promise<boolean> {
    return Boolean(this.#rows.get(userId)?.tokens) && !this.#tokens.has(userId)
  }

  /** Undefined where there are none, or none that can be read. */
  async tokens(userId: string): Promise<GoogleTokens | undefined> {
    return this.#tokens.get(userId)
  }

  async feedSecret(userId: string): Promise<string | undefined> {
    return this.#feeds.get(userId)
  }

  /** The account that a feed's secret belongs to. */
  async accountOfFeed(secret: string): Promise<string | undefined> {
    const hash = Buffer.from(hashOf(secret))
    const rows = [...this.#rows.values()]
    return rows.find(({ feed }) => feed && timingSafeEqual(Buffer.from(feed.hash), hash))?.userId
  }

  async use(userId: string, kind: ConnectionRow['kind']): Promise<void> {
    await this.#change(userId, (row) => ({ ...row, kind }))
  }

  /** The account uses Google from now on; durable when it resolves. */
  async connectGoogle(userId: string, tokens: GoogleTokens): Promise<void> {
    const sealed = await this.#sealTokens(userId, tokens)
    await this.#change(userId, (row) => ({ ...row, kind: 'google', tokens: sealed }))
    this.#tokens.set(userId, tokens)
  }

  /** Puts renewed tokens in the place of those that are there; durable before they are used. */
  async renewTokens(userId: string, tokens: GoogleTokens): Promise<void> {
    const sealed = await this.#sealTokens(userId, tokens)
    await this.#change(userId, (row) => (row.tokens === null ? row : { ...row, tokens: sealed }))
    if (this.#tokens.has(userId)) this.#tokens.set(userId, tokens)
  }

  /** No generation of the file holds them any more. */
  async forgetTokens(userId: string): Promise<void> {
    this.#tokens.delete(userId)
    await this.#change(userId, (row) => ({ ...row, tokens: null }))
  }

  /** Gives the feed another secret; the one before opens nothing any more. */
  async renewFeed(userId: string): Promise<void> {
    const secret = randomBytes(32).toString('base64url')
    const sealed = await this.#box.seal({ userId, purpose: FEED }, secret)
    await this.#change(userId, (row) => ({ ...row, feed: { hash: hashOf(secret), sealed } }))
    this.#feeds.set(userId, secret)
  }

  #sealTokens(userId: string, tokens: GoogleTokens): Promise<string> {
    return this.#box.seal({ userId, purpose: TOKENS }, JSON.stringify(tokens))
  }

  async #change(userId: string, work: (row: ConnectionRow) => ConnectionRow): Promise<void> {
    await this.#rows.change((rows) => {
      rows.set(userId, work(rows.get(userId) ?? { userId, kind: null, tokens: null, feed: null }))
    })
  }

  async #unseal({ userId, tokens, feed }: ConnectionRow): Promise<void> {
    const opened = tokens && (await this.#box.open({ userId, purpose: TOKENS }, tokens))
    if (opened) this.#tokens.set(userId, GoogleTokens.parse(JSON.parse(opened)))
    const secret = feed && (await this.#box.open({ userId, purpose: FEED }, feed.sealed))
    if (secret) this.#feeds.set(userId, secret)
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
