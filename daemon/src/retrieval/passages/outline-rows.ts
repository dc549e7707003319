import { type Outline, plainOutline } from './outline.ts'
import type { TextLines } from './text-lines.ts'

/** Rows of a table; a cell in quotes may go over several lines. */
export function outlineRows(lines: TextLines): Outline {
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
