import { Lexer, type Token } from 'marked'

/** A top-level piece of markdown; `start` is its offset in the reply in UTF-16 units. */
export interface Block {
  start: number
  text: string
}

/** A code fence whose end has not come yet. */
export interface OpenFence {
  start: number
  language: string
  /** The complete lines, and the last one unless it may still become the closing fence. */
  code: string
  /** Where the search for the end goes on: the start of the last line that was looked at. */
  searchFrom: number
  codeStart: number
  /** Matches a line that closes this fence. */
  marker: string
}

/** A reply on its way: blocks that no later text can change, and the rest. */
export interface StreamedBlocks {
  text: string
  settled: readonly Block[]
  /** The last, unfinished block; its text is '' when there is none. */
  tail: Block
  /** Set while the last block is an open code fence: then `tail` is empty. */
  fence: OpenFence | null
}

export const noBlocks: StreamedBlocks = {
  text: '',
  settled: [],
  tail: { start: 0, text: '' },
  fence: null,
}

/**
 * Takes the text of a growing reply and answers its blocks, reading only what follows the settled
 * ones; a text that does not begin with the previous one is read from its start.
 */
export function settleBlocks(previous: StreamedBlocks, text: string): StreamedBlocks {
  if (!text.startsWith(previous.text)) return settleBlocks(noBlocks, text)
  if (text === previous.text) return previous
  if (previous.fence !== null) return extendFence(previous, previous.fence, text)
  return settleFrom(previous.settled, previous.tail.start, text)
}

function settleFrom(settled: readonly Block[], start: number, text: string): StreamedBlocks {
  const blocks = [...settled]
  const tokens = new Lexer().blockTokens(text.slice(start), [])
  const last = tokens.findLastIndex((token) => token.type !== 'space')
  let position = start
  for (const token of tokens.slice(0, Math.max(last, 0))) {
    if (token.type !== 'space') blocks.push(toBlock(position, token.raw))
    position += token.raw.length
  }
  const tail = { start: position, text: text.slice(position) }
  const fence = openFence(tokens[last], tail)
  if (fence === null) return { text, settled: blocks, tail, fence }
  return extendFence(
    { text, settled: blocks, tail: { start: position, text: '' }, fence },
    fence,
    text,
  )
}

function toBlock(start: number, raw: string): Block {
  return { start, text: raw.replace(/\n+$/, '') }
}

/** The first line of a fence that is not indented, so that its code needs no outdenting. */
const fenceLine = /^(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/

function openFence(token: Token | undefined, tail: Block): OpenFence | null {
  const match = token?.type === 'code' ? fenceLine.exec(tail.text) : null
  const marker = match?.[1]
  if (match === null || marker === undefined) return null
  const codeStart = tail.start + match[0].length
  const language = /^\s*(\S*)/.exec(match[2] ?? '')?.[1] ?? ''
  return { start: tail.start, language, code: '', searchFrom: codeStart, codeStart, marker }
}

function extendFence(previous: StreamedBlocks, fence: OpenFence, text: string): StreamedBlocks {
  let lineStart = fence.searchFrom
  for (let end = text.indexOf('\n', lineStart); end !== -1; end = text.indexOf('\n', lineStart)) {
    if (closes(text.slice(lineStart, end), fence.marker)) {
      const closed = { start: fence.start, text: text.slice(fence.start, end) }
      return settleFrom([...previous.settled, closed], end + 1, text)
    }
    lineStart = end + 1
  }
  const shownEnd = mayClose(text.slice(lineStart), fence.marker) ? lineStart : text.length
  const code = text.slice(fence.codeStart, shownEnd)
  return { ...previous, text, fence: { ...fence, code, searchFrom: lineStart } }
}

function closes(line: string, marker: string): boolean {
  const mark = line.trim()
  return (
    mark.length >= marker.length &&
    mark === marker.charAt(0).repeat(mark.length) &&
    /^ {0,3}\S/.test(line)
  )
}

function mayClose(line: string, marker: string): boolean {
  const mark = line.trim()
  return (
    line.length < 1000 &&
    mark === marker.charAt(0).repeat(mark.length) &&
    /^ {0,3}(\S|$)/.test(line)
  )
}
