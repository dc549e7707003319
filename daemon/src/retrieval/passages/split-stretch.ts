import { type Borders, NO_BORDER } from './borders.ts'
import { LONGEST, LONGEST_OVERLAP, OVERLAP, TARGET, TINY, WHOLE } from './bounds.ts'
import type { TextLines } from './text-lines.ts'

/** A part of a text, in UTF-16 offsets. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** What a piece has at least, where the text has a border that allows it. */
const LEAST = 400

/** What is worse than the beginning of a line repeats nothing. */
const OVERLAP_BORDER = 400

/**
 * Cuts a stretch into pieces of about `TARGET` at its best borders, those of prose repeating the end
 * of the one before. Nothing but blanks lies in no piece. Costs what the stretch is long.
 */
export function splitStretch(
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
