import type { Parser, Tree } from '@lezer/common'
import type { TextLines } from './text-lines.ts'

/** Code that people write has less; what tools make costs more than its structure is worth. */
const MOST_CHARACTERS = 400_000
const MOST_PER_LINE = 300

/** Each error in deeply nested code costs a parser what is nested. */
const DEEPEST = 200

const MOST_MS = 600
const STEPS_BETWEEN_LOOKS = 64

/**
 * The tree of a text, which may be broken; undefined where it would cost too much. A budget of time
 * is needed since the cost of an error cannot be foretold.
 */
export function parseCode(parser: Parser, lines: TextLines): Tree | undefined {
  const { text } = lines
  if (text.length > MOST_CHARACTERS || text.length / lines.count > MOST_PER_LINE) return undefined
  if (deepest(text) > DEEPEST) return undefined
  const parse = parser.startParse(text)
  const end = performance.now() + MOST_MS
  for (let steps = 1; ; steps++) {
    const tree = parse.advance()
    if (tree) return tree
    if (steps % STEPS_BETWEEN_LOOKS === 0 && performance.now() > end) return undefined
  }
}

/** How deep brackets are nested, those in strings and comments included. */
function deepest(text: string): number {
  let depth = 0
  let most = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x28 || code === 0x5b || code === 0x7b) most = Math.max(most, ++depth)
    else if (code === 0x29 || code === 0x5d || code === 0x7d) depth = Math.max(0, depth - 1)
  }
  return most
}
