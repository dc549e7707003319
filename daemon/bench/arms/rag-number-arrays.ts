/** The nearest by cosine as it is first written: arrays of numbers, all of them sorted. */
export function nearestAmongArrays(
  vectors: readonly (readonly number[])[],
  query: readonly number[],
  limit: number,
): number[] {
  return vectors
    .map((vector, id) => ({ id, similarity: cosine(vector, query) }))
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
    .slice(0, limit)
    .map(({ id }) => id)
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0)
  return dot / (length(one) * length(other))
}

function length(vector: readonly number[]): number {
  return Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0))
}
