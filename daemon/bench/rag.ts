import { runBench } from '../../.config/bench/measure.ts'
import { benchBuilds } from './rag-build.ts'
import { readKnownItems } from './rag-passages.ts'
import { benchQueries } from './rag-queries.ts'
import { benchRecall } from './rag-recall.ts'
import { withFolder } from './store-data.ts'

await runBench('rag', import.meta.dirname, async (bench) => {
  const items = readKnownItems()
  bench.note('Q', 'known passages', items.length, '')
  for (const work of [benchRecall, benchQueries, benchBuilds]) {
    await withFolder((folder) => work(bench, items, folder))
  }
})
