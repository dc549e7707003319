import { LONGEST, TARGET, TINY } from './bounds.ts'
import type { Piece } from './cut-blocks.ts'

/** Pieces that make up one passage. */
export interface Gathered {
  readonly start: number
  readonly end: number
  readonly pieces: readonly Piece[]
}

interface Growing extends Gathered {
  end: number
  readonly pieces: Piece[]
}

/** Puts small neighbours together up to `TARGET`, and what is tiny to a neighbour up to `LONGEST`. */
export function gatherPieces(pieces: readonly Piece[]): Gathered[] {
  const gathered: Growing[] = []
  for (const piece of pieces) {
    const last = gathered.at(-1)
    const next = { start: piece.start, end: piece.end, pieces: [piece] }
    if (last && belongTogether(last, piece)) join(last, next)
    else gathered.push(next)
  }
  return joinTiny(joinTiny(gathered, prefersNext), () => false)
}

function belongTogether(last: Gathered, piece: Piece): boolean {
  return piece.end - last.start <= TARGET && !piece.isAlone && !last.pieces[0]?.isAlone
}

/** From the left: what is tiny takes what follows, or joins what stands before it. */
function joinTiny(all: readonly Growing[], waits: typeof prefersNext): Growing[] {
  const kept: Growing[] = []
  for (const [nth, each] of all.entries()) {
    const last = kept.at(-1)
    const isWanted = last && (isTiny(last) || (isTiny(each) && !waits(last, each, all[nth + 1])))
    if (last && isWanted && fits(last, each)) join(last, each)
    else kept.push(each)
  }
  return kept
}

/** It has more in common with what follows it. */
function prefersNext(last: Gathered, tiny: Gathered, next: Gathered | undefined): boolean {
  return next !== undefined && fits(tiny, next) && inCommon(tiny, next) > inCommon(last, tiny)
}

/** How many headings the end of the one and the beginning of the other share. */
function inCommon(before: Gathered, after: Gathered): number {
  const one = before.pieces.at(-1)?.labels ?? []
  const other = after.pieces[0]?.labels ?? []
  const differs = one.findIndex((label, nth) => label !== other[nth])
  return differs < 0 ? one.length : differs
}

function isTiny({ start, end }: Gathered): boolean {
  return end - start < TINY
}

function fits(before: Gathered, after: Gathered): boolean {
  return after.end - before.start <= LONGEST
}

function join(before: Growing, after: Gathered): void {
  before.end = after.end
  for (const piece of after.pieces) before.pieces.push(piece)
}
