import { HEADING_LONGEST } from './bounds.ts'
import type { Gathered } from './gather-pieces.ts'
import { labelFrom } from './label-from.ts'

const JOINT = ' › '
const ELLIPSIS = '…'

/** How much of a passage must stand under a heading that is to hold for it. */
const MOST_OF_IT = 2 / 3

/**
 * What a passage stands under, outermost first, joined by " › "; bounded, and "" where nothing holds
 * for most of it. Where headings do not show in the text it is what holds at its beginning.
 */
export function headingOf(passage: Gathered, isMarked: boolean): string {
  return joinLabels(isMarked ? (passage.pieces[0]?.labels ?? []) : labelsOf(passage))
}

/** The headings that most of the passage stands under. */
function labelsOf({ pieces }: Gathered): readonly string[] {
  let under = pieces
  const whole = lengthOf(pieces)
  for (let depth = 0; ; depth++) {
    const byLabel = Map.groupBy(under, ({ labels }) => labels[depth])
    const most = [...byLabel].find(([, each]) => lengthOf(each) >= whole * MOST_OF_IT)
    if (most?.[0] === undefined) return under[0]?.labels.slice(0, depth) ?? []
    under = most[1]
  }
}

/** Joins labels; where they are too many, those in the middle are left out. */
function joinLabels(labels: readonly string[]): string {
  const kept = labels.flatMap((label) => label.split(JOINT)).filter((label) => label !== '')
  if (kept.join(JOINT).length <= HEADING_LONGEST) return kept.join(JOINT)
  const first = labelFrom(kept[0] ?? '')
  const last: string[] = []
  let room = HEADING_LONGEST - first.length - JOINT.length * 2 - ELLIPSIS.length
  for (const label of kept.slice(1).reverse()) {
    const short = labelFrom(label)
    room -= short.length + JOINT.length
    if (room < 0) break
    last.unshift(short)
  }
  const isWhole = last.length === kept.length - 1
  return [first, ...(isWhole ? [] : [ELLIPSIS]), ...last].join(JOINT)
}

function lengthOf(pieces: Gathered['pieces']): number {
  return pieces.reduce((sum, { start, end }) => sum + end - start, 0)
}
