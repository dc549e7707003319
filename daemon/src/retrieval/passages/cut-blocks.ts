import { isBlank, type LineSigns, type Named, type Outline, type TextLines } from './text-lines.ts'

// How long passages are, in UTF-16 units.

/** What a passage should have. */
export const TARGET = 1_000

/** What no passage exceeds, its overlap included. */
export const LONGEST = 1_600

/** What is shorter joins a neighbour where `LONGEST` allows it. */
export const TINY = 200

/** A function, class or section of this length is a passage of its own. */
const ALONE = 350

/** What is longer is cut where anything inside of it begins. */
const WHOLE = 1_300

/** What prose repeats of the passage before, about and at most. */
const OVERLAP = 150
export const LONGEST_OVERLAP = 220

/** A part of a text, in UTF-16 offsets. */
interface Stretch {
  readonly start: number
  readonly end: number
}

/** What a piece has at least, where the text has a border that allows it. */
const LEAST = 400

/** What is worse than the beginning of a line repeats nothing. */
const OVERLAP_BORDER = 400

/** A piece of a text that is not cut any more. */
export interface Piece extends Stretch {
  /** What is around it, and it itself where it is something whole. */
  readonly labels: readonly string[]
  /** Shares its passage with nothing that has a length to speak of. */
  readonly isAlone: boolean
}

/** A text in pieces: what is named in it as a whole where that is short enough. */
export function cutBlocks(lines: TextLines, outline: Outline, manner: Manner): Piece[] {
  const borders = new Borders(lines, manner, outline)
  const overlaps = manner === 'prose'
  const pieces: Piece[] = []
  add(nestBlocks(lines.count, outline))
  return pieces

  function add(block: Block): void {
    const { first, end, labels, blocks } = block
    const whole = lines.trimmed(lines.start(first), lines.start(end))
    if (!whole) return
    const length = whole.end - whole.start
    if (length <= WHOLE && labels.length > 0) {
      pieces.push({ ...whole, labels: mostLabels(block), isAlone: length >= ALONE })
      return
    }
    let from = first
    for (const inner of blocks) {
      split(from, inner.first, labels)
      add(inner)
      from = inner.end
    }
    split(from, end, labels)
  }

  /** Those of what makes up two thirds of it. */
  function mostLabels(block: Block): readonly string[] {
    const most = block.blocks.find((inner) => lengthOf(inner) * 3 >= lengthOf(block) * 2)
    return most ? mostLabels(most) : block.labels
  }

  function lengthOf({ first, end }: Block): number {
    return lines.start(end) - lines.start(first)
  }

  function split(first: number, end: number, labels: readonly string[]): void {
    if (end <= first) return
    const stretch = { start: lines.start(first), end: lines.start(end) }
    const parts = splitStretch(lines, borders, stretch, overlaps)
    for (const part of parts) pieces.push({ ...part, labels, isAlone: parts.length > 1 })
  }
}

/** Lines of a text with what is named in them. Lines count from 0; `end` is the line after. */
interface Block {
  readonly first: number
  readonly end: number
  /** Of those around it and its own, outermost first. */
  readonly labels: readonly string[]
  readonly blocks: readonly Block[]
}

/** What is named further inside belongs to what is around it. */
const DEEPEST = 8

interface Open extends Block {
  end: number
  readonly blocks: Open[]
}

/**
 * What is named, each within what is around it and with the comments and decorators before it. What
 * begins on a line that something else has, is part of that.
 */
function nestBlocks(lineCount: number, outline: Outline): Block {
  const whole: Open = { first: 0, end: lineCount, labels: [], blocks: [] }
  const open: Open[] = [whole]
  for (const named of outline.named) {
    while (open.length > 1 && (open.at(-1)?.end ?? 0) <= named.first) open.pop()
    const around = open.at(-1) ?? whole
    if (open.length > DEEPEST) continue
    const block = placed(named, around, outline.leads)
    if (!block) continue
    around.blocks.push(block)
    open.push(block)
  }
  return whole
}

function placed({ first, end, label }: Named, around: Open, leads: Uint8Array): Open | undefined {
  const before = around.blocks.at(-1)
  const least = before ? before.end : around.labels.length > 0 ? around.first + 1 : 0
  if (first < least) return undefined
  let lead = first
  while (lead > least && leads[lead - 1]) lead--
  return {
    first: lead,
    end: Math.min(Math.max(end, first + 1), around.end),
    labels: [...around.labels, label],
    blocks: [],
  }
}

/**
 * Cuts a stretch into pieces of about `TARGET` at its best borders, those of prose repeating the end
 * of the one before. Nothing but blanks lies in no piece. Costs what the stretch is long.
 */
function splitStretch(
  lines: TextLines,
  borders: Borders,
  { start, end }: Stretch,
  overlaps: boolean,
): Stretch[] {
  const pieces: Stretch[] = []
  const base = leastIndent(lines, start, end)
  const longest = overlaps ? LONGEST - LONGEST_OVERLAP : LONGEST
  let rest = lines.trimmed(start, end)
  let repeats: number | undefined
  while (rest) {
    const cut = rest.end - rest.start <= WHOLE ? rest.end : nextCut(borders, rest, base, longest)
    const piece = lines.trimmed(rest.start, cut)
    if (piece) pieces.push({ start: repeatable(repeats, piece), end: piece.end })
    const next = cut < rest.end ? lines.trimmed(cut, rest.end) : undefined
    repeats = overlaps && next && piece ? repeatFrom(borders, piece, base) : undefined
    rest = next
  }
  return pieces

  function nextCut(from: Borders, { start, end }: Stretch, indent: number, most: number): number {
    const length = end - start
    const goal = start + (length < 2 * TARGET ? length / 2 : TARGET)
    const high = Math.min(start + most, end - TINY)
    return from.best(start + LEAST, high, goal, indent, NO_BORDER) ?? betweenSigns(lines.text, high)
  }
}

function repeatable(from: number | undefined, { start, end }: Stretch): number {
  return from !== undefined && end - from <= LONGEST ? from : start
}

function repeatFrom(borders: Borders, { start, end }: Stretch, base: number): number | undefined {
  const low = Math.max(start + 1, end - LONGEST_OVERLAP)
  return borders.best(low, end - OVERLAP / 2, end - OVERLAP, base, OVERLAP_BORDER)
}

/** Two halves of one sign stay together. */
function betweenSigns(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

function leastIndent(lines: TextLines, start: number, end: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let line = lines.at(start); line < lines.count && lines.start(line) < end; line++) {
    if (!lines.isBlank(line)) least = Math.min(least, lines.indent(line))
  }
  return Number.isFinite(least) ? least : 0
}

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
const NO_BORDER = 1_200

const closing = /^(?:[)\]}]|<\/|(?:end|else|elif|elsif|except|rescue|finally|catch|fi|done)\b)/i
const listed = /^(?:[-*+>|•·]|\d{1,9}[.)])/
const sentenceEnd = /[.!?:;…。！？][)\]"'»”’*_`]{0,3}$/
const sentenceEnds = new Set('.!?…。！？')
const wideEnds = new Set('。！？')
const closers = new Set(')]"\'»”’*_`')

/** Where a text may be cut, and how well. */
class Borders {
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
