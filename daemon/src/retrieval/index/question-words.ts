import { indexWords, takeApart } from './index-words.ts'
import { stopWords, wordsAboutFiles } from './stop-words.ts'

/** A word of a question. */
export interface QuestionWord {
  /** Letters, digits and `_` alone. */
  readonly word: string
  /** An identifier whose parts are words too. */
  readonly isCompound: boolean
  /** Speaks of files rather than of what is in them. */
  readonly isAboutFiles: boolean
}

/** Of a long question its beginning and its end are looked at, this many characters of each. */
const READ_AT_EACH_END = 2_000

/** No more words than this are searched for. */
const WORDS = 256

/** What a question asks for, each word once; none where it holds nothing but words that ask. */
export function questionWords(question: string): readonly QuestionWord[] {
  const found = new Map<string, QuestionWord>()
  for (const word of shorten(question).match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []) {
    const plain = withoutDiacritics(word)
    if (found.size >= WORDS) break
    if (found.has(plain) || isSpare(plain)) continue
    const isCompound = takeApart(word).parts !== ''
    found.set(plain, { word, isCompound, isAboutFiles: wordsAboutFiles.has(plain) })
  }
  return [...found.values()]
}

function shorten(question: string): string {
  if (question.length <= 2 * READ_AT_EACH_END) return indexWords(question.normalize('NFC'))
  // the words in the middle that are cut in two are none
  const beginning = question.slice(0, READ_AT_EACH_END).replace(/\s\S*$/, '')
  const end = question.slice(-READ_AT_EACH_END).replace(/^\S*\s/, '')
  return indexWords(`${beginning}\n${end}`.normalize('NFC'))
}

/** A single letter says as little as a word that only asks. */
function isSpare(plain: string): boolean {
  return /^([a-z_]|_+)$/.test(plain) || stopWords.has(plain)
}

function withoutDiacritics(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
