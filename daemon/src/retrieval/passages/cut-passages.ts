import type { PassageRange } from '../ports.ts'
import type { FileText, TextKind } from '../text/file-text.ts'
import { Borders, type Manner } from './borders.ts'
import { HEADING_LONGEST } from './bounds.ts'
import { cutBlocks } from './cut-blocks.ts'
import { type Gathered, gatherPieces } from './gather-pieces.ts'
import { headingOf } from './heading-of.ts'
import { labelFrom } from './label-from.ts'
import { nestBlocks } from './nest-blocks.ts'
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
export async function cutPassages(
  path: string,
  { text, kind, marks }: Pick<Text, 'text' | 'kind' | 'marks'>,
): Promise<PassageRange[]> {
  const lines = new TextLines(text)
  const outline = await outlineText(path, lines, kind, marks)
  const borders = new Borders(lines, manners[kind], outline)
  const whole = nestBlocks(lines.count, outline)
  const pieces = cutBlocks(lines, borders, whole, manners[kind] === 'prose')
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
