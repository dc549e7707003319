/** The value below which that share (0 to 1) of the samples lies, between neighbours by line. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5)
}

/** Least squares of log cost on log n: 0 for a constant cost, 1 for a linear one. */
export function slope(points: readonly (readonly [n: number, cost: number])[]): number {
  const logs = points.map(([n, cost]) => [Math.log(n), Math.log(cost)] as const)
  const meanX = mean(logs.map(([x]) => x))
  const meanY = mean(logs.map(([, y]) => y))
  const covariance = sum(logs.map(([x, y]) => (x - meanX) * (y - meanY)))
  return covariance / sum(logs.map(([x]) => (x - meanX) ** 2))
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
