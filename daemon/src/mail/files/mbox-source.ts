import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import { readDate } from '../message/read-date.ts'
import {
  fileFailure,
  HEAD_BYTES,
  type MailSource,
  readRange,
  receivedAt,
  type SourceMail,
  sourceUid,
  wantedBytes,
} from './source-mailbox.ts'

/**
 * The mails of an mbox file (RFC 4155), or of a file that is a single mail. A mail's number is a hash
 * of its headers and length, so it stays the same when others are added, removed or put in another
 * order; the file is searched again only after it has changed.
 */
export function mboxSource(file: string): Omit<MailSource, 'identity'> {
  async function opened<Result>(
    signal: AbortSignal,
    work: (handle: FileHandle, stats: Stats) => Promise<Result>,
  ): Promise<Result> {
    try {
      await using handle = await open(file)
      return await work(handle, await handle.stat())
    } catch (error) {
      signal.throwIfAborted()
      throw fileFailure(file, error)
    }
  }

  return {
    version: (signal) =>
      opened(signal, async (handle, { size, mtimeMs }) => {
        await formatOf(handle, file, size)
        return `${size}:${mtimeMs}`
      }),
    list: (signal) => opened(signal, (handle, stats) => mailsIn(handle, file, stats, signal)),
  }
}

async function mailsIn(
  handle: FileHandle,
  file: string,
  { size, mtime }: Stats,
  signal: AbortSignal,
): Promise<SourceMail[]> {
  const isMbox = (await formatOf(handle, file, size)) === 'mbox'
  const whole = { start: 0, end: size, separator: '' }
  const ranges = isMbox ? await findMboxRanges(handle, size, signal) : [whole]
  const head = Buffer.alloc(HEAD_BYTES)
  const mails = new Map<number, SourceMail>()
  for (const range of ranges) {
    signal.throwIfAborted()
    const length = Math.min(HEAD_BYTES, range.end - range.start)
    const { bytesRead } = await handle.read(head, 0, length, range.start)
    const mail = mailAt(file, range, head.subarray(0, bytesRead), mtime)
    mails.set(mail.uid, mail)
  }
  return [...mails.values()]
}

async function formatOf(handle: FileHandle, file: string, size: number): Promise<'mbox' | 'mail'> {
  const beginning = Buffer.alloc(Math.min(1024, size))
  await handle.read(beginning, 0, beginning.length, 0)
  const text = beginning.toString('latin1')
  if (text === '' || text.startsWith('From ')) return 'mbox'
  if (/^[!-9;-~]+:.*\n/.test(text)) return 'mail'
  throw new AppError('MAIL_FILE', `Cannot read the mailbox ${file}: It is no mbox file.`)
}

function mailAt(
  file: string,
  { start, end, separator }: MboxRange,
  head: Buffer,
  mtime: Date,
): SourceMail {
  const uid = uidOf(head, end - start)
  const written = readDate(separatorDate(separator)).date
  const received = receivedAt(head, written === null ? mtime : new Date(written))

  return {
    uid,
    receivedAt: async () => received,
    async read() {
      const raw = await readRange(file, start, wantedBytes(end - start)).catch((error) => {
        throw fileFailure(file, error)
      })
      if (uidOf(raw.subarray(0, HEAD_BYTES), end - start) !== uid) {
        throw new AppError('MAIL_FILE', `Cannot read the mailbox ${file}: It changes right now.`)
      }
      const isWhole = raw.length >= end - start
      return { uid, receivedAt: received, source: unquote(raw), isWhole, parts: [] }
    },
  }
}

/** Headers in which mail programs keep what the user does with a mail. */
const statusHeaders =
  /^(X-Mozilla-[\w-]+|X-Status|Status|X-Keywords|X-UID|X-IMAP[\w-]*):.*\r?\n(?:[ \t].*\r?\n)*/gim

function uidOf(head: Buffer, length: number): number {
  const text = head.toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  if (!end) return sourceUid(text, String(length))
  const headers = text.slice(0, end.index + end[0].length)
  return sourceUid(headers.replace(statusHeaders, ''), String(length - headers.length))
}

/** `From ada@acme.example Mon Mar  2 09:00:00 2026`: in UTC unless it names a zone. */
function separatorDate(separator: string): string {
  const date = separator.replace(/^From \S*\s*/, '')
  return /[+-]\d{4}|\b[A-Z]{3,4}\b/.test(date) ? date : `${date} +0000`
}

/** Undoes the quoting of `From ` at the beginning of a line ("mboxrd"). */
function unquote(raw: Buffer): Buffer {
  if (!raw.includes('\n>')) return raw
  return Buffer.from(raw.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1')
}

/** Where one mail of an mbox lies; the `From ` line and the empty line after it are no part of it. */
interface MboxRange {
  readonly start: number
  readonly end: number
  /** The `From ` line, without its end. */
  readonly separator: string
}

const BLOCK_BYTES = 1024 * 1024
/** A separator that spans two blocks is seen whole in the second one. */
const OVERLAP_BYTES = 2048

/** Address and date (RFC 4155, appendix A), with or without a zone; a sentence has no such end. */
const separatorLine = /\nFrom .{0,500}\d{1,2}:\d\d(:\d\d)?.{0,500}\b\d{4}\b.*\r?(\n|$)/g

/**
 * Finds the mails of an mbox in one pass that keeps a megabyte in memory. A separator is a `From `
 * line with a date that follows an empty line or begins the file.
 */
export async function findMboxRanges(
  file: FileHandle,
  size: number,
  signal: AbortSignal,
): Promise<MboxRange[]> {
  const ranges: MboxRange[] = []
  let open: { start: number; separator: string } | undefined
  const end = (at: number, before: string) => {
    if (open) ranges.push({ ...open, end: at - emptyLineAtEnd(before) })
  }
  // as if an empty line stood before the file
  let text = '\n\n'
  let from = -text.length
  const block = Buffer.alloc(BLOCK_BYTES)
  while (from + text.length < size) {
    signal.throwIfAborted()
    const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, from + text.length)
    if (bytesRead === 0) break
    text += block.toString('latin1', 0, bytesRead)
    const isLast = from + text.length >= size
    for (const { 0: found, index } of text.matchAll(separatorLine)) {
      const before = text.slice(Math.max(0, index - 2), index + 1)
      const start = from + index + found.length
      const isKnown = open !== undefined && start <= open.start
      if (isKnown || emptyLineAtEnd(before) === 0 || !(isLast || found.endsWith('\n'))) continue
      end(from + index + 1, before)
      open = { start, separator: found.trim() }
    }
    from += Math.max(0, text.length - OVERLAP_BYTES)
    text = text.slice(-OVERLAP_BYTES)
  }
  end(size, text)
  return ranges.filter(({ start, end }) => end > start)
}

/** How many bytes the empty line has that a text ends with; 0 where there is none. */
function emptyLineAtEnd(text: string): number {
  return /\n(\r?\n)$/.exec(text.slice(-3))?.[1]?.length ?? 0
}
