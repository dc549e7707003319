import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from '../../.config/bench/measure.ts'
import { bm25Arm } from './arms/rag-bm25.ts'
import { plainFts5Arm } from './arms/rag-fts5-plain.ts'
import { miniSearchArm } from './arms/rag-minisearch.ts'
import { ourArm, ourArmIn, type SearchArm, writeRecords } from './rag-arms.ts'
import { GATED_PASSAGES, type KnownItem, passagesOf } from './rag-passages.ts'

/** Q1 and Q5: what building an index costs, and opening one that is there. */
export async function benchBuilds(
  bench: Bench,
  items: readonly KnownItem[],
  folder: string,
): Promise<void> {
  if (!bench.wants('Q1') && !bench.wants('Q5')) return
  const count = GATED_PASSAGES
  const texts = passagesOf(items, count)
  const files = await writeRecords(folder, texts)
  const question = 'listening to events of a socket'

  function timed(build: () => SearchArm) {
    return async () => {
      const begin = performance.now()
      const arm = build()
      const wall = performance.now() - begin
      bench.check(arm.find(question, 1).length === 1, 'an index was built that finds nothing')
      arm.close()
      return wall / count
    }
  }

  if (bench.wants('Q1')) {
    const figures = await bench.compare('Q1', {
      ours: timed(() => ourArm(folder, files)),
      miniSearch: timed(() => miniSearchArm(texts)),
      'FTS5, plain': timed(() => plainFts5Arm(texts, join(mkdtempSync(join(folder, 'p-')), 'db'))),
      'BM25 in memory': timed(() => bm25Arm(texts)),
    })
    const value = figures.ours.median / figures.miniSearch.median
    bench.note('Q1', 'ours, per passage', figures.ours.median * 1000, 'µs')
    bench.gate({ id: 'Q1', what: `build of ${count}: ours / MiniSearch`, value, max: 0.3 })
  }

  if (bench.wants('Q5')) {
    const home = mkdtempSync(join(folder, 'kept-'))
    ourArmIn(home, files).close()
    const { open, rebuild } = await bench.compare('Q5', {
      open: timedOnce(() => ourArmIn(home, files)),
      rebuild: timedOnce(() => ourArm(folder, files)),
    })
    const value = open.median / rebuild.median
    bench.gate({ id: 'Q5', what: 'open + first query / rebuild', value, max: 0.05 })
  }

  function timedOnce(build: () => SearchArm) {
    return async () => {
      const begin = performance.now()
      const arm = build()
      const [found] = arm.find(question, 1)
      const wall = performance.now() - begin
      bench.check(found !== undefined, 'an index was opened that finds nothing')
      arm.close()
      return wall
    }
  }
}
