import { hash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRecord, PassageRange, RecordFile } from '../src/retrieval/file-record.ts'
import { AccountIndex } from '../src/retrieval/index/account-indexes.ts'
import { openIndexFile } from '../src/retrieval/index/index-file.ts'
import { questionWords } from '../src/retrieval/index/index-words.ts'
import { PassageTable } from '../src/retrieval/index/passage-table.ts'
import {
  chooseHits,
  chooseWords,
  searchWords,
  WordWeights,
} from '../src/retrieval/index/rank-passages.ts'

/** A way to search passages. */
export interface SearchArm {
  /** The texts of the best passages, best first. */
  find(question: string, limit: number): readonly string[]
  close(): void
}

const PASSAGES_PER_FILE = 20

/** Writes passages as an upload leaves them: records of files with some passages each. */
export async function writeRecords(
  folder: string,
  texts: readonly string[],
): Promise<RecordFile[]> {
  const home = join(folder, 'files')
  await mkdir(home, { recursive: true })
  const files: RecordFile[] = []
  for (let from = 0; from < texts.length; from += PASSAGES_PER_FILE) {
    const id = `f${from}`
    const record = join(home, `${id}.json`)
    const part = texts.slice(from, from + PASSAGES_PER_FILE)
    await writeFile(record, JSON.stringify(fileRecord(`folder/${id}.md`, part)))
    files.push({ id, record })
  }
  return files
}

/** A file whose passages are these texts. */
export function fileRecord(path: string, texts: readonly string[]): FileRecord {
  const passages: PassageRange[] = []
  let [start, line] = [0, 1]
  for (const text of texts) {
    const lastLine = line + text.split('\n').length - 1
    passages.push({ start, end: start + text.length, firstLine: line, lastLine, heading: '' })
    start += text.length + 1
    line = lastLine + 1
  }
  const text = texts.join('\n')
  return {
    v: 1,
    path,
    bytes: Buffer.byteLength(text),
    sha256: hash('sha256', text),
    text,
    passages,
  }
}

/** Our index of these records, in a home that is new, in the thread that calls. */
export function ourArm(folder: string, files: readonly RecordFile[]): SearchArm {
  return ourArmIn(mkdtempSync(join(folder, 'home-')), files)
}

/** Our index in that home, brought up to these records. */
export function ourArmIn(home: string, files: readonly RecordFile[]): SearchArm {
  const index = buildIn(home, files)
  return {
    find: (question, limit) => index.find(question, limit).map(({ text }) => text),
    close: () => index.close(),
  }
}

/** The same words asked for and ranked alike, whether the files answer the question or not. */
export function ourUncutArm(folder: string, files: readonly RecordFile[]): SearchArm {
  const home = mkdtempSync(join(folder, 'uncut-'))
  buildIn(home, files).close()
  const db = openIndexFile(home)
  const [weights, table] = [new WordWeights(db), new PassageTable(db, home)]
  return {
    find(question, limit) {
      const words = chooseWords(weights.weigh(questionWords(question)), weights)
      const hits = searchWords(db, words, limit).map(({ number }) => number)
      return chooseHits(table, hits, limit).map(({ text }) => text)
    },
    close: () => db.close(),
  }
}

function buildIn(home: string, files: readonly RecordFile[]): AccountIndex {
  const index = new AccountIndex(home)
  index.beginSync(files)
  while (index.continueSync(1000)?.isDone === false);
  return index
}
