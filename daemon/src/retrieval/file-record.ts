import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { lineOf, textIn } from '../platform/records/record-line.ts'

const offset = z.int().min(0)
const line = z.int().min(1)

const PassageRange = z
  .object({
    start: offset,
    end: offset,
    firstLine: line,
    lastLine: line,
    /** Headings, classes and functions around it, outermost first, joined by " › "; or "". */
    heading: z.string(),
  })
  .refine(({ start, end }) => start <= end)
  .refine(({ firstLine, lastLine }) => firstLine <= lastLine)

/** A passage is a stretch of a file's text: `start` and `end` are UTF-16 offsets, lines count from 1. */
export type PassageRange = Readonly<z.infer<typeof PassageRange>>

const FileRecord = z
  .object({
    v: z.literal(1),
    path: z.string(),
    bytes: z.number(),
    /** Hex. */
    sha256: z.string(),
    text: z.string(),
    passages: z.array(PassageRange),
  })
  .refine(({ text, passages }) => passages.every(({ end }) => end <= text.length))

/**
 * What is kept of a file, in a file of its own: its text once, and where the passages lie in it. With
 * path, size and hash of what was received, a lost list of a folder's files is made again.
 */
export type FileRecord = Readonly<
  Omit<z.infer<typeof FileRecord>, 'passages'> & { readonly passages: readonly PassageRange[] }
>

const NEWLINE = 10
const CHECKED = '{"c":"'
const encoder = new TextEncoder()

/** A record as it is kept: one line that carries a check (`record-line.ts`). */
export function recordLine(record: FileRecord): Uint8Array {
  return encoder.encode(lineOf(record))
}

/** The record in the bytes of its file, which may be without a check; undefined where it is damaged. */
export function recordIn(bytes: Buffer): FileRecord | undefined {
  const line = bytes.at(-1) === NEWLINE ? bytes.subarray(0, -1) : bytes
  const isChecked = line.toString('latin1', 0, CHECKED.length) === CHECKED
  try {
    return FileRecord.safeParse(JSON.parse(String(isChecked ? textIn(line) : line))).data
  } catch {
    return undefined
  }
}

/** The record in that file; undefined where there is none, or it is damaged. Blocks the thread. */
export function readRecord(file: string): FileRecord | undefined {
  try {
    return recordIn(readFileSync(file))
  } catch {
    return undefined
  }
}

/** A file as the index needs it. */
export interface RecordFile {
  readonly id: string
  /** Absolute path of its `FileRecord`. */
  readonly record: string
}
