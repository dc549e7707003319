import { z } from 'zod'
import { MailEvent } from './calendar.ts'
import { MessageId, OtherAnswerer, ReplyStarted } from './chat.ts'
import { Analysis, Email, MailWarning } from './mail.ts'
import { SettingsSection } from './settings.ts'
import { Source } from './source.ts'

const reply = z.object({ messageId: MessageId, chatId: z.string() })

/** The whole text so far; it replaces what was shown. */
export const FullChunk = reply.extend({ fullResponse: z.string() })

/**
 * New text at `offset` (UTF-16 units); appended only where `offset` is the length already known.
 * There are a hundred of them in a second, so the chat is named by `chat-started` alone.
 */
export const DeltaChunk = z.object({
  messageId: MessageId,
  offset: z.number().int().min(0),
  delta: z.string(),
})

const count = z.number().int().min(0)

/** A mail of a running sync; `analyzedCount` are those done, of `totalToAnalyze`. */
const emailOfSync = z.object({
  emailId: z.string(),
  analyzedCount: count,
  totalToAnalyze: count,
})

/** Everything the daemon may say over the socket, by event name (specification, section 7). */
export const serverEvents = {
  /**
   * Only clients that joined with `stream: 'delta'` hear it: at the beginning of each reply, and for
   * every running reply when they join.
   */
  'chat-started': ReplyStarted,
  'chat-chunk': z.union([FullChunk, DeltaChunk]),
  'chat-complete': reply.extend({
    fullResponse: z.string(),
    contextPercent: z.number(),
    /** The window, as in `ContextUse`. */
    contextTokens: z.number().optional(),
    responseTime: z.number().optional(),
    sources: z.array(Source).optional(),
    otherwise: OtherAnswerer.optional(),
  }),
  'chat-stopped': reply.extend({
    fullResponse: z.string().optional(),
    sources: z.array(Source).optional(),
    otherwise: OtherAnswerer.optional(),
  }),
  'chat-error': reply.extend({
    error: z.string(),
    fullResponse: z.string().optional(),
    sources: z.array(Source).optional(),
    otherwise: OtherAnswerer.optional(),
  }),
  'chat-titled': z.object({ chatId: z.string(), title: z.string() }),
  /** A chat of the account was deleted, or all of them where none is named. */
  'chats-removed': z.object({ chatId: z.string().optional() }),
  'email-analyzing': emailOfSync.extend({ subject: z.string() }),
  'email-analyzed': emailOfSync.extend({
    analysis: Analysis,
    events: z.array(MailEvent).optional(),
    warnings: z.array(MailWarning).optional(),
  }),
  'sync-progress': z.object({ analyzed: count, total: count }),
  'sync-complete': z.object({
    totalFetched: count,
    newStored: count,
    analyzed: count,
    failed: count,
    eventsCreated: count,
    /** Mails that the rules have analysed since the model was away; it sees them later. */
    missed: count.optional(),
    /** ISO 8601, UTC. */
    lastSync: z.string(),
  }),
  'sync-error': z.object({ error: z.string() }),
  /** Followed by a `sync-error` for clients that do not know it. */
  'sync-cancelled': z.object({ analyzed: count, total: count }),
  /** A mail that is new or differs from before, apart from its analysis by a running sync. */
  'email-changed': z.object({ email: Email }),
  'email-removed': z.object({ emailId: z.string() }),
  /** Rows of mails differ; told twice a second at most. `needsYou`: how many need their reader now. */
  'mail-rows-changed': z.object({ revision: count, needsYou: count }),
  /** How far a folder upload is, from the first file that is read to the last. */
  'folder-progress': z.object({ done: count, total: count }),
  /** The folders of the account differ: ask for them. */
  'folders-changed': z.object({}),
  /** The status of mailbox or calendar differs: ask for it. */
  'mail-changed': z.object({}),
  'calendar-changed': z.object({}),
  /** Settings of the account or of the computer differ: ask for those that are shown. */
  'settings-changed': z.object({ sections: z.array(SettingsSection) }),
} as const

export type ServerEventName = keyof typeof serverEvents
export type ServerEvent<Name extends ServerEventName> = z.infer<(typeof serverEvents)[Name]>

/** The three events of which every reply gets exactly one. */
export type TerminalEventName = 'chat-complete' | 'chat-stopped' | 'chat-error'

/** The `data` of the `connect_error` of a socket that is not let in; `message` says why. */
export const ConnectRefusal = z.object({ code: z.literal('TOO_MANY_CONNECTIONS') })

/** The second argument of `join-chat`; without it a client gets full frames. */
export const JoinOptions = z.object({ stream: z.literal('delta') }).partial()

/** The answer to a join that asked for an acknowledgement. */
export const Joined = z.union([
  z.object({ ok: z.literal(true), running: z.array(MessageId) }),
  z.object({ ok: z.literal(false), error: z.string() }),
])
export type Joined = z.infer<typeof Joined>
