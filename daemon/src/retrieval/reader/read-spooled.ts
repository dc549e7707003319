import { readFile } from 'node:fs/promises'
import { recordLine } from '../file-record.ts'
import { cutPassages } from '../passages/cut-passages.ts'
import type { FileReading, FileRecord, ReceivedFile } from '../ports.ts'
import { textOf } from '../text/text-of.ts'

/** A file's record, or why there is none. */
export async function readSpooled(file: ReceivedFile): Promise<FileReading> {
  const { path, bytes, sha256 } = file
  const content = await readFile(file.spool).catch(() => undefined)
  if (!content) return { status: 'failed', reason: 'This file could not be read from the disk.' }
  const found = await textOf(path, content)
  if (found.status !== 'text') return found
  const passages = cutPassages(path, found)
  if (passages.length === 0) return { status: 'skipped', reason: 'The file has no text.' }
  const record: FileRecord = { v: 1, path, bytes, sha256, text: found.text, passages }
  return { status: 'read', record: recordLine(record), passages: passages.length }
}
