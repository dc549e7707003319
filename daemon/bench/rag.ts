import { runBench } from '../../.config/bench/measure.ts'
import { benchBuilds } from './rag-build.ts'
import { benchFolder } from './rag-folder.ts'
import { benchMerged } from './rag-merged.ts'
import { readKnownItems } from './rag-passages.ts'
import { benchQueries } from './rag-queries.ts'
import { benchRecall } from './rag-recall.ts'
import { benchRepairs } from './rag-repairs.ts'
import { benchThreads } from './rag-threads.ts'
import { withFolder } from './store-data.ts'

await runBench('rag', import.meta.dirname, async (bench) => {
  const items = readKnownItems()
  bench.note('Q', 'known passages', items.length, '')
  const rows = [
    benchBuilds,
    benchQueries,
    benchRecall,
    benchFolder,
    benchMerged,
    benchThreads,
    benchRepairs,
  ]
  for (const work of rows) {
    await withFolder((folder) => work(bench, items, folder))
  }
})
