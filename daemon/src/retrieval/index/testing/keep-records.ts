import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRecord, PassageRange, RecordFile } from '../../file-record.ts'
import { AccountIndex, type SyncProgress } from '../account-indexes.ts'

/** What a test says of a file; without passages it is cut every 40 lines. */
export interface FileToKeep {
  readonly id: string
  readonly path: string
  readonly text: string
  readonly passages?: readonly PassageRange[]
}

/** Writes the records of files into a home, as an upload leaves them. */
export async function keepRecords(
  home: string,
  files: readonly FileToKeep[],
): Promise<RecordFile[]> {
  await mkdir(join(home, 'records'), { recursive: true })
  return Promise.all(
    files.map(async ({ id, path, text, passages = everyLines(text, 40) }) => {
      const file: FileRecord = { v: 1, path, bytes: text.length, sha256: '', text, passages }
      const record = join(home, 'records', `${id}.json`)
      await writeFile(record, JSON.stringify(file))
      return { id, record }
    }),
  )
}

/** Passages of so many lines. */
export function everyLines(text: string, count: number): PassageRange[] {
  const lines = text.split('\n')
  const passages: PassageRange[] = []
  let start = 0
  for (let at = 0; at < lines.length; at += count) {
    const part = lines.slice(at, at + count)
    const end = start + part.join('\n').length
    passages.push({ start, end, firstLine: at + 1, lastLine: at + part.length, heading: '' })
    start = end + 1
  }
  return passages
}

const letters = 'bcdfghkmnpqrtvwx'

/** A word that stands for two numbers and has no parts, and no other forms. */
export function wordOf(file: number, line: number): string {
  const spelt = (number: number) =>
    [...number.toString(16)].map((digit) => letters[Number.parseInt(digit, 16)]).join('')
  return `z${spelt(file)}z${spelt(line)}`
}

/** So many files of so many lines, each with `wordOf` it. */
export function manyFiles(files: number, lines: number, prefix = 'f'): FileToKeep[] {
  return Array.from({ length: files }, (_, file) => ({
    id: `${prefix}${file}`,
    path: `folder/${prefix}${file}.md`,
    text: Array.from(
      { length: lines },
      (_line, line) => `common words of every line and ${wordOf(file, line)}`,
    ).join('\n'),
  }))
}

export function openHome(home: string): AccountIndex {
  return new AccountIndex(home)
}

/** Brings a home to its end, in steps of so many milliseconds. */
export function bringUp(
  index: AccountIndex,
  files: readonly RecordFile[],
  milliseconds = 1000,
): SyncProgress & { readonly steps: number } {
  index.beginSync(files)
  for (let steps = 1; ; steps++) {
    const progress = index.continueSync(milliseconds)
    if (!progress) throw new Error('no sync runs')
    if (progress.isDone) return { ...progress, steps }
  }
}
