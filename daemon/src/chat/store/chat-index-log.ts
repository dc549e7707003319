import { basename } from 'node:path'
import { z } from 'zod'
import type { AppendFile } from '../../platform/storage/append-file.ts'
import { newerVersion } from '../../platform/storage/newer-version.ts'
import { splitJournal } from '../../platform/storage/split-journal.ts'
import { IndexChange } from './chat-index-row.ts'

export interface IndexLog {
  /** The snapshot revision that the log continues; 0 where there is no log. */
  readonly rev: number
  readonly changes: readonly IndexChange[]
  /** True where something was lost, so that the chat files have to be asked. */
  readonly isDamaged: boolean
}

const Header = z.object({ v: z.int().min(1), rev: z.int() })

/** Reads a log of index changes; a torn last line is cut off. Throws `STORE_NEWER`. */
export async function readIndexLog(
  log: AppendFile,
  version: number,
  report: (sentence: string) => void,
): Promise<IndexLog> {
  const { header, rows, damaged, torn } = await splitJournal(
    await log.read(),
    (value) => IndexChange.safeParse(value).data,
  )
  const head = Header.safeParse(header)
  if (head.success && head.data.v > version) throw newerVersion(log.path)
  const isEmpty = rows.length === 0 && damaged.length === 0
  const isDamaged = damaged.length > 0 || (!head.success && !isEmpty)
  if (torn > 0) await log.cut(torn)
  if (torn > 0 || isDamaged) report(`${basename(log.path)} was damaged and has been repaired.`)
  return { rev: head.data?.rev ?? 0, changes: rows, isDamaged }
}
