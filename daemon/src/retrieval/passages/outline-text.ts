import type { TextKind, TextMark } from '../text/file-text.ts'
import { labelFrom, type Named, type Outline, plainOutline } from './outline.ts'
import { outlineCode, outlineData } from './outline-code.ts'
import { outlineMarkdown } from './outline-markdown.ts'
import type { TextLines } from './text-lines.ts'

const sectionHeader = /^\[{1,2}([^[\]]{1,200})\]{1,2}\s*(?:[#;].*)?$/
const sectionComment = /^[#;]/

/** What stands where in a text of this kind; where its format has marks, these alone name it. */
export function outlineText(
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
