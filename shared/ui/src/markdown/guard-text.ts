/** A stretch of a text: markdown, or what would cost too much to parse as such. */
interface Segment {
  start: number
  text: string
  isPlain: boolean
}

// Security design, section 9.1. The parser's cost grows with the square of the marks in one
// paragraph: 1,000 of the worst kind take some 30 ms, and the sum bounds a whole text at 120 ms.
const maxBlockLength = 50_000
const maxMarks = 1000
const harmlessMarks = 100
const maxCost = 4_000_000
const maxDepth = 50

/**
 * Splits a text into markdown and plain stretches in one pass, without parsing it; a stretch is
 * plain when a paragraph in it is longer than 50,000 characters, holds too many marks or is nested
 * deeper than 50 levels.
 */
export function guardText(text: string): Segment[] {
  const segments: Segment[] = []
  let markdownStart = 0
  let cost = 0
  for (const run of readRuns(text)) {
    const runCost = run.marks ** 2
    if (!isTooCostly(run) && (run.marks <= harmlessMarks || cost + runCost <= maxCost)) {
      cost += runCost
      continue
    }
    pushSegment(segments, text, markdownStart, run.start, false)
    pushSegment(segments, text, run.start, run.end, true)
    markdownStart = run.end
  }
  pushSegment(segments, text, markdownStart, text.length, false)
  return segments
}

function isTooCostly({ start, end, marks, depth }: Run): boolean {
  return end - start > maxBlockLength || marks > maxMarks || depth > maxDepth
}

function pushSegment(
  segments: Segment[],
  text: string,
  start: number,
  end: number,
  isPlain: boolean,
): void {
  const piece = text.slice(start, end)
  const last = segments.at(-1)
  if (last && (last.isPlain === isPlain || piece.trim() === '')) last.text += piece
  else if (piece !== '') segments.push({ start, text: piece, isPlain })
}

/** Lines that may form one paragraph: no blank line, bullet or fence between them. */
interface Run {
  start: number
  end: number
  marks: number
  depth: number
}

const fenceOpening = /^(`{3,}(?=[^`]*$)|~{3,})/
const bullet = /^ {0,3}[-*+][ \t]+\S/
// Where one of these was seen, a fence further down may be something else to the parser.
const doubt = /^[ \t>*+\-\d.)]*(?:```|~~~|<[!?/a-z])/i

function* readRuns(text: string): Generator<Run> {
  let run: Run | null = null
  for (const prose of readProse(text)) {
    if (run && (prose === null || bullet.test(prose.line))) {
      yield run
      run = null
    }
    if (prose === null) continue
    run ??= { start: prose.start, end: prose.end, marks: 0, depth: 0 }
    run.end = prose.end
    run.marks += countMarks(prose.line)
    run.depth = Math.max(run.depth, depthOf(prose.line))
  }
  if (run) yield run
}

interface Line {
  line: string
  start: number
  end: number
}

/** The lines outside of code fences, null standing for a blank line or a fence. */
function* readProse(text: string): Generator<Line | null> {
  let marker: string | undefined
  let isDoubtful = false
  for (const line of readLines(text)) {
    if (marker !== undefined) {
      if (closesFence(line.line, marker)) marker = undefined
      continue
    }
    marker = isDoubtful ? undefined : fenceOpening.exec(line.line)?.[1]
    isDoubtful ||= marker === undefined && doubt.test(line.line)
    yield marker === undefined && line.line.trim() !== '' ? line : null
  }
}

function* readLines(text: string): Generator<Line> {
  let start = 0
  while (start < text.length) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline + 1
    yield { line: text.slice(start, newline === -1 ? end : newline), start, end }
    start = end
  }
}

const runMarks = new Set(['*', '_', '`', '~'])
const singleMarks = new Set(['[', ']', '<'])

function countMarks(line: string): number {
  let marks = 0
  let previous = ''
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (singleMarks.has(character)) marks++
    else if (character !== previous && runMarks.has(character)) marks++
    previous = character
  }
  return marks
}

const containers = /^(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))*/
const container = />|[-*+]|\d+[.)]/g

function depthOf(line: string): number {
  const prefix = containers.exec(line.slice(0, 1000))?.[0] ?? ''
  const markers = prefix.match(container)?.length ?? 0
  if (markers === 0) return 0
  const indent = prefix.length - prefix.trimStart().length
  return markers + Math.floor(indent / 2)
}

/** Tells whether a line ends a code fence that began with `marker` (CommonMark 4.5). */
export function closesFence(line: string, marker: string): boolean {
  return isMarkRun(line, marker) && line.trim().length >= marker.length
}

/** Tells whether a line that is still growing may come to close the fence. */
export function mayCloseFence(line: string, marker: string): boolean {
  return isMarkRun(line, marker) || /^ {0,3}$/.test(line)
}

function isMarkRun(line: string, marker: string): boolean {
  const match = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)
  return match?.[1]?.charAt(0) === marker.charAt(0)
}
