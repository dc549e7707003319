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
