import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'

/** A piece of a reply. */
export interface Block {
  /** Offset in the reply in UTF-16 units. */
  start: number
  text: string
  /** True where markdown would cost too much. */
  isPlain: boolean
}

/** A code fence whose end has not come yet. */
interface OpenFence {
  start: number
  language: string
  /** The code so far, without a last line that may still become the closing fence. */
  code: string
  codeStart: number
  /** Start of the last, unfinished line: what is before it does not close the fence. */
  lineStart: number
  /** The backticks or tildes that opened it. */
  marker: string
}

/** A reply on its way: blocks that no later text is expected to change, and the rest. */
export interface StreamedBlocks {
  text: string
  settled: readonly Block[]
  /** The last, unfinished block; empty while a fence is open. */
  tail: Block
  fence: OpenFence | null
  /** True while the settled blocks, each on its own, render as they do inside the whole text. */
  isExact: boolean
}

export const noBlocks: StreamedBlocks = {
  text: '',
  settled: [],
  tail: { start: 0, text: '', isPlain: false },
  fence: null,
  isExact: true,
}

/**
 * Takes the text of a growing reply and answers its blocks, reading only what follows the settled
 * ones; a text that does not go on from the previous one is read from its start.
 */
export function settleBlocks(previous: StreamedBlocks, text: string): StreamedBlocks {
  if (!text.startsWith(previous.text)) return settleBlocks(noBlocks, text)
  if (text.length === previous.text.length) return previous
  if (previous.fence !== null) return extendFence(previous, previous.fence, text)
  return settleFrom(previous, previous.tail.start, text)
}

/** One parse of a longer text could take more than the 200 ms that a parse may take. */
const maxWholeLength = 16_000

/**
 * The blocks of the finished reply, or null when it has to be rendered as a whole: because blocks
 * refer to each other, or because it is short and never streamed.
 */
export function finishBlocks(previous: StreamedBlocks, text: string): readonly Block[] | null {
  if (previous === noBlocks && text.length <= maxWholeLength) return null
  // A line end makes the last line complete, so that nothing is left open.
  const { settled, tail, fence, isExact } = settleBlocks(previous, `${text}\n`)
  const start = fence?.start ?? tail.start
  const last = { start, text: text.slice(start), isPlain: false }
  if (!isExact || tail.isPlain || reach.test(last.text)) return null
  return last.text.trim() === '' ? settled : [...settled, last]
}

function settleFrom(previous: StreamedBlocks, start: number, text: string): StreamedBlocks {
  const segments = guardText(text.slice(start))
  const last = segments.at(-1)
  if (last === undefined) return { ...previous, text, tail: { start, text: '', isPlain: false } }
  if (segments.length === 1 && !last.isPlain) return settleMarkdown(previous, start, text)
  const settled = [...previous.settled]
  for (const segment of segments.slice(0, -1)) {
    settled.push({ ...segment, start: start + segment.start })
  }
  const next = { ...previous, text, settled, isExact: false }
  const at = start + last.start
  if (!last.isPlain) return settleMarkdown(next, at, text)
  return { ...next, tail: { start: at, text: last.text, isPlain: true }, fence: null }
}

function settleMarkdown(previous: StreamedBlocks, start: number, text: string): StreamedBlocks {
  if (isSameLine(previous, text) && start === previous.tail.start) {
    return { ...previous, text, tail: { ...previous.tail, text: text.slice(start) } }
  }
  const blocks = readBlocks(text, start)
  let tail = blocks.pop() ?? { start, text: text.slice(start), isPlain: false }
  const before = blocks.at(-1)
  if (before && mayStillJoin(tail.text)) {
    blocks.pop()
    tail = { ...before, text: text.slice(before.start) }
  }
  const isExact = previous.isExact && !blocks.some((block) => reach.test(block.text))
  const settled = blocks.length === 0 ? previous.settled : [...previous.settled, ...blocks]
  const next = { text, settled, tail, fence: null, isExact }
  const fence = openFence(tail)
  return fence === null ? next : extendFence(next, fence, text)
}

/** Tells whether only the last line has grown: another block may begin where one does. */
function isSameLine({ text: before, tail }: StreamedBlocks, text: string): boolean {
  return tail.text !== '' && !before.endsWith('\n') && !text.includes('\n', before.length)
}

