import type { Borders } from './borders.ts'
import { ALONE, WHOLE } from './bounds.ts'
import type { Block } from './nest-blocks.ts'
import { type Stretch, splitStretch } from './split-stretch.ts'
import type { TextLines } from './text-lines.ts'

/** A piece of a text that is not cut any more. */
export interface Piece extends Stretch {
  /** What is around it, and it itself where it is something whole. */
  readonly labels: readonly string[]
  /** Shares its passage with nothing that has a length to speak of. */
  readonly isAlone: boolean
}

/** The text of a block in pieces: what is named in it as a whole where that is short enough. */
export function cutBlocks(
  lines: TextLines,
  borders: Borders,
  block: Block,
  overlaps: boolean,
): Piece[] {
  const pieces: Piece[] = []
  add(block)
  return pieces

  function add({ first, end, labels, blocks }: Block): void {
    const whole = lines.trimmed(lines.start(first), lines.start(end))
    if (!whole) return
    const length = whole.end - whole.start
    if (length <= WHOLE && labels.length > 0) {
      pieces.push({ ...whole, labels, isAlone: length >= ALONE })
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

  function split(first: number, end: number, labels: readonly string[]): void {
    if (end <= first) return
    const stretch = { start: lines.start(first), end: lines.start(end) }
    const parts = splitStretch(lines, borders, stretch, overlaps)
    for (const part of parts) pieces.push({ ...part, labels, isAlone: parts.length > 1 })
  }
}
