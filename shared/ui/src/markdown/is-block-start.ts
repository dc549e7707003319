import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { readGfm } from './read-gfm.ts'

const parser = unified().use(remarkParse).use(readGfm)

/**
 * Tells whether the parser that renders a reply begins a top-level block at `offset`, a line start
 * after 0. It reads the text up to the end of that line.
 */
export function isBlockStart(text: string, offset: number): boolean {
  const newline = text.indexOf('\n', offset)
  const { children } = parser.parse(newline === -1 ? text : text.slice(0, newline))
  return children.some(({ position }) => {
    const start = position?.start
    return start?.offset !== undefined && start.offset - start.column + 1 === offset
  })
}
