import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from '../../.config/bench/measure.ts'
import { bm25Arm } from './arms/rag-bm25.ts'
import { plainFts5Arm } from './arms/rag-fts5-plain.ts'
import { miniSearchArm } from './arms/rag-minisearch.ts'
import { ourArm, ourUncutArm, type SearchArm, writeRecords } from './rag-arms.ts'
import { otherQuestions } from './rag-other-questions.ts'
import { GATED_PASSAGES, type KnownItem, passagesOf, questionsOf } from './rag-passages.ts'

const QUESTIONS = 400
const LIMIT = 6

interface Found {
  readonly first: number
  readonly five: number
  readonly reciprocal: number
  /** Share of the questions that nothing was found for. */
  readonly nothing: number
}

/** Q3: how often the passage that a question was taken from is found. */
export async function benchRecall(
  bench: Bench,
  items: readonly KnownItem[],
  folder: string,
): Promise<void> {
  if (!bench.wants('Q3')) return
  for (const count of [1000, GATED_PASSAGES]) {
    const own = mkdtempSync(join(folder, 'recall-'))
    const texts = passagesOf(items, count)
    const files = await writeRecords(own, texts)
    const arms = {
      ours: ourArm(own, files),
      'ours, uncut': ourUncutArm(own, files),
      miniSearch: miniSearchArm(texts),
      'FTS5, plain': plainFts5Arm(texts, join(own, 'plain.sqlite')),
      'BM25 in memory': bm25Arm(texts),
    }
    const questions = questionsOf(items, { passages: count, questions: QUESTIONS })
    const found = Object.entries(arms).map(
      ([name, arm]) => [name, measure(arm, questions)] as const,
    )
    for (const [name, { first, five, reciprocal, nothing }] of found) {
      const what = `${count}, ${questions.length} questions, ${name}`
      bench.note('Q3', `${what}: recall@1`, first, '')
      bench.note('Q3', `${what}: recall@5`, five, '')
      bench.note('Q3', `${what}: MRR`, reciprocal, '')
      bench.note('Q3', `${what}: found nothing`, nothing, '')
    }
    const answered = otherQuestions.filter((question) => arms.ours.find(question, 1).length > 0)
    const share = answered.length / otherQuestions.length
    const other = `${count}: answers ${answered.length} of ${otherQuestions.length} questions about something else`
    bench.gate({ id: 'Q3', what: other, value: share, max: 0.15 })
    for (const arm of Object.values(arms)) arm.close()
    const five = (name: string) => found.find(([arm]) => arm === name)?.[1].five ?? Number.NaN
    for (const ours of ['ours', 'ours, uncut']) {
      const gate = (other: string, min: number) => {
        const what = `${count}: recall@5, ${ours} / ${other}`
        bench.gate({ id: 'Q3', what, value: five(ours) / five(other), min })
      }
      gate('miniSearch', 1.4)
      gate('BM25 in memory', 0.95)
    }
  }
}

function measure(
  arm: SearchArm,
  questions: readonly { readonly question: string; readonly answer: string }[],
): Found {
  const found = questions.map(({ question }) => arm.find(question, LIMIT))
  // neighbours of one file may have been joined
  const ranks = found.map((texts, at) =>
    texts.findIndex((text) => text.includes(questions[at]?.answer ?? '')),
  )
  const share = (is: (rank: number, at: number) => boolean) =>
    ranks.filter(is).length / ranks.length
  return {
    first: share((rank) => rank === 0),
    five: share((rank) => rank >= 0 && rank < 5),
    reciprocal:
      ranks.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / ranks.length,
    nothing: share((_, at) => found[at]?.length === 0),
  }
}
