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
  root: Block,
  overlaps: boolean,
): Piece[] {
  const pieces: Piece[] = []
  add(root)
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
