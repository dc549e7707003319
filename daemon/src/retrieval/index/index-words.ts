import { takeApart } from './take-apart.ts'

/** Longer ones are keys and encoded data: they cost much and nobody asks for them. */
const LONGEST = 64
const encoded = /[A-Za-z0-9_]{65,}/g

/** Writing without spaces between words: Han, kana, Thai, Lao, Khmer, Burmese. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/
const unspacedRuns = new RegExp(`${unspaced.source}{2,}`, 'g')

/**
 * A text as the tokeniser of the index gets it, and a question too: with the parts of its compound
 * identifiers beside them, in pairs of characters where no spaces part the words, without encoded
 * data. Takes time in proportion to the text.
 */
export function indexWords(text: string): string {
  const { parts, longest } = takeApart(text)
  // most texts have neither, and replacing costs more than all the rest
  if (longest <= LONGEST && !unspaced.test(text)) return text + parts
  const plain = text.replace(encoded, ' ').replace(unspacedRuns, inPairs)
  return plain + takeApart(plain).parts
}

function inPairs(run: string): string {
  let pairs = ' '
  for (let at = 1; at < run.length; at++) pairs += `${run.slice(at - 1, at + 1)} `
  return pairs
}
