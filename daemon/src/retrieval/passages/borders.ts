import type { LineSigns } from './outline.ts'
import { isBlank, type TextLines } from './text-lines.ts'

/** What a text is cut like. */
export type Manner = 'code' | 'prose' | 'rows'

/** How much worse than the best one a border is; half a character of distance counts as 1. */
const SENTENCE = 200
const WRAPPED_LINE = 350
const INSIDE = 250
const NO_BLANK = 180
const PER_COLUMN = 12
const DEEPEST_COLUMNS = 24
const DEEPER = 200
const AFTER_LEAD = 250
const CLOSING = 600
const STATEMENT = 800
const COMMA = 850
const SPACE = 950
export const NO_BORDER = 1_200

const closing = /^(?:[)\]}]|<\/|(?:end|else|elif|elsif|except|rescue|finally|catch|fi|done)\b)/i
const listed = /^(?:[-*+>|•·]|\d{1,9}[.)])/
const sentenceEnd = /[.!?:;…。！？][)\]"'»”’*_`]{0,3}$/
const sentenceEnds = new Set('.!?…。！？')
const wideEnds = new Set('。！？')
const closers = new Set(')]"\'»”’*_`')

/** Where a text may be cut, and how well. */
export class Borders {
  readonly #lines: TextLines
  readonly #manner: Manner
  readonly #signs: LineSigns

  constructor(lines: TextLines, manner: Manner, signs: LineSigns) {
    this.#lines = lines
    this.#manner = manner
    this.#signs = signs
  }

  /**
   * The best offset from `low` to `high`, near `goal`, of those that cost less than `limit`;
   * `base` is the indentation of the whole. Looks at this stretch alone.
   */
  best(low: number, high: number, goal: number, base: number, limit: number): number | undefined {
    let found: number | undefined
    let least = limit + (high - low)
    const consider = (at: number, cost: number) => {
      const whole = cost + Math.abs(at - goal) / 2
      if (cost >= limit || whole >= least) return
      found = at
      least = whole
    }
    this.#considerLines(low, high, base, consider)
    if (found === undefined || this.#manner === 'prose') this.#considerSigns(low, high, consider)
    return found
  }

  #considerLines(low: number, high: number, base: number, consider: Consider): void {
    const lines = this.#lines
    let line = lines.at(low)
    if (lines.start(line) < low) line++
    for (; line < lines.count && lines.start(line) <= high; line++) {
      if (!lines.isBlank(line)) consider(lines.start(line), this.#costOf(line, base))
    }
  }

  #costOf(line: number, base: number): number {
    if (line === 0) return 0
    const inside = this.#signs.insides[line] ? INSIDE : 0
    if (this.#manner === 'rows') return inside
    return inside + (this.#manner === 'prose' ? this.#proseCost(line) : this.#codeCost(line, base))
  }

  #proseCost(line: number): number {
    if (this.#lines.isBlank(line - 1)) return 0
    if (listed.test(this.#lines.content(line, 12))) return SENTENCE
    const before = this.#lines.end(line - 1)
    const tail = this.#lines.text.slice(Math.max(this.#lines.start(line - 1), before - 20), before)
    return sentenceEnd.test(tail.trimEnd()) ? SENTENCE : WRAPPED_LINE
  }

  #codeCost(line: number, base: number): number {
    const lines = this.#lines
    const columns = Math.min(DEEPEST_COLUMNS, Math.max(0, lines.indent(line) - base))
    const depth = columns * PER_COLUMN
    if (closing.test(lines.content(line, 12))) return CLOSING + depth
    if (lines.isBlank(line - 1)) return depth
    const isDeeper = lines.indent(line) > lines.indent(line - 1)
    const isLed = Boolean(this.#signs.leads[line - 1])
    return NO_BLANK + depth + (isDeeper ? DEEPER : 0) + (isLed ? AFTER_LEAD : 0)
  }

  #considerSigns(low: number, high: number, consider: Consider): void {
    const { text } = this.#lines
    const costOf = this.#manner === 'prose' ? proseSignCost : codeSignCost
    for (let at = Math.max(1, low); at <= high; at++) {
      const cost = costOf(text, at)
      if (cost < NO_BORDER) consider(at, cost)
    }
  }
}

type Consider = (at: number, cost: number) => void

/** What it costs to cut before this offset. */
function proseSignCost(text: string, at: number): number {
  const code = text.charCodeAt(at - 1)
  if (code > 0xff && wideEnds.has(text[at - 1] ?? '')) return SENTENCE
  if (!isBlank(code)) return NO_BORDER
  let end = at - 2
  while (end > at - 5 && closers.has(text[end] ?? '')) end--
  return sentenceEnds.has(text[end] ?? '') ? SENTENCE : SPACE
}

function codeSignCost(text: string, at: number): number {
  const before = text[at - 1] ?? ''
  if (before === ';' || before === '}') return STATEMENT
  if (before === ',' || before === '>') return COMMA
  return isBlank(text.charCodeAt(at - 1)) ? SPACE : NO_BORDER
}
