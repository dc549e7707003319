import { runBench } from '../../.config/bench/measure.ts'
import { benchAppends } from './store-appends.ts'
import { benchKills } from './store-kills.ts'
import { benchReads } from './store-reads.ts'

await runBench('store', import.meta.dirname, async (bench) => {
  await benchAppends(bench)
  await benchReads(bench)
  await benchKills(bench)
})
