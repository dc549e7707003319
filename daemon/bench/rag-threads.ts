import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from '../../.config/bench/measure.ts'
import { PassageIndex } from '../src/retrieval/index/passage-index.ts'
import { writeRecords } from './rag-arms.ts'
import { type KnownItem, passagesOf, questionsOf } from './rag-passages.ts'
import { type LoopBlocks, watchLoop } from './watch-loop.ts'

const QUESTIONS = 100
const LIMIT = 6
const ROUNDS = 3

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
  const blocks: LoopBlocks[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const home = join(folder, `round-${round}`)
    await mkdir(home)
    const index = new PassageIndex()
    const waits: number[] = []
    const block = await watchLoop(async () => {
      const syncing = index.sync(home, files)
      for (const { question } of questions) {
        const begin = performance.now()
        await index.find(home, question, LIMIT)
        waits.push(performance.now() - begin)
      }
      await syncing
    })
    blocks.push(block)
    bench.note('Q8', 'slowest answer while indexing', Math.max(...waits), 'ms')
    let answered = 0
    for (const { question } of questions) {
      if ((await index.find(home, question, LIMIT)).length > 0) answered += 1
    }
    // a question whose words its passage does not have is answered by none
    bench.check(answered > questions.length / 2, 'hardly anything is found after indexing')
    await index.close()
  }
  // what other programs of the computer add is not in every round, what is ours is
  const least = (each: keyof LoopBlocks) => Math.min(...blocks.map((block) => block[each]))
  bench.note('Q8', 'longest work of the main thread itself', least('cpu'), 'ms')
  const value = least('wall')
  const what = `${count} indexed, ${QUESTIONS} asked: longest block of the main thread, ms`
  bench.gate({ id: 'Q8', what, value, max: 25 })
}
