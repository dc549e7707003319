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

function* paragraphs(text: string): Generator<Span> {
  let start = 0
  for (const gap of text.matchAll(/\n[^\S\n]*(?=\n)/g)) {
    yield { start, end: gap.index }
    start = gap.index + gap[0].length
  }
  yield { start, end: text.length }
}

/** Where lines end a sentence without a full stop: before list items and greetings, and behind short lines. */
function* lines(text: string, { start, end }: Span): Generator<Span> {
  let begin = start
  for (const { index } of text.slice(start, end).matchAll(/\n/g)) {
    const at = start + index
    const line = text.slice(Math.max(begin, text.lastIndexOf('\n', at - 1) + 1), at).trim()
    const next = text.slice(at + 1, at + 60)
    if (line.length >= SHORT_LINE && !BULLET.test(next) && !GREETING.test(next)) continue
    yield { start: begin, end: at }
    begin = at + 1
  }
  yield { start: begin, end }
}

function* stops(text: string, { start, end }: Span): Generator<Span> {
  let begin = start
  for (const { 0: stop, index } of text.slice(start, end).matchAll(STOP)) {
    const at = start + index + stop.length
    if (ABBREVIATION.test(text.slice(Math.max(begin, start + index - 8), start + index + 1)))
      continue
    yield { start: begin, end: at }
    begin = at
  }
  yield { start: begin, end }
}

function trimmed(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end)
  const lead = words.length - words.trimStart().length
  return { start: start + lead, end: start + Math.max(words.trimEnd().length, lead) }
}

/** Takes a mail's text apart into sentences and list items, in order. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let paragraph = 0
  for (const span of paragraphs(text)) {
    paragraph++
    for (const line of lines(text, span))
      for (const stop of stops(text, line)) {
        const sentence = trimmed(text, stop)
        if (sentence.end > sentence.start) sentences.push({ ...sentence, paragraph })
      }
  }
  return sentences
}
