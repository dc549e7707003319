import { labelFrom } from './label-from.ts'
import { type Outline, plainOutline } from './outline.ts'
import type { TextLines } from './text-lines.ts'

const header = /^\[{1,2}([^[\]]{1,200})\]{1,2}\s*(?:[#;].*)?$/
const comment = /^[#;]/

/** The sections of an INI or TOML file; undefined where it has none. */
export function outlineSections(lines: TextLines): Outline | undefined {
  const outline = plainOutline(lines.count)
  const starts: { first: number; label: string }[] = []
  for (let line = 0; line < lines.count; line++) {
    const content = lines.content(line)
    outline.leads[line] = comment.test(content) ? 1 : 0
    const [, name] = lines.indent(line) === 0 ? (header.exec(content) ?? []) : []
    if (name) starts.push({ first: line, label: labelFrom(name) })
  }
  if (starts.length === 0) return undefined
  const named = starts.map((start, nth) => ({
    ...start,
    end: starts[nth + 1]?.first ?? lines.count,
  }))
  return { ...outline, named }
}
