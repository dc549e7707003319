import type { Bench } from '../../.config/bench/measure.ts'
import { AccountIndex } from '../src/retrieval/index/account-indexes.ts'
import { AccountVectors, VectorTable } from '../src/retrieval/index/account-vectors.ts'
import { mergeRanks } from '../src/retrieval/index/rank-passages.ts'
import { seededRandom } from '../test/seeded-random.ts'
import { nearestAmongArrays } from './arms/rag-number-arrays.ts'
import { ourArm, writeRecords } from './rag-arms.ts'
import { GATED_PASSAGES, type KnownItem, passagesOf, questionsOf } from './rag-passages.ts'

const DIMENSIONS = 384
const LIMIT = 10
const SEED = 7

/** Q7 and Q9: comparing vectors, and merging what words and vectors find. */
export async function benchMerged(
  bench: Bench,
  items: readonly KnownItem[],
  folder: string,
): Promise<void> {
  if (bench.wants('Q7')) await dense(bench)
  if (bench.wants('Q9')) {
    mergedAsWritten(bench)
    await withoutVectors(bench, items, folder)
  }
}

async function dense(bench: Bench): Promise<void> {
  const count = GATED_PASSAGES
  const random = seededRandom(SEED)
  const numbers = () => Array.from({ length: DIMENSIONS }, () => random() - 0.5)
  const vectors = Array.from({ length: count }, numbers)
  const table = new VectorTable(DIMENSIONS)
  for (const [id, vector] of vectors.entries()) table.add(`${id}`, Float32Array.from(vector))
  const queries = Array.from({ length: 10 }, numbers)
  const figures = await bench.compare('Q7', {
    ours: async () => {
      for (const query of queries) table.nearest(Float32Array.from(query), LIMIT)
    },
    arrays: async () => {
      for (const query of queries) nearestAmongArrays(vectors, query, LIMIT)
    },
  })
  for (const query of queries) {
    const ours = table.nearest(Float32Array.from(query), LIMIT).map(({ hash }) => Number(hash))
    const arrays = nearestAmongArrays(vectors, query, LIMIT)
    bench.check(String(ours) === String(arrays), 'the nearest vectors are others')
  }
  const value = figures.ours.median / figures.arrays.median
  const what = `${count} x ${DIMENSIONS}: nearest, ours / arrays of numbers`
  bench.gate({ id: 'Q7', what, value, max: 0.25 })
}

/** The formula as it is written, for every key over every list. */
function mergedAsWritten(bench: Bench): void {
  const random = seededRandom(SEED)
  let different = 0
  for (let round = 0; round < 500; round++) {
    const list = () => {
      const keys = Array.from({ length: 60 }, (_, key) => ({ key, at: random() }))
      const mixed = keys.sort((a, b) => a.at - b.at).map(({ key }) => key)
      return mixed.slice(0, Math.floor(random() * 50))
    }
    const lists = [list(), list()]
    const keys = [...new Set(lists.flat())]
    const score = (key: number) =>
      lists
        .map((each) => each.indexOf(key))
        .reduce((sum, at) => (at < 0 ? sum : sum + 1 / (60 + at + 1)), 0)
    const plain = keys
      .map((key, at) => ({ key, at, score: score(key) }))
      .sort((a, b) => b.score - a.score || a.at - b.at)
    const same = JSON.stringify(plain.map(({ key }) => key))
    if (JSON.stringify(mergeRanks(lists)) !== same) different += 1
  }
  const what = 'merged ranks that differ from the formula, of 500'
  bench.gate({ id: 'Q9', what, value: different, max: 0, isExact: true })
}

/** Where no vectors are, and where only another model's are, the words decide alone. */
async function withoutVectors(
  bench: Bench,
  items: readonly KnownItem[],
  folder: string,
): Promise<void> {
  const [count = 1] = bench.sizes([1000])
  const files = await writeRecords(folder, passagesOf(items, count))
  const words = ourArm(folder, files)
  const index = new AccountIndex(folder)
  index.beginSync(files)
  while (index.continueSync(1000)?.isDone === false);
  const vectors = new AccountVectors(folder, () => index.table.hashes())
  const random = seededRandom(SEED)
  const vector = () => Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5)
  vectors.keep(
    'another model',
    [...index.table.hashes()].map((hash) => ({ hash, vector: vector() })),
  )
  let different = 0
  const questions = questionsOf(items, { passages: count, questions: 100 })
  for (const { question } of questions) {
    const near = vectors.nearest({ model: 'this model', vector: vector() }, LIMIT)
    const found = index.find(question, LIMIT, near).map(({ text }) => text)
    if (String(found) !== String(words.find(question, LIMIT))) different += 1
  }
  bench.check(questions.length > 0, 'nothing was asked')
  const what = `answers that differ from FTS5 alone, of ${questions.length}`
  bench.gate({ id: 'Q9', what, value: different, max: 0, isExact: true })
  words.close()
  index.close()
  vectors.close()
}
