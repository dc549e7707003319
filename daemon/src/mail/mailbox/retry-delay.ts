const FIRST_MS = 1000
const LONGEST_MS = 5 * 60_000

/**
 * How long to wait after so many failures in a row, in milliseconds: 1 s, doubling up to 5 min, of
 * which up to a half is taken off by chance, so that many clients do not come back at once.
 */
export function retryDelay(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 30))
  return Math.round(full * (1 - random() / 2))
}
