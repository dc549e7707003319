/** Writing without spaces between words: Han, kana, Thai, Lao, Khmer, Burmese. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/
const unspacedRuns = new RegExp(`${unspaced.source}{2,}`, 'g')

/**
 * A text, and a question too, as a tokeniser gets it that looks for spaces: in pairs of characters
 * where none part the words.
 */
export function inWords(text: string): string {
  // most texts have none, and replacing costs more than looking
  return unspaced.test(text) ? text.replace(unspacedRuns, inPairs) : text
}

function inPairs(run: string): string {
  let pairs = ' '
  for (let at = 1; at < run.length; at++) pairs += `${run.slice(at - 1, at + 1)} `
  return pairs
}
