/** How a passage stands among all that a question was compared with. */
export interface Standing {
  /** How many standard deviations above the middle of all. */
  readonly deviations: number
  /** So far above the others that chance does not explain it, whichever model made the vectors. */
  readonly standsOut: boolean
}

/** Among fewer nothing can be told from chance. */
const ENOUGH = 50
/** How often the best of passages that have nothing to do with a question may pass. */
const FALSE_ALARMS = 0.001
/** The quantiles of a normal distribution that lie in its middle and one deviation below. */
const MIDDLE = 0.5
const ONE_BELOW = 0.158655
/** Enough to know the two quantiles by. */
const SAMPLE = 2048

/**
 * Tells for the similarities of all passages with a question which of them stand out. Models differ
 * in what they call similar, so a passage is held against the others: the lower half, which holds
 * what has nothing to do with the question, tells how wide chance scatters, and extreme value
 * theory (Gumbel) how far the best of so many comes by chance.
 */
export function standingOf(similarities: Float32Array): (similarity: number) => Standing {
  const sample = sampled(similarities).sort()
  const middle = quantile(sample, MIDDLE)
  const deviation = middle - quantile(sample, ONE_BELOW)
  const limit = limitFor(similarities.length)
  return (similarity) => {
    const deviations = deviation > 0 ? (similarity - middle) / deviation : 0
    return { deviations, standsOut: similarities.length >= ENOUGH && deviations > limit }
  }
}

/** Deviations that the largest of so many normal values exceeds by chance one time in a thousand. */
function limitFor(count: number): number {
  const spread = Math.sqrt(2 * Math.log(Math.max(2, count)))
  const location =
    spread - (Math.log(Math.log(Math.max(3, count))) + Math.log(4 * Math.PI)) / (2 * spread)
  return location - Math.log(-Math.log(1 - FALSE_ALARMS)) / spread
}

function sampled(values: Float32Array): Float32Array {
  const step = Math.max(1, Math.floor(values.length / SAMPLE))
  const sample = new Float32Array(Math.ceil(values.length / step))
  for (let at = 0; at < sample.length; at++) sample[at] = values[at * step] ?? 0
  return sample
}

function quantile(sorted: Float32Array, share: number): number {
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0
}
