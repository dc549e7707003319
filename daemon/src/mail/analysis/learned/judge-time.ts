import { readFileSync } from 'node:fs'
import type { SpeechAct } from '@shortlist/contracts/calendar'
import { speechAct } from '../rules/speech-act.ts'
import { LinearJudge } from './linear-model.ts'

/** A time that a mail names, and the words around it, folded and on one line. */
export interface TimeInWords {
  readonly sentence: string
  readonly before: string
  readonly after: string
  readonly subject: string
  /** What the whole mail does about a meeting, and whether it went to many. */
  readonly act: SpeechAct
  readonly isMass: boolean
  /** How many times the mail names, and which of them this is, from 0. */
  readonly count: number
  readonly place: number
}

let builtIn: LinearJudge | undefined

/** Judges times by other weights from now on; `undefined` brings those of Shortlist back. */
export function judgeTimesBy(judge: LinearJudge | undefined): void {
  builtIn = judge
}

/** How likely a time is fixed for the reader of the mail, from 0 to 1, as people's mails have it. */
export function likelihoodFixed(words: TimeInWords): number {
  builtIn ??= new LinearJudge(
    JSON.parse(readFileSync(new URL('./time-weights.json', import.meta.url), 'utf8')),
  )
  return builtIn.judge(timeFeatures(words)).fixed?.likelihoods.yes ?? 0
}

/** Letters of a word that tell it from others, whatever its ending. */
const STEM = 5
/** More times than these are many. */
const MANY = 4

/** What the weights are learned for: stems by where they stand, and what the rules say of them. */
export function timeFeatures(words: TimeInWords): Set<string> {
  const { sentence, before, after, subject, act, isMass, count, place } = words
  const acts = {
    inside: speechAct(sentence),
    beside: speechAct(`${before}${sentence}${after}`),
    subject: speechAct(subject),
    mail: act,
  }
  return new Set([
    ...stems('o', sentence),
    ...stems('b', before),
    ...stems('a', after),
    ...stems('s', subject),
    ...Object.entries(acts).map(([where, act]) => `act:${where}_${act}`),
    `m:${isMass}`,
    `n:${Math.min(count, MANY)}`,
    `i:${Math.min(place, MANY)}`,
  ])
}

function stems(where: string, text: string): string[] {
  const found = text.match(/[a-z']+|\d[\d:.]*|[?:]/g) ?? []
  return found.map((word) => `${where}:${/^\d/.test(word) ? '0' : word.slice(0, STEM)}`)
}
