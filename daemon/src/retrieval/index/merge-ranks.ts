/** Dampens the first ranks: https://doi.org/10.1145/1571941.1572114 */
const DAMPING = 60

export interface Merged<Key> {
  readonly key: Key
  /** Sum of 1 / (60 + rank) over the lists that hold the key, ranks counted from 1. */
  readonly score: number
}

/**
 * One list out of several by reciprocal rank fusion, best first: what several lists rank high comes
 * before what one of them does. Of two with one score the one that an earlier list names, or names
 * earlier, comes first. A single list keeps its order.
 */
export function mergeRanks<Key>(lists: readonly (readonly Key[])[]): Merged<Key>[] {
  const scores = new Map<Key, number>()
  for (const list of lists) {
    for (const [at, key] of list.entries()) {
      scores.set(key, (scores.get(key) ?? 0) + 1 / (DAMPING + at + 1))
    }
  }
  // the order of a map is the order in which keys came, and sorting keeps it where scores are equal
  return [...scores]
    .map(([key, score]) => ({ key, score }))
    .sort((one, other) => other.score - one.score)
}
