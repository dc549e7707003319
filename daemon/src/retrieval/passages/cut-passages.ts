import type { PassageRange } from '../file-record.ts'
import type { FileText, TextKind } from '../text/file-text.ts'
import type { Manner } from './borders.ts'
import { HEADING_LONGEST } from './bounds.ts'
import { cutBlocks } from './cut-blocks.ts'
import { type Gathered, gatherPieces } from './gather-pieces.ts'
import { labelFrom } from './outline.ts'
import { outlineText } from './outline-text.ts'
import { TextLines } from './text-lines.ts'

type Text = Extract<FileText, { status: 'text' }>

const manners: Readonly<Record<TextKind, Manner>> = {
  code: 'code',
  data: 'code',
  markdown: 'prose',
  prose: 'prose',
  table: 'rows',
}

/**
 * Where the passages of a text lie, in the order of their beginnings: of about 1,000 characters, at
 * most 1,600, cut where functions, sections, paragraphs or rows begin. All that is not blank lies in
 * at least one; those of prose may overlap. Costs what the text is long, whatever stands in it.
 */
export function cutPassages(
  path: string,
  { text, kind, marks }: Pick<Text, 'text' | 'kind' | 'marks'>,
): PassageRange[] {
  const lines = new TextLines(text)
  const pieces = cutBlocks(lines, outlineText(path, lines, kind, marks), manners[kind])
  const header = kind === 'table' ? headerOf(lines) : ''
  const isMarked = marks.length > 0
  return gatherPieces(pieces).map((gathered) =>
    placed(lines, gathered, header || headingOf(gathered, isMarked)),
  )
}

function placed(lines: TextLines, { start, end }: Gathered, heading: string): PassageRange {
  const firstLine = lines.at(start) + 1
  return { start, end, firstLine, lastLine: lines.at(end - 1) + 1, heading }
}

/** The names of a table's columns. */
function headerOf(lines: TextLines): string {
  const first = lines.at(lines.firstInk(0, lines.text.length) ?? 0)
  return labelFrom(lines.content(first), HEADING_LONGEST)
}

const JOINT = ' › '
const ELLIPSIS = '…'

/** How much of a passage must stand under a heading that is to hold for it. */
const MOST_OF_IT = 2 / 3

/**
 * What a passage stands under, outermost first, joined by " › "; bounded, and "" where nothing holds
 * for most of it. Where headings do not show in the text it is what holds at its beginning.
 */
function headingOf(passage: Gathered, isMarked: boolean): string {
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
  let home = HEADING_LONGEST - first.length - JOINT.length * 2 - ELLIPSIS.length
  for (const label of kept.slice(1).reverse()) {
    const short = labelFrom(label)
    home -= short.length + JOINT.length
    if (home < 0) break
    last.unshift(short)
  }
  const isWhole = last.length === kept.length - 1
  return [first, ...(isWhole ? [] : [ELLIPSIS]), ...last].join(JOINT)
}

function lengthOf(pieces: Gathered['pieces']): number {
  return pieces.reduce((sum, { start, end }) => sum + end - start, 0)
}
