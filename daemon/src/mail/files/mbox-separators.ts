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
