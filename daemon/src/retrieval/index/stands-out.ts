/** Among fewer nothing can be told from chance. */
const ENOUGH = 50
/** How often the best of passages that have nothing to do with a question may pass, at most. */
const FALSE_ALARMS = 0.002
/** The quantiles of a normal distribution that lie in its middle and one deviation below. */
const MIDDLE = 0.5
const ONE_BELOW = 0.158655
/** Enough to know the two quantiles by. */
const SAMPLE = 2048

/**
 * Tells of each similarity with a question whether it stands so far above those of all passages that
 * chance does not explain it. Models differ in what they call similar, so a passage is held against
 * the others: the lower half, which holds what has nothing to do with the question, tells how wide
 * chance scatters, and the bound of Chernoff for so many normal values how far the best comes by chance.
 */
export function standsOutOf(similarities: Float32Array): (similarity: number) => boolean {
  const sample = sampled(similarities).sort()
  const middle = quantile(sample, MIDDLE)
  const deviation = middle - quantile(sample, ONE_BELOW)
  const { length } = similarities
  if (length < ENOUGH || deviation <= 0) return () => false
  const limit = middle + deviation * Math.sqrt(2 * Math.log(length / FALSE_ALARMS))
  return (similarity) => similarity > limit
}

function sampled(values: Float32Array): Float32Array {
  const step = Math.max(1, Math.floor(values.length / SAMPLE))
  return Float32Array.from(
    { length: Math.ceil(values.length / step) },
    (_, at) => values[at * step] ?? 0,
  )
}

function quantile(sorted: Float32Array, share: number): number {
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0
}
