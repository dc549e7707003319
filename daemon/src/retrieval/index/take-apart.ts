const other = 0
const lower = 1
const upper = 2
const digit = 3
const joint = 4

/** What the characters of ASCII are within an identifier. */
const kinds = new Uint8Array(128)
kinds.fill(lower, 97, 123)
kinds.fill(upper, 65, 91)
kinds.fill(digit, 48, 58)
kinds[95] = joint

/** What one pass over a text tells of its identifiers. */
export interface Identifiers {
  /** The parts of those that have several, each after a space. */
  readonly parts: string
  /** Characters of the longest one. */
  readonly longest: number
}

/**
 * Takes identifiers apart: " parse HTML Doc sha 256 group commit" for `parseHTMLDoc`, `sha256` and
 * `group_commit`. Other words are no identifiers of several parts and are not repeated.
 */
export function takeApart(text: string): Identifiers {
  let parts = ''
  let longest = 0
  let word = 0
  let start = 0
  let before = other
  for (let at = 0; at <= text.length; at++) {
    const kind = kindAt(text, at)
    if (kind === before) continue
    if (before === other) {
      word = at
      start = at
    } else {
      // the last capital of several belongs to what follows: HTMLDoc is HTML and Doc
      const end = before === upper && kind === lower ? at - 1 : at
      const isWhole = kind === other && start === word
      if (end > start && before !== joint && !isWhole) parts += ` ${text.slice(start, end)}`
      start = end
      longest = Math.max(longest, at - word)
    }
    before = kind
  }
  return { parts, longest }
}

function kindAt(text: string, at: number): number {
  const code = at < text.length ? text.charCodeAt(at) : 0
  return code < 128 ? (kinds[code] as number) : other
}
