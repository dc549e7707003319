import type { TextKind, TextMark } from '../text/file-text.ts'
import { codeLabel, dataLabel } from './label-line.ts'
import { type Named, type Outline, plainOutline } from './outline.ts'
import { outlineIndented } from './outline-indented.ts'
import { outlineMarkdown } from './outline-markdown.ts'
import { outlineRows } from './outline-rows.ts'
import { outlineSections } from './outline-sections.ts'
import { outlineTree } from './outline-tree.ts'
import { parseCode } from './parse-code.ts'
import { parserFor } from './parsers.ts'
import type { TextLines } from './text-lines.ts'

/** What stands where in a text of this kind; where its format has marks, these alone name it. */
export async function outlineText(
  path: string,
  lines: TextLines,
  kind: TextKind,
  marks: readonly TextMark[],
): Promise<Outline> {
  const outline = await outlineKind(path, lines, kind)
  return marks.length === 0 ? outline : { ...outline, named: between(marks, lines.count) }
}

async function outlineKind(path: string, lines: TextLines, kind: TextKind): Promise<Outline> {
  switch (kind) {
    case 'code':
      return outlineCode(path, lines)
    case 'markdown':
      return outlineMarkdown(lines)
    case 'data':
      return outlineData(path, lines)
    case 'table':
      return outlineRows(lines)
    case 'prose':
      return plainOutline(lines.count)
  }
}

async function outlineCode(path: string, lines: TextLines): Promise<Outline> {
  const parser = await parserFor(path)
  const tree = parser && parseCode(parser, lines)
  return tree ? outlineTree(lines, tree) : outlineIndented(lines, codeLabel)
}

function outlineData(path: string, lines: TextLines): Outline {
  const sections = /\.(?:[a-z]*json[a-z0-9]*|ya?ml|xml)$/i.test(path)
    ? undefined
    : outlineSections(lines)
  return sections ?? outlineIndented(lines, dataLabel)
}

/** Each mark holds until the next one; the last one of a line does. */
function between(marks: readonly TextMark[], lineCount: number): Named[] {
  return marks.flatMap(({ line, heading }, nth) => {
    const end = (marks[nth + 1]?.line ?? lineCount + 1) - 1
    return end < line ? [] : [{ first: line - 1, end, label: heading }]
  })
}
