import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Bench } from '../../.config/bench/measure.ts'
import { quantile } from '../../.config/bench/statistics.ts'
import { createPassageIndex } from '../src/retrieval/index/passage-index.ts'
import { writeRecords } from './rag-arms.ts'
import { type KnownItem, passagesOf, questionsOf } from './rag-passages.ts'

const QUESTIONS = 100
const LIMIT = 6
const ROUNDS = 3
/** The monitor needs a moment before it sees anything. */
const WARM_UP_MS = 50

/** Q8: how long the main thread is held up while passages are indexed and questions are asked. */
export async function benchThreads(
  bench: Bench,
  items: readonly KnownItem[],
  folder: string,
): Promise<void> {
  if (!bench.wants('Q8')) return
  const [count = 1] = bench.sizes([10_000])
  const files = await writeRecords(folder, passagesOf(items, count))
  const questions = questionsOf(items, { passages: count, questions: QUESTIONS })
  const blocks: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const room = join(folder, `round-${round}`)
    await mkdir(room)
    const index = createPassageIndex()
    const watch = monitorEventLoopDelay({ resolution: 1 })
    watch.enable()
    await setTimeout(WARM_UP_MS)
    watch.reset()
    const waits: number[] = []
    const syncing = index.sync(room, files)
    for (const { question } of questions) {
      const begin = performance.now()
      await index.find(room, question, LIMIT)
      waits.push(performance.now() - begin)
    }
    await syncing
    watch.disable()
    blocks.push(watch.max / 1e6)
    bench.note('Q8', 'slowest answer while indexing', Math.max(...waits), 'ms')
    const found = await index.find(room, questions[0]?.question ?? '', LIMIT)
    bench.check(found.length > 0, 'nothing is found after indexing')
    await index.close()
  }
  const value = quantile(blocks, 0.5)
  const what = `${count} indexed, ${QUESTIONS} asked: longest block of the main thread, ms`
  bench.gate({ id: 'Q8', what, value, max: 25 })
}
