import { type ChatListItem, Mode, StoredMessage } from '@shortlist/contracts/chat'
import { z } from 'zod'
import type {
  Answer,
  Choice,
  Projection,
  RecordKind,
  Tables,
} from '../../platform/records/record-log.ts'
import { tokensAfter } from '../prompt/build-prompt.ts'

/** Whose conversation a log is, and since when (ISO 8601, UTC). */
export const ChatHead = z.object({ userId: z.string(), chatId: z.string(), createdAt: z.string() })
export type ChatHead = z.infer<typeof ChatHead>

/**
 * What is said in a chat, and what is said of it: its title, and how far a running reply has come,
 * which the bot message of the same `messageId` ends.
 */
export const ChatRow = z.union([
  StoredMessage,
  z.object({ kind: z.literal('title'), title: z.string() }),
  z.object({ kind: z.literal('partial'), message: StoredMessage }),
])
export type ChatRow = z.infer<typeof ChatRow>

/** A chat's log and what it begins with. */
export interface ChatLog {
  readonly log: string
  readonly head: ChatHead
}

/** What a text of a row begins with that is no message. */
const KIND = Buffer.from('{"kind":')
const PREVIEW_CHARACTERS = 80
/** Less than this is not worth a rewrite. */
const COMPACT_CHARACTERS = 64 * 1024

export function isMessage(row: ChatRow): row is StoredMessage {
  return !('kind' in row)
}

/** The same of a row's JSON text. */
export function isMessageText(text: Buffer): boolean {
  // most are messages, none of whose keys begins with this letter
  return text[2] !== KIND[2] || !KIND.equals(text.subarray(0, KIND.length))
}

/** Whether a row only says why its question got no answer: it is no message of the conversation. */
export function isFailure({ role, content, error }: StoredMessage): boolean {
  return role === 'bot' && error !== undefined && content.trim() === ''
}

/** Messages, the last title, and how far those replies have come that have not ended. */
export function choosingRows(): Choice<ChatRow> {
  const messages: number[] = []
  const latest = new Map<string, number>()
  return {
    see(row, at) {
      if (isMessage(row)) {
        messages.push(at)
        if (row.role === 'bot') latest.delete(replyKey(row))
      } else latest.set(row.kind === 'title' ? 'title' : replyKey(row.message), at)
    },
    counting: () => [...messages, ...latest.values()],
  }
}

/**
 * `prompted`: how many messages there were when `tokens` was counted. `live` and `dead`: characters of
 * what counts in a log and of what does not, titles left out.
 */
const tables = `
create table chats_list (
  log text primary key, owner text not null, chat text not null, created text not null,
  first_message text not null, last_message text not null, messages integer not null default 0,
  preview text not null default '', title text, tokens integer, mode text, prompted integer,
  failures integer not null default 0,
  live integer not null default 0, dead integer not null default 0
) without rowid;
create index chats_by_chat on chats_list (owner, chat);
create index chats_by_time on chats_list (owner, last_message, chat);
create table chats_partials (
  log text not null, reply text not null, message text not null, primary key (log, reply)
) without rowid;
`

/** Lists of chats, and the replies that have not ended. */
const projection: Projection<ChatRow, ChatHead> = {
  name: 'chats',
  version: 1,
  tables,
  apply(tables, row, { log, head: { userId, chatId, createdAt } }) {
    tables.run(
      'insert or ignore into chats_list (log, owner, chat, created, first_message, last_message) values (?1, ?2, ?3, ?4, ?4, ?4)',
      log,
      userId,
      chatId,
      createdAt,
    )
    if (isMessage(row)) return addMessage(tables, log, row)
    if (row.kind === 'title') {
      tables.run('update chats_list set title = ? where log = ?', row.title, log)
      return
    }
    const message = JSON.stringify(row.message)
    const reply = replyKey(row.message)
    tables.run('insert or replace into chats_partials values (?, ?, ?)', log, reply, message)
    tables.run('update chats_list set dead = dead + ? where log = ?', message.length, log)
  },
  forget(tables, log) {
    tables.run('delete from chats_list where log = ?', log)
    tables.run('delete from chats_partials where log = ?', log)
  },
}

