/** What is read of a mail, in characters (security design, 12.2). */
export const READ_CHARACTERS = 12_000

const accented = /[\u00c0-\u024f]/g
const spaces = /[\u00a0\u2007\u2009\u202f]/g
const quotes = /[\u2018\u2019\u02bc]/g
const dashes = /[\u2010-\u2015]/g

/**
 * The text in lower case and without accents, for patterns written in plain letters ("ß" as "s").
 * Every character keeps its place: an index of the result is one of the text.
 */
export function foldText(text: string): string {
  return text
    .replace(/[A-Z\u00c0-\u024f]/g, lower)
    .replace(accented, baseLetter)
    .replace(spaces, ' ')
    .replace(quotes, "'")
    .replace(dashes, '-')
}

function lower(letter: string): string {
  const small = letter.toLowerCase()
  return small.length === letter.length ? small : letter
}

function baseLetter(letter: string): string {
  return letter === 'ß' ? 's' : letter.normalize('NFD').charAt(0)
}

/** What may stand between the words of an attribution; mail programs wrap them into two lines. */
const GAP = '(?:.{5,300}|.{0,300}\\n.{0,300})'
/** A line that begins the older mail below a reply, as mail programs of seven languages write it. */
const ATTRIBUTION = `^[^\\S\\n]*(?:On\\b${GAP}\\bwrote|Am\\b${GAP}\\bschrieb\\b(?:.{0,200}|.{0,200}\\n.{0,200})|Le\\b${GAP}\\ba écrit|El\\b${GAP}\\bescribió|Em\\b${GAP}\\bescreveu|Il\\b${GAP}\\bha scritto|Op\\b${GAP}\\bschreef\\b(?:.{0,200}|.{0,200}\\n.{0,200}))\\s?:[^\\S\\n]*$`

/** What is no words of a mail's author; the header of what is forwarded is no older mail. */
const FOREIGN: readonly RegExp[] = [
  /^[^\S\n]*[-_]{2,}[^\S\n]*(?:Forwarded message|Weitergeleitete Nachricht|Message transféré).*(?:\n[^\S\n]*\**\p{L}[\p{L} -]{0,14} ?:.*)*/gimu,
  /^[^\S\n]*\**(?:From|Von|De|Da|Van) ?:\**[^\S\n].*\n(?:.*\n){0,2}[^\S\n]*\**(?:Sent|Date|Gesendet|Datum|Envoyé|Enviad[oa](?: el| em)?|Fecha|Data|Inviato|Verzonden) ?:\**[^\S\n][\s\S]*/m,
  new RegExp(`${ATTRIBUTION}(?=\\s*>)`, 'gm'),
  new RegExp(`${ATTRIBUTION}[\\s\\S]*`, 'm'),
  /^[^\S\n]*[-_]{2,}[^\S\n]*(?:Original Message|Ursprüngliche Nachricht|Message d['’]origine)[^\S\n]*[-_]{2,}[^\S\n]*$[\s\S]*/im,
  /^[^\S\n]*>.*/gm,
]

/**
 * The text with quoted older mails blanked out by spaces, so that every index stays as it is:
 * lines behind ">", and what follows "On ... wrote:" or the header of an older mail. What is
 * forwarded stays, apart from its header.
 */
export function withoutHistory(text: string): string {
  return FOREIGN.reduce(
    (rest, foreign) => rest.replace(foreign, (words) => words.replace(/[^\n]/g, ' ')),
    text,
  )
}

/** A stretch of a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A sentence with the number of its paragraph. */
export interface Sentence extends Span {
  readonly paragraph: number
}

const SHORT_LINE = 45
const BULLET =
  /^\s*(?:[-*•–·]\s|\d{1,2}[.)]\s(?!\p{L}+\s(?:\d{4}|um|at|à))|\p{Lu}[\p{L}&/ -]{0,24}:)/u
const GREETING =
  /^\s*(?:hi|hello|hey|dear|hallo|guten (?:tag|morgen)|liebe[rs]?|sehr geehrte[rs]?|bonjour|ch(?:er|ère))(?!\p{L})[^,!:\n]{0,40}[,!:]/iu
const STOP = /[.!?…]["'”’»)]*\s+(?=["'“‘«(]?[\p{Lu}\d])/gu
/** Full stops that end no sentence: "24. November", "a.m.", "Nov.", "Dr.", "z. B.". */
const ABBREVIATION =
  /(?:^|[\s(])(?:\d{1,2}|\p{L}|[ap]\.m|z\. ?B|u\. ?a|d\. ?h|Mr|Mrs|Ms|Dr|Prof|Nr|No|St|Str|ca|bzw|inkl|evtl|vs|etc|Mo|Di|Mi|Do|Fr|Sa|So|Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun|Jan|Feb|Febr|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Okt|Nov|Dec|Dez|lun|mar|mer|jeu|ven|sam|dim|janv|févr|juil|déc)\.$/iu

/** The parts of a span behind each break that a pattern finds and `isBreak` is true of. */
function parts(
  text: string,
  { start, end }: Span,
  pattern: RegExp,
  isBreak: (text: string, begin: number, at: number) => boolean,
): Span[] {
  const found: Span[] = []
  let begin = start
  for (const { 0: words, index } of text.slice(start, end).matchAll(pattern)) {
    if (!isBreak(text, begin, start + index)) continue
    found.push({ start: begin, end: start + index + words.length })
    begin = start + index + words.length
  }
  return [...found, { start: begin, end }]
}

/** Lines end a sentence without a full stop before list items and greetings, and if they are short. */
function endsLine(text: string, begin: number, at: number): boolean {
  const line = text.slice(Math.max(begin, text.lastIndexOf('\n', at - 1) + 1), at).trim()
  const next = text.slice(at + 1, at + 60)
  return line.length < SHORT_LINE || BULLET.test(next) || GREETING.test(next)
}

function endsSentence(text: string, begin: number, at: number): boolean {
  return !ABBREVIATION.test(text.slice(Math.max(begin, at - 8), at + 1))
}

function trimmed(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end)
  const lead = words.length - words.trimStart().length
  return { start: start + lead, end: start + Math.max(words.trimEnd().length, lead) }
}

/** Takes a mail's text apart into sentences and list items, in order. */
export function splitSentences(text: string): Sentence[] {
  const whole = { start: 0, end: text.length }
  return parts(text, whole, /\n[^\S\n]*(?=\n)/g, () => true).flatMap((paragraph, at) =>
    parts(text, paragraph, /\n/g, endsLine)
      .flatMap((line) => parts(text, line, STOP, endsSentence))
      .map((sentence) => ({ ...trimmed(text, sentence), paragraph: at + 1 }))
      .filter(({ start, end }) => end > start),
  )
}

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
