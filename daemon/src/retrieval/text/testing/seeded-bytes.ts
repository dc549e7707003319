/** Numbers of 32 bits, the same for the same seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** Bytes that do not compress. */
export function seededBytes(length: number, seed = 1): Uint8Array {
  const next = seededNumbers(seed)
  return Uint8Array.from({ length }, () => next() & 0xff)
}

/** The bytes cut at some place, or with some of them changed, by the seed. */
export function damage(bytes: Uint8Array, seed: number): Uint8Array {
  const next = seededNumbers(seed)
  const end = next() % 3 === 0 ? next() % bytes.length : bytes.length
  const damaged = bytes.slice(0, end)
  const flips = end < bytes.length ? next() % 3 : 1 + (next() % 20)
  for (let flip = 0; flip < flips && end > 0; flip++) {
    const at = next() % end
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (next() % 8))
  }
  return damaged
}
