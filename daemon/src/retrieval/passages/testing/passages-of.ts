import type { PassageRange } from '../../file-record.ts'
import type { TextKind, TextMark } from '../../text/file-text.ts'
import { cutPassages } from '../cut-passages.ts'

/** The passages of a text. */
export function cut(
  path: string,
  text: string,
  kind: TextKind = 'code',
  marks: readonly TextMark[] = [],
): PassageRange[] {
  return cutPassages(path, { text, kind, marks })
}

/** So many statements that a function of them is a passage of its own. */
export function body(indent: string, comment = '//', count = 20): string {
  const statements = Array.from(
    { length: count },
    (_, n) => `call(${n}); ${comment} one of many like it`,
  )
  return statements.map((statement) => `${indent}${statement}\n`).join('')
}

/** The headings of a text's passages. */
export function headings(...text: Parameters<typeof cut>): string[] {
  return cut(...text).map(({ heading }) => heading)
}
