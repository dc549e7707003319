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
  /** The client that they were given to; left out where nobody has noted it. */
  clientId: z.string().optional(),
})
export type GoogleTokens = z.infer<typeof GoogleTokens>

const TOKENS = 'google-tokens'
const FEED = 'calendar-feed'

export type ConnectionStore = Awaited<ReturnType<typeof openConnections>>

/** Which calendar each account uses. Secrets are opened once and read from memory. */
export async function openConnections(rows: Collection<ConnectionRow>, box: SecretBox) {
  const tokensOf = new Map<string, GoogleTokens>()
  const feeds = new Map<string, string>()
  const unseal = async ({ userId, tokens, feed }: ConnectionRow) => {
    const opened = tokens && (await box.open({ userId, purpose: TOKENS }, tokens))
    if (opened) tokensOf.set(userId, GoogleTokens.parse(JSON.parse(opened)))
    const secret = feed && (await box.open({ userId, purpose: FEED }, feed.sealed))
    if (secret) feeds.set(userId, secret)
  }
  await Promise.all([...rows.values()].map(unseal))
  const sealed = (userId: string, tokens: GoogleTokens) =>
    box.seal({ userId, purpose: TOKENS }, JSON.stringify(tokens))
  const change = (userId: string, work: (row: ConnectionRow) => ConnectionRow) =>
    rows.change((all) => {
      const row = all.get(userId) ?? { userId, kind: null, tokens: null, feed: null }
      all.set(userId, work(row))
    })

  return {
    /** Whether a secret of any account cannot be read any more: the key is missing or another one. */
    isLocked: [...rows.values()].some(
      ({ userId, tokens, feed }) =>
        (tokens && !tokensOf.has(userId)) || (feed && !feeds.has(userId)),
    ),
    /** Accounts that have ever had a calendar. */
    userIds: () => [...rows.values()].map(({ userId }) => userId),
    kind: (userId: string) => rows.get(userId)?.kind ?? null,
    wasChosen: (userId: string) => rows.get(userId) !== undefined,
    /** Whether tokens are stored that cannot be read any more: the key is another one. */
    isUnreadable: (userId: string) => Boolean(rows.get(userId)?.tokens) && !tokensOf.has(userId),
    /** Undefined where there are none, or none that can be read. */
    tokens: (userId: string) => tokensOf.get(userId),
    feedSecret: (userId: string) => feeds.get(userId),
    /** The account that a feed's secret belongs to. */
    accountOfFeed(secret: string): string | undefined {
      const hash = Buffer.from(hashOf(secret))
      const isOf = ({ feed }: ConnectionRow) =>
        feed && timingSafeEqual(Buffer.from(feed.hash), hash)
      return [...rows.values()].find(isOf)?.userId
    },
    use: (userId: string, kind: ConnectionRow['kind']) =>
      change(userId, (row) => ({ ...row, kind })),
    /** The account uses Google from now on; durable when it resolves. */
    async connectGoogle(userId: string, tokens: GoogleTokens): Promise<void> {
      const text = await sealed(userId, tokens)
      await change(userId, (row) => ({ ...row, kind: 'google', tokens: text }))
      tokensOf.set(userId, tokens)
    },
    /** Puts renewed tokens in the place of those that are there; durable before they are used. */
    async renewTokens(userId: string, tokens: GoogleTokens): Promise<void> {
      const text = await sealed(userId, tokens)
      await change(userId, (row) => (row.tokens === null ? row : { ...row, tokens: text }))
      if (tokensOf.has(userId)) tokensOf.set(userId, tokens)
    },
    /** No generation of the file holds them any more. */
    async forgetTokens(userId: string): Promise<void> {
      tokensOf.delete(userId)
      await change(userId, (row) => ({ ...row, tokens: null }))
    },
    /** Nothing of the account is left; its feed opens nothing any more. */
    async remove(userId: string): Promise<void> {
      tokensOf.delete(userId)
      feeds.delete(userId)
      await rows.remove(userId)
    },
    /** Gives the feed another secret; the one before opens nothing any more. */
    async renewFeed(userId: string): Promise<void> {
      const secret = randomBytes(32).toString('base64url')
      const sealedFeed = await box.seal({ userId, purpose: FEED }, secret)
      await change(userId, (row) => ({
        ...row,
        feed: { hash: hashOf(secret), sealed: sealedFeed },
      }))
      feeds.set(userId, secret)
    },
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
