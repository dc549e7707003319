import type { PassageRange } from '../file-record.ts'
import type { FileText, TextKind, TextMark } from '../text/file-text.ts'
import { cutBlocks, LONGEST, type Manner, type Piece, TARGET, TINY } from './cut-blocks.ts'
import { outlineCode, outlineData } from './outline-code.ts'
import { outlineMarkdown } from './outline-markdown.ts'
import {
  HEADING_LONGEST,
  labelFrom,
  type Named,
  type Outline,
  plainOutline,
  TextLines,
} from './text-lines.ts'

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

/** Pieces that make up one passage. */
interface Gathered {
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

const sectionHeader = /^\[{1,2}([^[\]]{1,200})\]{1,2}\s*(?:[#;].*)?$/
const sectionComment = /^[#;]/

/** What stands where in a text of this kind; where its format has marks, these alone name it. */
function outlineText(
  path: string,
  lines: TextLines,
  kind: TextKind,
  marks: readonly TextMark[],
): Outline {
  const outline = outlineKind(path, lines, kind)
  return marks.length === 0 ? outline : { ...outline, named: between(marks, lines.count) }
}

function outlineKind(path: string, lines: TextLines, kind: TextKind): Outline {
  switch (kind) {
    case 'code':
      return outlineCode(lines)
    case 'markdown':
      return outlineMarkdown(lines)
    case 'data': {
      const hasNoSections = /\.(?:[a-z]*json[a-z0-9]*|ya?ml|xml)$/i.test(path)
      return (hasNoSections ? undefined : outlineSections(lines)) ?? outlineData(lines)
    }
    case 'table':
      return outlineRows(lines)
    case 'prose':
      return plainOutline(lines.count)
  }
}

/** The sections of an INI or TOML file; undefined where it has none. */
function outlineSections(lines: TextLines): Outline | undefined {
  const outline = plainOutline(lines.count)
  const starts: { first: number; label: string }[] = []
  for (let line = 0; line < lines.count; line++) {
    const content = lines.content(line)
    outline.leads[line] = sectionComment.test(content) ? 1 : 0
    const [, name] = lines.indent(line) === 0 ? (sectionHeader.exec(content) ?? []) : []
    if (name) starts.push({ first: line, label: labelFrom(name) })
  }
  if (starts.length === 0) return undefined
  const named = starts.map((start, nth) => ({
    ...start,
    end: starts[nth + 1]?.first ?? lines.count,
  }))
  return { ...outline, named }
}

/** Rows of a table; a cell in quotes may go over several lines. */
function outlineRows(lines: TextLines): Outline {
  const outline = plainOutline(lines.count)
  let isQuoted = false
  let at = lines.text.indexOf('"')
  for (let line = 0; line < lines.count; line++) {
    if (isQuoted) outline.insides[line] = 1
    const end = lines.end(line)
    while (at >= 0 && at < end) {
      isQuoted = !isQuoted
      at = lines.text.indexOf('"', at + 1)
    }
  }
  return outline
}

/** Each mark holds until the next one; the last one of a line does. */
function between(marks: readonly TextMark[], lineCount: number): Named[] {
  return marks.flatMap(({ line, heading }, nth) => {
    const end = (marks[nth + 1]?.line ?? lineCount + 1) - 1
    return end < line ? [] : [{ first: line - 1, end, label: heading }]
  })
}
