import { stemmer } from 'stemmer'
import { stopWords } from './stop-words.ts'

/** The stems of the words in a text that carry a topic, in order; without case and diacritics. */
export function topicTerms(text: string): string[] {
  return words(text)
    .filter((word) => !stopWords.has(word))
    .map(stemmer)
}

function words(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  return plain.match(/c\+\+|c#|[\p{L}\p{N}]+/gu) ?? []
}
