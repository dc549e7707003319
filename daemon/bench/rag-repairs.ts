import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Bench } from '../../.config/bench/measure.ts'
import type { RecordFile } from '../src/retrieval/file-record.ts'
import { PassageIndex } from '../src/retrieval/index/passage-index.ts'
import { writeRecords } from './rag-arms.ts'
import { type KnownItem, passagesOf, questionsOf } from './rag-passages.ts'

const LIMIT = 6

/** Q10: an index that is gone or spoilt is made again and answers as before. */
export async function benchRepairs(
  bench: Bench,
  items: readonly KnownItem[],
  folder: string,
): Promise<void> {
  if (!bench.wants('Q10')) return
  const [count = 1] = bench.sizes([1000])
  const files = await writeRecords(folder, passagesOf(items, count))
  const file = join(folder, 'index.sqlite')
  const questions = questionsOf(items, { passages: count, questions: 50 })
  const ask = () => answers(folder, files, questions)
  const before = await ask()
  bench.check(
    before.filter((found) => found.length > 0).length > before.length / 2,
    'the index finds nothing',
  )
  const faults: Record<string, () => Promise<void>> = {
    deleted: () => rm(file),
    'cut short': () => truncate(file, 20_000),
    emptied: () => truncate(file, 0),
    'of another version': async () => {
      const db = new DatabaseSync(file)
      db.exec('pragma user_version = 9999')
      db.close()
    },
  }
  for (const [fault, spoil] of Object.entries(faults)) {
    await spoil()
    const after = await ask()
    const different = after.filter((found, at) => String(found) !== String(before[at])).length
    const what = `${fault}: answers that differ, of ${questions.length}`
    bench.gate({ id: 'Q10', what, value: different, max: 0, isExact: true })
  }
}

async function answers(
  home: string,
  files: readonly RecordFile[],
  questions: readonly { readonly question: string }[],
): Promise<string[][]> {
  const index = new PassageIndex()
  try {
    await index.sync(home, files)
    const all: string[][] = []
    for (const { question } of questions) {
      const found = await index.find(home, question, LIMIT)
      all.push(found.map(({ text }) => text))
    }
    return all
  } finally {
    await index.close()
  }
}
