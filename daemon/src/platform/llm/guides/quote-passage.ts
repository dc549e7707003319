import type { Passage } from '../llm.ts'

const MAX_LINES = 30
const MAX_CHARACTERS = 1500
const HEADING_CHARACTERS = 120

/** A passage as a block quote around a fence, so that no markdown in it acts; long ones are cut. */
export function quotePassage({ text }: Passage): string {
  const { lines, isCut } = cut(text)
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  const quoted = [`${fence}text`, ...lines, ...(isCut ? ['[...]'] : []), fence]
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

function cut(text: string) {
  const all = text.split(/\r\n|[\n\r\u2028\u2029]/)
  const shown = text
    .slice(0, MAX_CHARACTERS)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .slice(0, MAX_LINES)
  return { lines: shown, isCut: shown.length < all.length || text.length > MAX_CHARACTERS }
}

function longestRun(text: string): number {
  const runs: readonly string[] = text.match(/`+/g) ?? []
  return runs.reduce((longest, { length }) => Math.max(longest, length), 0)
}
