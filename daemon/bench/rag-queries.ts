import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from '../../.config/bench/measure.ts'
import { quantile, slope } from '../../.config/bench/statistics.ts'
import { bm25Arm } from './arms/rag-bm25.ts'
import { plainFts5Arm } from './arms/rag-fts5-plain.ts'
import { miniSearchArm } from './arms/rag-minisearch.ts'
import { ourArm, type SearchArm, writeRecords } from './rag-arms.ts'
import { GATED_PASSAGES, type KnownItem, passagesOf, questionsOf } from './rag-passages.ts'

const QUESTIONS = 100
const LIMIT = 6

/** Q2 and Q4: what a question costs, and how that grows with the passages. */
export async function benchQueries(
  bench: Bench,
  items: readonly KnownItem[],
  folder: string,
): Promise<void> {
  if (bench.wants('Q2')) await besideOthers(bench, items, folder)
  if (bench.wants('Q4')) await bySize(bench, items, folder)
}

async function besideOthers(
  bench: Bench,
  items: readonly KnownItem[],
  folder: string,
): Promise<void> {
  const count = GATED_PASSAGES
  const texts = passagesOf(items, count)
  const arms = {
    ours: ourArm(folder, await writeRecords(folder, texts)),
    miniSearch: miniSearchArm(texts),
    'FTS5, plain': plainFts5Arm(texts, join(mkdtempSync(join(folder, 'p-')), 'db')),
    'BM25 in memory': bm25Arm(texts),
  }
  const questions = questionsOf(items, { passages: count, questions: QUESTIONS })
  const slow: Record<string, number[]> = {}
  const timed = (name: string, arm: SearchArm) => async () => {
    const walls = wallsOf(arm, questions)
    slow[name] ??= []
    slow[name].push(quantile(walls, 0.95))
    return quantile(walls, 0.5)
  }
  const figures = await bench.compare('Q2', {
    ours: timed('ours', arms.ours),
    miniSearch: timed('miniSearch', arms.miniSearch),
    'FTS5, plain': timed('FTS5, plain', arms['FTS5, plain']),
    'BM25 in memory': timed('BM25 in memory', arms['BM25 in memory']),
  })
  for (const arm of Object.values(arms)) arm.close()
  const p95 = (name: string) => quantile(slow[name] ?? [], 0.5)
  for (const name of Object.keys(slow)) bench.note('Q2', `${name}, p95`, p95(name), 'ms')
  const middle = figures.ours.median / figures.miniSearch.median
  bench.gate({ id: 'Q2', what: 'p50: ours / MiniSearch', value: middle, max: 0.15 })
  const high = p95('ours') / p95('miniSearch')
  bench.gate({ id: 'Q2', what: 'p95: ours / MiniSearch', value: high, max: 0.12 })
}

async function bySize(bench: Bench, items: readonly KnownItem[], folder: string): Promise<void> {
  const sizes = bench.sizes([1000, 3162, 10_000, 31_623, 100_000])
  // the same questions for every size, whose passages are in the smallest
  const questions = questionsOf(items, { passages: sizes[0] ?? 1, questions: QUESTIONS })
  const arms: Record<string, () => Promise<number>> = {}
  const opened: SearchArm[] = []
  for (const count of sizes) {
    const own = mkdtempSync(join(folder, 'size-'))
    const arm = ourArm(own, await writeRecords(own, passagesOf(items, count)))
    opened.push(arm)
    arms[`${count} passages`] = async () => quantile(wallsOf(arm, questions), 0.5)
  }
  const figures = await bench.compare('Q4', arms)
  for (const arm of opened) arm.close()
  const points = sizes.map((count) => [count, figures[`${count} passages`]?.median ?? 0] as const)
  bench.gate({ id: 'Q4', what: 'query p50: slope in passages', value: slope(points), max: 1.05 })
}

function wallsOf(arm: SearchArm, questions: readonly { readonly question: string }[]): number[] {
  return questions.map(({ question }) => {
    const begin = performance.now()
    arm.find(question, LIMIT)
    return performance.now() - begin
  })
}
