import { stemmer } from 'stemmer'
import type { SearchArm } from '../rag-arms.ts'

interface Posting {
  readonly id: number
  readonly count: number
}

/** As in FTS5: https://www.sqlite.org/fts5.html#the_bm25_function */
const [SATURATION, LENGTH_SHARE] = [1.2, 0.75]

const common = new Set(
  'a an and are as at be but by can do for from has have how if in into is it its may no not of on or should such that the their then there these they this to was what when where which who why will with you your'.split(
    ' ',
  ),
)

/** BM25 by the book, in memory: stems, parts of identifiers beside the whole, no common words. */
export function bm25Arm(texts: readonly string[]): SearchArm {
  const postings = new Map<string, Posting[]>()
  const lengths = new Float64Array(texts.length)
  for (const [id, text] of texts.entries()) {
    const counts = new Map<string, number>()
    for (const term of terms(text)) {
      counts.set(term, (counts.get(term) ?? 0) + 1)
      lengths[id] = (lengths[id] ?? 0) + 1
    }
    for (const [term, count] of counts) {
      const list = postings.get(term)
      if (list) list.push({ id, count })
      else postings.set(term, [{ id, count }])
    }
  }
  const middle = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length)

  function find(question: string, limit: number): string[] {
    const scores = new Map<number, number>()
    for (const term of new Set(terms(question))) {
      const list = postings.get(term) ?? []
      const weight = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5))
      for (const { id, count } of list) {
        const relative = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[id] ?? 0)) / middle
        const score = (weight * count * (SATURATION + 1)) / (count + SATURATION * relative)
        scores.set(id, (scores.get(id) ?? 0) + score)
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, limit)
      .map(([id]) => texts[id] ?? '')
  }

  return { find, close: () => {} }
}

function terms(text: string): string[] {
  const found: string[] = []
  for (const word of text.match(/[\p{L}\p{N}_]+/gu) ?? []) {
    const parts = word.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+|\p{Lo}+/gu) ?? []
    for (const part of parts.length > 1 ? [word, ...parts] : [word]) {
      const plain = part.toLowerCase()
      if (!common.has(plain)) found.push(stemmer(plain))
    }
  }
  return found
}
