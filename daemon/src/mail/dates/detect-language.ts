const LANGUAGES = ['en', 'de', 'fr', 'es'] as const

/** A language that replies are written in. */
export type Language = (typeof LANGUAGES)[number]

/** Words that are frequent in one of the languages and rare in the others. */
const WORDS: Record<Language, string> = {
  en: 'the and you your for with our is are we will this that have to of please on at from be would',
  de: 'der die das und sie ihr ihre wir ist mit für ein eine zu den dem nicht auf uhr am um im von bitte freuen gerne haben',
  fr: 'le la les et vous votre nous est avec pour un une des du dans sur que à au notre cordialement bonjour merci entretien',
  es: 'el los las que por con para su sus usted nos una del está muy gracias hola saludos buenas lunes martes entrevista',
}

const READ_MAX = 5_000

const frequent = LANGUAGES.map((language) => new Set(WORDS[language].split(' ')))
const written = new Set(frequent.flatMap((words) => [...words]))

/** The language of a text by its frequent words; English where they do not say. */
export function detectLanguage(text: string): Language {
  const all = wordsOf(text)
  const counts = frequent.map((words) => all.filter((word) => words.has(word)).length)
  return LANGUAGES[counts.indexOf(Math.max(...counts))] ?? 'en'
}

/** Frequent words of languages whose mails are understood, but not answered. */
const UNWRITTEN = new Set(
  'não uma dos das com você para seu sua em ao é obrigado obrigada olá bom gli il della dei sono per con che una nostro grazie cordiali buongiorno amb els és dels het een voor met van niet uw wij graag groet beste'.split(
    ' ',
  ),
)

/** Whether a text is in one of the languages that replies are written in. */
export function isWritten(text: string): boolean {
  const words = wordsOf(text)
  const unwritten = words.filter((word) => UNWRITTEN.has(word)).length
  return unwritten <= words.filter((word) => written.has(word)).length
}

/** The share of a text's words that are frequent in a language whose mails are understood. */
export function frequentShare(text: string): number {
  const words = wordsOf(text)
  const known = words.filter((word) => UNWRITTEN.has(word) || written.has(word))
  return known.length / (words.length || 1)
}

function wordsOf(text: string): readonly string[] {
  const read = text.slice(0, READ_MAX).toLowerCase()
  return read.match(/\p{L}+/gu) ?? []
}
