import { HEADING_LONGEST, LABEL_LONGEST } from './bounds.ts'
import type { Gathered } from './gather-pieces.ts'

const JOINT = ' › '
const ELLIPSIS = '…'

/** Blanks, control characters, and those that turn the direction of what follows. */
const unseen = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** How much of a passage must stand under a heading that is to hold for it. */
const MOST_OF_IT = 2 / 3

/** The headings that most of the passage stands under. */
export function labelsOf({ pieces }: Gathered): readonly string[] {
  let under = pieces
  const whole = lengthOf(pieces)
  for (let depth = 0; ; depth++) {
    const byLabel = Map.groupBy(under, ({ labels }) => labels[depth])
    const most = [...byLabel].find(([, each]) => lengthOf(each) >= whole * MOST_OF_IT)
    if (most?.[0] === undefined) return under[0]?.labels.slice(0, depth) ?? []
    under = most[1]
  }
}

/** The headings that hold where the passage begins. */
export function firstLabelsOf({ pieces }: Gathered): readonly string[] {
  return pieces[0]?.labels ?? []
}

/** Joins labels; where they are too many, those in the middle are left out. */
export function joinLabels(labels: readonly string[]): string {
  const kept = labels.flatMap((label) => label.split(JOINT)).filter((label) => label !== '')
  if (kept.join(JOINT).length <= HEADING_LONGEST) return kept.join(JOINT)
  const first = shortened(kept[0] ?? '', LABEL_LONGEST)
  const last: string[] = []
  let room = HEADING_LONGEST - first.length - JOINT.length * 2 - ELLIPSIS.length
  for (const label of kept.slice(1).reverse()) {
    const short = shortened(label, LABEL_LONGEST)
    room -= short.length + JOINT.length
    if (room < 0) break
    last.unshift(short)
  }
  const isWhole = last.length === kept.length - 1
  return [first, ...(isWhole ? [] : [ELLIPSIS]), ...last].join(JOINT)
}

/** One line of text as a label. */
export function labelFrom(text: string, most = LABEL_LONGEST): string {
  return shortened(text.replace(unseen, ' ').trim(), most)
}

function shortened(label: string, most: number): string {
  if (label.length <= most) return label
  return (
    label
      .slice(0, most - 1)
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd() + ELLIPSIS
  )
}

function lengthOf(pieces: Gathered['pieces']): number {
  return pieces.reduce((sum, { start, end }) => sum + end - start, 0)
}
