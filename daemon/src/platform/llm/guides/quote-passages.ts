import type { Passage } from '../llm.ts'
import { citePassage, quotePassage } from './quote-passage.ts'

/** Passages that are quoted, and passages that are named, at most. */
const QUOTED = 3
const NAMED = 8

/** The best passages in full, each under its place, and the places of the others in one line. */
export function quotePassages(passages: readonly Passage[]): string[] {
  const quotes = passages
    .slice(0, QUOTED)
    .map((passage) => `${citePassage(passage)}:\n\n${quotePassage(passage)}`)
  return ['From your files:', ...quotes, ...namePlaces('Also in', passages.slice(QUOTED))]
}

/** The places of passages that an answer does without. */
export function namePassages(passages: readonly Passage[]): string[] {
  return namePlaces('Your files may say something about it too', passages)
}

function namePlaces(what: string, passages: readonly Passage[]): string[] {
  if (passages.length === 0) return []
  return [`${what}: ${passages.slice(0, NAMED).map(citePassage).join('; ')}.`]
}