/** The conversations of a data folder, a log each. */
export const chatRecords: RecordKind<ChatRow, ChatHead> = {
  version: 1,
  row: ChatRow,
  head: ChatHead,
  projection,
}

function addMessage(tables: Tables, log: string, message: StoredMessage): void {
  const { role, content, timestamp = null, mode = 'chat' } = message
  if (role === 'bot') {
    tables.run('delete from chats_partials where log = ? and reply = ?', log, replyKey(message))
  }
  if (isFailure(message)) {
    tables.run('update chats_list set failures = failures + 1 where log = ?', log)
    return
  }
  tables.run(
    `update chats_list set first_message = iif(messages = 0, ifnull(?1, created), first_message),
      last_message = ifnull(?1, last_message), preview = iif(messages = 0, ?2, preview),
      messages = messages + 1, live = live + ?3 where log = ?4`,
    timestamp,
    previewOf(content),
    content.length,
    log,
  )
  const tokens = tokensAfter(message)
  if (tokens === undefined) return
  const counted = 'update chats_list set tokens = ?, mode = ?, prompted = messages where log = ?'
  tables.run(counted, tokens, mode, log)
}

/** Message ids of one look may be a number and a text. */
function replyKey({ messageId }: StoredMessage): string {
  return JSON.stringify(messageId ?? null)
}

function previewOf(content: string): string {
  return content
    .slice(0, PREVIEW_CHARACTERS * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW_CHARACTERS)
}

export type KnownChat = NonNullable<ReturnType<typeof chatOf>>

/** What is known of a chat without reading it; undefined for an unknown one. */
export function chatOf(tables: Tables, userId: string, chatId: string) {
  const sql = 'select * from chats_list where owner = ? and chat = ? limit 1'
  const found = tables.get(sql, userId, chatId)
  if (!found) return undefined
  const { title, tokens, mode, prompted, failures, live, dead } = found
  return {
    ...chatLog(found),
    title: title === null ? null : String(title),
    lastPrompt:
      tokens === null
        ? undefined
        : { tokens: Number(tokens), mode: Mode.parse(mode), messageCount: Number(prompted) },
    /** True where a row is no message but belongs to one (`isFailure`). */
    hasFailures: Number(failures) > 0,
    /** More of its log could go than would stay. */
    isWorthCompacting: Number(dead) > Math.max(Number(live), COMPACT_CHARACTERS),
  }
}

/** An account's chats that hold a message, newest last message first. */
export function listOf(tables: Tables, userId: string, limit: number): readonly ChatListItem[] {
  const sql = `select chat, messages, first_message, last_message, preview, title from chats_list
    where owner = ? and messages > 0 order by last_message desc, chat desc limit ?`
  return tables.all(sql, userId, limit).map((found) => ({
    id: String(found.chat),
    chatId: String(found.chat),
    messageCount: Number(found.messages),
    firstMessage: String(found.first_message),
    lastMessage: String(found.last_message),
    preview: String(found.preview),
    title: found.title === null ? null : String(found.title),
  }))
}

/** Whether a chat is kept in the log of that name. */
export function isLog(tables: Tables, log: string): boolean {
  return tables.get('select 1 from chats_list where log = ?', log) !== undefined
}

/** The logs of an account, or of all accounts, oldest last message first. */
export function logsOf(tables: Tables, userId: string | null): readonly ChatLog[] {
  const sql = 'select * from chats_list where ?1 is null or owner = ?1 order by last_message, chat'
  return tables.all(sql, userId).map(chatLog)
}

/** What the replies have said that have not ended. */
export function openReplies(
  tables: Tables,
): readonly (ChatLog & { readonly message: StoredMessage })[] {
  const sql = 'select * from chats_partials join chats_list using (log)'
  return tables.all(sql).map((found) => {
    const message = StoredMessage.parse(JSON.parse(String(found.message)))
    return { ...chatLog(found), message }
  })
}

function chatLog({ log, owner, chat, created }: Answer): ChatLog {
  const head = { userId: String(owner), chatId: String(chat), createdAt: String(created) }
  return { log: String(log), head }
}
