import { createHash } from 'node:crypto'
import { StoredImage, StoredMessage } from '@shortlist/contracts/chat'
import { z } from 'zod'
import type { WholeChat } from '../chat/store/chat-store.ts'

/** A file that holds accounts and chats alone. */
export const CHATS_VERSION = 1
/** A file of one account, with everything; a file of a later version is refused. */
export const EXPORT_VERSION = 2

/** One line of an exported file (JSON Lines, UTF-8). Images stand before the chat they belong to. */
export const ExportLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shortlist-export'), v: z.number() }),
  z.object({
    kind: z.literal('account'),
    id: z.string(),
    email: z.string(),
    createdAt: z.string(),
  }),
  z.object({ kind: z.literal('image'), image: StoredImage, base64: z.string() }),
  z.object({
    kind: z.literal('chat'),
    userId: z.string(),
    chatId: z.string(),
    createdAt: z.string(),
    title: z.string().nullable(),
    messages: z.array(StoredMessage),
  }),
  /** What the account has set, by name; no secret. */
  z.object({ kind: z.literal('settings'), settings: z.record(z.string(), z.unknown()) }),
  /** Records of a log as they are kept: of mails and marks, or of appointments with their history. */
  z.object({
    kind: z.literal('records'),
    of: z.enum(['mail', 'appointments']),
    head: z.unknown(),
    rows: z.array(z.unknown()),
  }),
  /** What the local calendar holds. */
  z.object({ kind: z.literal('events'), events: z.array(z.unknown()) }),
  /** An uploaded file: its path, its text and where its passages lie. */
  z.object({ kind: z.literal('file'), folder: z.string(), file: z.unknown() }),
  /** The last line: a checksum over the bytes of all lines before it. */
  z.object({ kind: z.literal('end'), sha256: z.string() }),
])
export type ExportLine = z.infer<typeof ExportLine>

/** Chats with their images before them. */
export async function* chatLines(chats: AsyncIterable<WholeChat>): AsyncGenerator<ExportLine> {
  for await (const { images, messages, ...chat } of chats) {
    for await (const { image, bytes } of images)
      yield { kind: 'image', image, base64: Buffer.from(bytes).toString('base64') }
    yield { kind: 'chat', ...chat, messages: [...messages] }
  }
}

/** The same as texts, each with its newline, and the line at the end that says that all are there. */
export async function* checkedTexts(lines: AsyncIterable<ExportLine>): AsyncGenerator<string> {
  const sum = createHash('sha256')
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`
    sum.update(text)
    yield text
  }
  const end: ExportLine = { kind: 'end', sha256: sum.digest('hex') }
  yield `${JSON.stringify(end)}\n`
}
