import { readFileSync } from 'node:fs'
import type { FileRecord, PassageRange } from '../ports.ts'

/** The record in that file; undefined where there is none, or it is no record. */
export function readRecord(file: string): FileRecord | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isRecord(record) ? record : undefined
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
