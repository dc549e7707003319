/** Numbers from 0 to 1, the same for each seed (Park and Miller, 1988). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
