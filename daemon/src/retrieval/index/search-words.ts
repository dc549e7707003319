import type { DatabaseSync } from 'node:sqlite'
import type { WeighedWord, WordWeights } from './weigh-words.ts'

/** A passage that holds words of a question. */
export interface WordHit {
  readonly number: number
  /** BM25, higher is better. */
  readonly score: number
}

/** FTS5 scores every row that holds any of the words, so common ones cost most and say least. */
const LEAST_ROWS = 4_000
const SHARE_OF_ROWS = 0.4
const WORDS = 64

/** What a word counts that the path or the heading holds. */
const PLACE_WEIGHT = '2.0'

/**
 * The words that are searched for: the rarest that are held at all, until their rows reach 4,000 or
 * 40 % of the passages.
 */
export function affordableWords(
  words: readonly WeighedWord[],
  weights: WordWeights,
): readonly WeighedWord[] {
  const budget = Math.max(LEAST_ROWS, weights.passages * SHARE_OF_ROWS)
  const held = words.filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows)
  let spent = 0
  const affordable = held.filter(({ rows }, at) => {
    spent += rows
    return at === 0 || spent <= budget
  })
  return affordable.slice(0, WORDS)
}

/** Nothing of a question reaches the grammar of FTS5. */
export function matchAny(words: readonly Pick<WeighedWord, 'word'>[]): string {
  return words.map(({ word }) => `"${word.replaceAll('"', '""')}"`).join(' OR ')
}

/** The passages that hold any of the words, best first. By `rank` it would take half as long again. */
export function searchWords(
  db: DatabaseSync,
  words: readonly WeighedWord[],
  limit: number,
): WordHit[] {
  if (words.length === 0) return []
  return db
    .prepare(
      `select rowid, bm25(words, ${PLACE_WEIGHT}, 1.0) as score from words
        where words match ? order by score limit ?`,
    )
    .all(matchAny(words), limit)
    .map((row) => ({ number: Number(row.rowid), score: -Number(row.score) }))
}
