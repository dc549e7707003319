import type { SpeechAct } from '@shortlist/contracts/calendar'
import { type LinearJudge, readJudge } from './linear-model.ts'

/** A time that a mail names, and the words around it, folded and on one line. */
export interface TimeInWords {
  readonly sentence: string
  readonly before: string
  readonly after: string
  readonly subject: string
  /** What is done to a time by the sentence, by it and those beside it, by the subject, by the mail. */
  readonly acts: Readonly<Record<'sentence' | 'beside' | 'subject' | 'mail', SpeechAct>>
  /** What else is known of it and of its mail, by name. */
  readonly facts: Readonly<Record<string, boolean | number>>
}

let builtIn: LinearJudge | undefined

/** Judges times by other weights from now on; `undefined` brings those of Shortlist back. */
export function judgeTimesBy(judge: LinearJudge | undefined): void {
  builtIn = judge
}

/** How likely a time is fixed for the reader of the mail, from 0 to 1, as people's mails have it. */
export function likelihoodFixed(words: TimeInWords): number {
  builtIn ??= readJudge('./time-weights.json')
  return builtIn.judge(timeFeatures(words)).fixed?.likelihoods.yes ?? 0
}

/** Letters of a word that tell it from others, whatever its ending. */
const STEM = 5

/** What the weights are learned for: stems by where they stand, what is done to the time, and facts. */
export function timeFeatures({ acts, facts, ...texts }: TimeInWords): Set<string> {
  return new Set([
    ...stems('o', texts.sentence),
    ...stems('b', texts.before),
    ...stems('a', texts.after),
    ...stems('s', texts.subject),
    ...Object.entries(acts).map(([where, act]) => `act:${where}_${act}`),
    ...Object.entries(facts).map(([name, fact]) => `is:${name}_${fact}`),
  ])
}

function stems(where: string, text: string): string[] {
  const found = text.match(/[a-z']+|\d[\d:.]*|[?:]/g) ?? []
  return found.map((word) => `${where}:${/^\d/.test(word) ? '0' : word.slice(0, STEM)}`)
}
