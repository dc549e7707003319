import { codeLabel, isLead } from './label-line.ts'
import { type Named, type Outline, plainOutline } from './outline.ts'
import type { TextLines } from './text-lines.ts'

/** What a line names if more lines follow it further inside; undefined where it names nothing. */
export type LineLabel = (content: string, depth: number) => string | undefined

/** Lines that end what they stand at the height of. */
const closing = /^(?:[)\]}]|<\/|(?:end|endif|endfunction|fi|done|esac|loop)\b(?!\s*[-+*/.(:=]))/i
const opening = /^(?:[{([]|begin\b)/i

interface Open {
  readonly indent: number
  readonly at: number
}

/** What the indentation of a text says about it; for code whose language has no parser here. */
export function outlineIndented(lines: TextLines, labelOf: LineLabel = codeLabel): Outline {
  const outline = plainOutline(lines.count)
  const named: (Named & { end: number })[] = []
  const open: Open[] = []
  let last = -1
  for (let line = 0; line < lines.count; line++) {
    if (lines.isBlank(line)) continue
    const content = lines.content(line)
    const indent = indentOf(lines, line, content)
    outline.leads[line] = isLead(content) ? 1 : 0
    closeAbove(open, indent, content, (at) => {
      const each = named[at]
      if (each) each.end = last + 1
    })
    last = line
    if (!opening.test(content) && !closing.test(content) && isOpened(lines, line, indent)) {
      const label = labelOf(content, indent)
      if (label) open.push({ indent, at: named.push({ first: line, end: line + 1, label }) - 1 })
    }
  }
  for (const { at } of open) {
    const each = named[at]
    if (each) each.end = last + 1
  }
  return { ...outline, named }
}

/** Ends what this line no longer belongs to. */
function closeAbove(
  open: Open[],
  indent: number,
  content: string,
  close: (at: number) => void,
): void {
  for (let top = open.at(-1); top && indent <= top.indent; top = open.at(-1)) {
    if (indent === top.indent && (closing.test(content) || opening.test(content))) return
    close(top.at)
    open.pop()
  }
}

/** The entries of a list in YAML belong to the key above them, at whose height they may stand. */
function indentOf(lines: TextLines, line: number, content: string): number {
  return lines.indent(line) + (/^- /.test(content) ? 1 : 0)
}

function isOpened(lines: TextLines, line: number, indent: number): boolean {
  let next = line + 1
  while (next < lines.count && lines.isBlank(next)) next++
  if (next >= lines.count) return false
  const content = lines.content(next)
  const deeper = indentOf(lines, next, content)
  return deeper > indent || (deeper === indent && opening.test(content))
}
