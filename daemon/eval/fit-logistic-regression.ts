import { LENGTH, softmax } from '../src/mail/analysis/learned/judge-mail.ts'

const ROUNDS = 40
/** So many steps tell how the slope bends. */
const REMEMBERED = 8

/** What a mail has, by the places of the features, and what is true of it. */
export interface Row {
  readonly known: readonly number[]
  /** How right each answer is; 1 together. */
  readonly answers: readonly number[]
  readonly weight: number
}

export interface Fit {
  /** What each feature counts. */
  readonly scales: readonly number[]
  /** How many answers there are. */
  readonly count: number
  /** What the square of a weight costs. */
  readonly decay: number
}

/**
 * Multinomial logistic regression: the weights with the least cross entropy and the smallest squares,
 * by L-BFGS (Liu and Nocedal, 1989). Feature after feature, a weight for each answer.
 */
export function fitLogisticRegression(
  rows: readonly Row[],
  { scales, count, decay }: Fit,
): Float64Array {
  const mails = rows.map((row) => mailOf(row, scales))
  const total = mails.reduce((sum, { weight }) => sum + weight, 0)
  return least((weights, slope) => {
    for (let place = 0; place < weights.length; place += 1)
      slope[place] = decay * (weights[place] ?? 0)
    const losses = mails.map((mail) => lossOf(mail, mail.weight / total, { weights, slope, count }))
    return losses.reduce((sum, loss) => sum + loss, (decay / 2) * dot(weights, weights))
  }, scales.length * count)
}

interface Mail {
  readonly features: Int32Array
  readonly values: Float64Array
  readonly answers: readonly number[]
  readonly weight: number
}

function mailOf({ known, answers, weight }: Row, scales: readonly number[]): Mail {
  const values = Float64Array.from(known, (feature) => scales[feature] ?? 0)
  const unit = LENGTH / (Math.hypot(...values) || 1)
  return {
    features: Int32Array.from(known),
    values: values.map((value) => value * unit),
    answers,
    weight,
  }
}

interface Descent {
  readonly weights: Float64Array
  readonly slope: Float64Array
  readonly count: number
}

/** What the weights say wrongly about a mail; the slope of that is added to `slope`. */
function lossOf(mail: Mail, share: number, { weights, slope, count }: Descent): number {
  const { features, values, answers } = mail
  const sums = new Array<number>(count).fill(0)
  for (let index = 0; index < features.length; index += 1) {
    const from = (features[index] ?? 0) * count
    const value = values[index] ?? 0
    for (let at = 0; at < count; at += 1)
      sums[at] = (sums[at] ?? 0) + (weights[from + at] ?? 0) * value
  }
  const likely = softmax(sums)
  for (let index = 0; index < features.length; index += 1) {
    const from = (features[index] ?? 0) * count
    const value = share * (values[index] ?? 0)
    for (let at = 0; at < count; at += 1)
      slope[from + at] = (slope[from + at] ?? 0) + ((likely[at] ?? 0) - (answers[at] ?? 0)) * value
  }
  return answers.reduce(
    (sum, right, at) =>
      right > 0 ? sum - share * right * Math.log(Math.max(likely[at] ?? 0, 1e-12)) : sum,
    0,
  )
}

interface Step {
  readonly moved: Float64Array
  readonly bent: Float64Array
  readonly size: number
}

/** Where a convex function of so many numbers is least, or near it. */
function least(
  cost: (at: Float64Array, slope: Float64Array) => number,
  size: number,
): Float64Array {
  let at = new Float64Array(size)
  let slope = new Float64Array(size)
  let loss = cost(at, slope)
  const steps: Step[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const towards = downhill(slope, steps)
    const steepness = dot(slope, towards)
    let length = steps.length === 0 ? 1 / Math.sqrt(dot(slope, slope)) : 1
    let next = at
    const nextSlope = new Float64Array(size)
    let nextLoss = Number.POSITIVE_INFINITY
    // halved until it goes down as far as the slope promises (Armijo)
    for (; length > 1e-10; length /= 2) {
      next = at.map((value, place) => value + length * (towards[place] ?? 0))
      nextLoss = cost(next, nextSlope)
      if (nextLoss <= loss + 1e-4 * length * steepness) break
    }
    if (!(nextLoss < loss)) return at
    const moved = next.map((value, place) => value - (at[place] ?? 0))
    const bent = nextSlope.map((value, place) => value - (slope[place] ?? 0))
    const curve = dot(moved, bent)
    if (curve > 1e-12) steps.push({ moved, bent, size: curve })
    if (steps.length > REMEMBERED) steps.shift()
    ;[at, slope, loss] = [next, nextSlope, nextLoss]
  }
  return at
}

/** The slope, turned by what earlier steps said about how it bends. */
function downhill(slope: Float64Array, steps: readonly Step[]): Float64Array {
  const turned = slope.map((value) => -value)
  const shares = steps.toReversed().map(({ moved, bent, size }) => {
    const share = dot(moved, turned) / size
    for (let place = 0; place < turned.length; place += 1)
      turned[place] = (turned[place] ?? 0) - share * (bent[place] ?? 0)
    return share
  })
  const last = steps.at(-1)
  const scale = last ? last.size / dot(last.bent, last.bent) : 1
  for (let place = 0; place < turned.length; place += 1)
    turned[place] = (turned[place] ?? 0) * scale
  for (const [index, { moved, bent, size }] of steps.entries()) {
    const share = (shares[steps.length - 1 - index] ?? 0) - dot(bent, turned) / size
    for (let place = 0; place < turned.length; place += 1)
      turned[place] = (turned[place] ?? 0) + share * (moved[place] ?? 0)
  }
  return turned
}

function dot(some: Float64Array, others: Float64Array): number {
  let sum = 0
  for (let place = 0; place < some.length; place += 1)
    sum += (some[place] ?? 0) * (others[place] ?? 0)
  return sum
}
