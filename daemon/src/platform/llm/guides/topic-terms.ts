import { stemmer } from 'stemmer'
import { stopWords } from '../../stop-words.ts'

const PHRASE_WORDS = 4
/** Longer ones are keys and encoded data, which cost much to compare and say nothing. */
const LONGEST_WORD = 40
/** Keeps phrases apart from words, of which they would otherwise be longer forms. */
const PHRASE_MARK = ' '

/** Words of a question that carry no topic for a guide. */
const topicless = stopWords(`
again antworte antworten aussehen aussieht beantworte beantworten best difference feel feeling frage
fragen given quickly rid schreibe schreiben sollten somehow stelle stellen tag tipps today ts wont
`)

/** The stems of the words in a text that carry a topic, in order; without case and diacritics. */
export function topicTerms(text: string): string[] {
  return words(text).filter(carriesTopic).map(stemmer)
}

/**
 * Every four words in a row of each line, the small ones too: "tell me about yourself" is known by
 * its wording and not by its topic.
 */
export function phrases(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const all = words(line)
    return all
      .map((_, at) => all.slice(at, at + PHRASE_WORDS))
      .filter((row) => row.length === PHRASE_WORDS && row.some(carriesTopic))
      .map((row) => PHRASE_MARK + row.join(' '))
  })
}

/** Tells what `phrases` gives from a word. */
export function isPhrase(term: string): boolean {
  return term.startsWith(PHRASE_MARK)
}

function carriesTopic(word: string): boolean {
  return !topicless.has(word)
}

/** Words without diacritics, in lower case. Takes time in proportion to the text, whatever it is. */
function words(text: string): string[] {
  const plain = text
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  const all: readonly string[] = plain.match(/c\+\+|c#|[\p{L}\p{N}]+/giu) ?? []
  return all
    .filter((word) => word.length <= LONGEST_WORD)
    .flatMap(partIdentifier)
    .map((word) => word.toLowerCase())
}

/** `UnhandledPromiseRejection` says three things; `GitHub` and `useEffect` say one. */
function partIdentifier(word: string): string[] {
  const parts = word.split(/(?<=[a-z])(?=[A-Z])/)
  return parts.length > 2 ? parts : [word]
}
