import { readFileSync } from 'node:fs'

/** Weights of a linear model for several questions, as `eval/train.ts` writes them. */
export interface LinearModel {
  /** The answers to each question. The last one has no weights: it is what the others are compared with. */
  readonly answers: Readonly<Record<string, readonly string[]>>
  /** What one step of a weight is worth, and one of a feature's scale. */
  readonly steps: { readonly weight: number; readonly scale: number }
  /**
   * By kind ("w" for "w:offer"), names and letters by turns, with a space between them. The first
   * letter is the feature's scale, then one for each answer that has weights, in their order.
   */
  readonly features: Readonly<Record<string, string>>
}

/** Letters for the numbers from -32 to 31. */
export const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
export const ZERO = 32

/** What the features of a mail count together, however many they are. */
export const LENGTH = 3

/** Features that are less together, as of a mail of two words, count less: little is known of it. */
const LITTLE = 4

const numbers = new Map([...LETTERS].map((letter, at) => [letter.charCodeAt(0), at - ZERO]))

/** What is most likely the answer to a question, and how likely each is. */
export interface Judgement {
  readonly answer: string
  readonly likelihoods: Readonly<Record<string, number>>
}

interface Weighed {
  readonly scale: number
  readonly letters: string
}

/** Where the letters of its first answer stand. */
interface Question {
  readonly answers: readonly string[]
  readonly from: number
}

/** The judge of the weights in a file beside this one. */
export function readJudge(name: string): LinearJudge {
  return new LinearJudge(JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')))
}

/** Answers the questions of a linear model (multinomial logistic regression) about some features. */
export class LinearJudge {
  readonly #weightStep: number
  readonly #questions = new Map<string, Question>()
  readonly #features = new Map<string, Weighed>()

  constructor({ answers: all, steps, features }: LinearModel) {
    this.#weightStep = steps.weight
    let from = 1
    for (const [question, answers] of Object.entries(all)) {
      this.#questions.set(question, { answers, from })
      from += answers.length - 1
    }
    for (const [kind, text] of Object.entries(features))
      for (const [, word = '', letters = ''] of text.matchAll(/(\S+) (\S+)/g)) {
        const scale = (numberAt(letters, 0) + ZERO) * steps.scale
        this.#features.set(`${kind}:${word}`, { scale, letters })
      }
  }

  judge(features: Iterable<string>): Record<string, Judgement> {
    const known = [...features].flatMap((name) => this.#features.get(name) ?? [])
    const norm = Math.max(LITTLE, Math.hypot(...known.map(({ scale }) => scale)))
    const unit = (LENGTH / norm) * this.#weightStep
    return Object.fromEntries(
      [...this.#questions].map(([name, question]) => [name, judgeOne(known, question, unit)]),
    )
  }

  /** Whether a feature was learned about. */
  knows(feature: string): boolean {
    return this.#features.has(feature)
  }

  /**
   * How far a feature speaks for an answer rather than for the mean of all answers to its question,
   * beside the other features of the same mail; 0 where nothing is known of it.
   */
  weight(feature: string, question: string, answer: string): number {
    const known = this.#features.get(feature)
    const asked = this.#questions.get(question)
    if (!known || !asked) return 0
    const all = asked.answers.map((_, at) => weightAt(known, asked, at))
    const mean = all.reduce((sum, each) => sum + each, 0) / all.length
    return known.scale * ((all[asked.answers.indexOf(answer)] ?? mean) - mean)
  }
}

function judgeOne(known: readonly Weighed[], question: Question, unit: number): Judgement {
  const { answers } = question
  const sums = answers.map((_, at) => {
    return unit * known.reduce((sum, each) => sum + each.scale * weightAt(each, question, at), 0)
  })
  const likely = softmax(sums)
  return {
    answer: answers[likely.indexOf(Math.max(...likely))] ?? '',
    likelihoods: Object.fromEntries(answers.map((answer, at) => [answer, likely[at] ?? 0])),
  }
}

/** The last answer to a question has no weights. */
function weightAt({ letters }: Weighed, { answers, from }: Question, at: number): number {
  return at < answers.length - 1 ? numberAt(letters, from + at) : 0
}

function numberAt(letters: string, at: number): number {
  return numbers.get(letters.charCodeAt(at)) ?? 0
}

/** The powers of e, so that they are 1 together. */
export function softmax(sums: readonly number[]): number[] {
  const highest = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}
