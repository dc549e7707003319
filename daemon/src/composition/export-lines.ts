import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
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

/** A file cannot be read back: it is not whole or not ours, or a later Shortlist has written it. */
export class NoExport extends Error {
  override readonly name = 'NoExport'
  readonly reason: 'damaged' | 'newer'

  constructor(reason: 'damaged' | 'newer', options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** Records of one line. */
const LINE_RECORDS = 1000

/** Records in the lines that they are written in: one that is longer is not read back. */
export function* inLines<Item>(records: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < records.length; from += LINE_RECORDS)
    yield records.slice(from, from + LINE_RECORDS)
}

/** Longer ones are no lines of ours, in bytes. */
const LINE_MAX = 64 * 1024 * 1024

/** The lines of an exported file, in order. Throws `NoExport`, and what the disk throws. */
export async function* readExport(path: string): AsyncGenerator<ExportLine> {
  for await (const text of textLines(path)) yield parse(text)
}

/** Throws `NoExport` where the file is not whole, before anything is changed. */
export async function verifyExport(path: string): Promise<void> {
  const sum = createHash('sha256')
  let first: ExportLine | undefined
  let last: ExportLine | undefined
  for await (const text of textLines(path)) {
    if (last?.kind === 'end') throw new NoExport('damaged')
    last = parse(text)
    first ??= last
    if (last.kind !== 'end') sum.update(`${text}\n`)
  }
  if (first?.kind !== 'shortlist-export') throw new NoExport('damaged')
  if (first.v > EXPORT_VERSION) throw new NoExport('newer')
  if (last?.kind !== 'end' || last.sha256 !== sum.digest('hex')) throw new NoExport('damaged')
}

async function* textLines(path: string): AsyncGenerator<string> {
  let begun: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      yield lineOf([...begun, chunk.subarray(from, at)])
      begun = []
      size = 0
      from = at + 1
    }
    begun.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > LINE_MAX) throw new NoExport('damaged')
  }
  if (size > 0) yield lineOf(begun)
}

/** An editor may have written other ends of lines. */
function lineOf(parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString().replace(/\r$/, '')
}

function parse(text: string): ExportLine {
  try {
    return ExportLine.parse(JSON.parse(text))
  } catch (cause) {
    throw new NoExport('damaged', { cause })
  }
}
