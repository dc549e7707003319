import type { FileHandle } from 'node:fs/promises'

/** Where one mail of an mbox lies; the `From ` line and the empty line after it are no part of it. */
export interface MboxRange {
  readonly start: number
  readonly end: number
  /** The `From ` line, without its end. */
  readonly separator: string
}

const BLOCK_BYTES = 1024 * 1024
/** A separator that spans two blocks is seen whole in the second one. */
const OVERLAP_BYTES = 2048
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Address and date (RFC 4155, appendix A), with or without a zone; a sentence has no such end. */
const separatorLine = /^From .*\d{1,2}:\d\d(:\d\d)?.*\b\d{4}\b/

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
  for await (const { lineStart, lineEnd, line, emptyLine } of separators(file, size, signal)) {
    if (open) ranges.push({ ...open, end: lineStart - emptyLine })
    open = { start: lineEnd, separator: line }
  }
  if (open) ranges.push({ ...open, end: size - (await finalEmptyLine(file, size)) })
  return ranges.filter(({ start, end }) => end > start)
}

interface Separator {
  readonly lineStart: number
  readonly lineEnd: number
  readonly line: string
  /** How many bytes the empty line before it has. */
  readonly emptyLine: number
}

async function* separators(
  file: FileHandle,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Separator> {
  const block = Buffer.alloc(BLOCK_BYTES)
  let seen = -1
  for (let at = 0; at < size; at += BLOCK_BYTES - OVERLAP_BYTES) {
    signal.throwIfAborted()
    const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, at)
    const bytes = block.subarray(0, bytesRead)
    for (const { lineStart, ...found } of separatorsIn(bytes, at === 0, at + bytesRead >= size)) {
      if (at + lineStart <= seen) continue
      seen = at + lineStart
      yield { ...found, lineStart: seen, lineEnd: at + found.lineEnd }
    }
  }
}

function* separatorsIn(bytes: Buffer, isFirst: boolean, isLast: boolean): Generator<Separator> {
  let lineStart = isFirst && bytes.indexOf('From ') === 0 ? 0 : nextLine(bytes, 0)
  for (; lineStart >= 0; lineStart = nextLine(bytes, lineStart)) {
    const lineFeed = bytes.indexOf(LINE_FEED, lineStart)
    if (lineFeed < 0 && !isLast) return
    const lineEnd = lineFeed < 0 ? bytes.length : lineFeed + 1
    const emptyLine = lineStart === 0 ? 0 : emptyLineBefore(bytes, lineStart)
    const line = bytes.toString('latin1', lineStart, lineEnd).trimEnd()
    if ((lineStart === 0 || emptyLine > 0) && separatorLine.test(line)) {
      yield { lineStart, lineEnd, line, emptyLine }
    }
  }
}

function nextLine(bytes: Buffer, after: number): number {
  const found = bytes.indexOf('\nFrom ', after)
  return found < 0 ? -1 : found + 1
}

function emptyLineBefore(bytes: Buffer, at: number): number {
  const isEnd = (offset: number) => bytes[offset] === LINE_FEED
  if (!isEnd(at - 1)) return 0
  if (isEnd(at - 2)) return 1
  return bytes[at - 2] === CARRIAGE_RETURN && isEnd(at - 3) ? 2 : 0
}

async function finalEmptyLine(file: FileHandle, size: number): Promise<number> {
  const bytes = Buffer.alloc(Math.min(4, size))
  await file.read(bytes, 0, bytes.length, size - bytes.length)
  return emptyLineBefore(bytes, bytes.length)
}
