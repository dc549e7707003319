import { readFileSync } from 'node:fs'

/**
 * What words of several languages have in common, so that what one language teaches holds for the
 * others: a name, then words of English, German, French, Spanish, Portuguese, Dutch and Italian,
 * folded (see `foldText`); "*" stands for any ending. A word may stand for several things.
 */
const table = readFileSync(new URL('./concepts.txt', import.meta.url), 'utf8')

const whole = new Map<string, string[]>()
const beginnings = new Map<string, string[]>()
for (const entry of table.trim().split(/\n(?=\S)/)) {
  const [name = '', ...words] = entry.split(/:?\s+/)
  for (const word of words) {
    const map = word.endsWith('*') ? beginnings : whole
    const key = word.replace('*', '')
    map.set(key, [...(map.get(key) ?? []), name])
  }
}

const known = new Map<string, readonly string[]>()
const KNOWN_MAX = 20_000

/** What a folded word may stand for; empty for most. */
export function conceptsOf(word: string): readonly string[] {
  const found = known.get(word)
  if (found) return found
  const starts = Array.from(word, (_, index) => beginnings.get(word.slice(0, index + 1)) ?? [])
  const concepts = [...new Set([...(whole.get(word) ?? []), ...starts.flat()])]
  // words come from strangers: what is remembered of them has to end
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(word, concepts)
  return concepts
}