/** The top-level blocks from `start` on; the text of the last one goes to the end. */
function readBlocks(text: string, start: number): Block[] {
  const starts = parser.parse(text.slice(start)).children.map(({ position }) => {
    const { offset = 0, column = 1 } = position?.start ?? {}
    return start + offset - column + 1
  })
  return starts.map((at, index) => {
    const next = starts[index + 1]
    const block = next === undefined ? text.slice(at) : text.slice(at, next).replace(/\n+$/, '')
    return { start: at, text: block, isPlain: false }
  })
}

/** A beginning of a line that is neither indented nor on its way to a marker. */
const ownLine = /^(?:[^\s\d\-*+>|#`~=_<[:]|\d+[^\d.)]|[*_]+[^\s*_]|#{1,6}[ \t])/

/** Tells whether a block that just began may turn out to go on with the one before: `3` of `3.` */
function mayStillJoin(text: string): boolean {
  return !text.includes('\n') && !ownLine.test(text)
}

/** A definition or footnote; indented code, which changes a list after it; HTML in a container. */
const reach = /\]:|^(?: {4}| {0,3}\t)|\n[ \t>]*</

/** The first line of a fence that is not indented, so that its code is the text as it stands. */
const firstLine = /^(`{3,}(?=[^`\n]*\n)|~{3,})[ \t]*(\S*)[^\n]*\n/

function openFence(tail: Block): OpenFence | null {
  const match = firstLine.exec(tail.text)
  if (match === null) return null
  const [line, marker = '', language = ''] = match
  const codeStart = tail.start + line.length
  return { start: tail.start, language, code: '', codeStart, lineStart: codeStart, marker }
}

function extendFence(previous: StreamedBlocks, fence: OpenFence, text: string): StreamedBlocks {
  let { lineStart } = fence
  let lineEnd = text.indexOf('\n', lineStart)
  while (lineEnd !== -1) {
    if (closesFence(text.slice(lineStart, lineEnd), fence.marker)) {
      const closed = { start: fence.start, text: text.slice(fence.start, lineEnd), isPlain: false }
      const settled = [...previous.settled, closed]
      return settleFrom({ ...previous, settled, fence: null }, lineEnd + 1, text)
    }
    lineStart = lineEnd + 1
    lineEnd = text.indexOf('\n', lineStart)
  }
  const isHeldBack = mayCloseFence(text.slice(lineStart), fence.marker)
  const code = text.slice(fence.codeStart, isHeldBack ? lineStart : text.length)
  const tail = { start: fence.start, text: '', isPlain: false }
  return { ...previous, text, tail, fence: { ...fence, code, lineStart } }
}

/** The parser that renders a reply: blocks begin where it says. */
export const parser = unified().use(remarkParse).use(readGfm)

/**
 * A plugin of unified that reads tables, task lists, bare addresses, footnotes and strike-through
 * as GitHub does: `remark-gfm` without the half that writes markdown, which a browser would load
 * for nothing.
 */
export function readGfm(this: Processor): undefined {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfm()]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()]
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
export function guardText(text: string): Block[] {
  const segments: Block[] = []
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
  segments: Block[],
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

function readRuns(text: string): readonly Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  let marker: string | undefined
  let isDoubtful = false
  for (const { 0: whole, 1: line = '', index: start } of text.matchAll(/([^\n]*)(?:\n|$)/g)) {
    if (marker !== undefined) {
      if (closesFence(line, marker)) marker = undefined
      continue
    }
    marker = isDoubtful ? undefined : fenceOpening.exec(line)?.[1]
    isDoubtful ||= marker === undefined && doubt.test(line)
    if (marker !== undefined || line.trim() === '') {
      run = undefined
      continue
    }
    if (!run || bullet.test(line)) {
      run = { start, end: start, marks: 0, depth: 0 }
      runs.push(run)
    }
    run.end = start + whole.length
    run.marks += countMarks(line)
    run.depth = Math.max(run.depth, depthOf(line))
  }
  return runs
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
function closesFence(line: string, marker: string): boolean {
  return isMarkRun(line, marker) && line.trim().length >= marker.length
}

/** Tells whether a line that is still growing may come to close the fence. */
function mayCloseFence(line: string, marker: string): boolean {
  return isMarkRun(line, marker) || /^ {0,3}$/.test(line)
}

function isMarkRun(line: string, marker: string): boolean {
  const match = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)
  return match?.[1]?.charAt(0) === marker.charAt(0)
}
