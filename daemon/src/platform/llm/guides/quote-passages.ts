import type { Passage } from '../llm.ts'

/** Passages that are quoted, and passages that are named, at most. */
const QUOTED = 3
const NAMED = 8

/** The best passages in full, each under its place, and the places of the others in one line. */
export function quotePassages(passages: readonly Passage[]): string[] {
  const quotes = passages
    .slice(0, QUOTED)
    .map((passage) => `${citePassage(passage)}:\n\n${quotePassage(passage)}`)
  return ['From your files:', ...quotes, ...namePlaces('Also in', passages.slice(QUOTED))]
}

/** The places of passages that an answer does without. */
export function namePassages(passages: readonly Passage[]): string[] {
  return namePlaces('Your files may say something about it too', passages)
}

function namePlaces(what: string, passages: readonly Passage[]): string[] {
  if (passages.length === 0) return []
  return [`${what}: ${passages.slice(0, NAMED).map(citePassage).join('; ')}.`]
}

const MAX_LINES = 30
const MAX_CHARACTERS = 1500
const HEADING_CHARACTERS = 120
const lineEnds = /\r\n|[\n\r\u2028\u2029]/

/** A passage as a block quote around a fence, so that no markdown in it acts; long ones are cut. */
export function quotePassage({ text }: Passage): string {
  const lines = text.slice(0, MAX_CHARACTERS).split(lineEnds)
  const isCut = text.length > MAX_CHARACTERS || lines.length > MAX_LINES
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  const quoted = [`${fence}text`, ...lines.slice(0, MAX_LINES), ...(isCut ? ['[...]'] : []), fence]
  return quoted.map((line) => `> ${line}`).join('\n')
}

/**
 * Where a passage stands, for instance `` `notes/cv.md`, lines 3-9 (`Skills`) ``; nothing in the path
 * or in the heading acts.
 */
export function citePassage({ path, firstLine, lastLine, heading }: Passage): string {
  const range = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`
  const within = heading.trim() === '' ? '' : ` (${asCode(heading.slice(0, HEADING_CHARACTERS))})`
  return `${asCode(path)}, ${range}${within}`
}

/** A name on one line, in more backticks than it holds. */
function asCode(name: string): string {
  const line = name.replace(/\s+/g, ' ')
  const ticks = '`'.repeat(longestRun(line) + 1)
  const padding = ticks.length > 1 ? ' ' : ''
  return `${ticks}${padding}${line}${padding}${ticks}`
}

function longestRun(text: string): number {
  const runs: readonly string[] = text.match(/`+/g) ?? []
  return runs.reduce((longest, { length }) => Math.max(longest, length), 0)
}
