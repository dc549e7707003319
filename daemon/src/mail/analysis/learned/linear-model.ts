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

/** Answers the questions of a linear model (multinomial logistic regression) about some features. */
export class LinearJudge {
  readonly #model: LinearModel
  readonly #features = new Map<string, Weighed>()

  constructor(model: LinearModel) {
    this.#model = model
    for (const [kind, text] of Object.entries(model.features))
      for (const [, word = '', letters = ''] of text.matchAll(/(\S+) (\S+)/g)) {
        const scale = (numberAt(letters, 0) + ZERO) * model.steps.scale
        this.#features.set(`${kind}:${word}`, { scale, letters })
      }
  }

  judge(features: Iterable<string>): Record<string, Judgement> {
    const known = [...features].flatMap((name) => this.#features.get(name) ?? [])
    const norm = Math.max(LITTLE, Math.hypot(...known.map(({ scale }) => scale)))
    const unit = (LENGTH / norm) * this.#model.steps.weight
    let from = 1
    const judged: Record<string, Judgement> = {}
    for (const [question, answers] of Object.entries(this.#model.answers)) {
      judged[question] = judgeOne(known, answers, from, unit)
      from += answers.length - 1
    }
    return judged
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
    if (!known) return 0
    let from = 1
    for (const [asked, answers] of Object.entries(this.#model.answers)) {
      if (asked === question) {
        const all = answers.map((_, at) =>
          at < answers.length - 1 ? numberAt(known.letters, from + at) : 0,
        )
        const mean = all.reduce((sum, each) => sum + each, 0) / all.length
        return known.scale * ((all[answers.indexOf(answer)] ?? mean) - mean)
      }
      from += answers.length - 1
    }
    return 0
  }
}

function judgeOne(
  known: readonly Weighed[],
  answers: readonly string[],
  from: number,
  unit: number,
): Judgement {
  const sumOf = (at: number) =>
    known.reduce((sum, { scale, letters }) => sum + scale * numberAt(letters, from + at), 0)
  const sums = answers.map((_, at) => (at < answers.length - 1 ? sumOf(at) * unit : 0))
  const likely = softmax(sums)
  return {
    answer: answers[likely.indexOf(Math.max(...likely))] ?? '',
    likelihoods: Object.fromEntries(answers.map((answer, at) => [answer, likely[at] ?? 0])),
  }
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
