import { readFileSync } from 'node:fs'
import { lineOf, textIn } from '../platform/records/record-line.ts'
import type { FileRecord, PassageRange } from './ports.ts'

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
    const record: unknown = JSON.parse(String(isChecked ? textIn(line) : line))
    return isRecord(record) ? record : undefined
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

function isRecord(value: unknown): value is FileRecord {
  if (!isObject(value)) return false
  const { v, path, text, passages } = value
  if (v !== 1 || typeof path !== 'string' || typeof text !== 'string') return false
  return Array.isArray(passages) && passages.every((each) => isRange(each, text.length))
}

function isRange(value: unknown, length: number): value is PassageRange {
  if (!isObject(value)) return false
  const { start, end, firstLine, lastLine, heading } = value
  return (
    isWithin(start, 0, length) &&
    isWithin(end, start, length) &&
    isWithin(firstLine, 1, Number.MAX_SAFE_INTEGER) &&
    isWithin(lastLine, firstLine, Number.MAX_SAFE_INTEGER) &&
    typeof heading === 'string'
  )
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
