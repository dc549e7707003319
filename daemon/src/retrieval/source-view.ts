import type { SourceView } from '@shortlist/contracts/retrieval'
import { AppError } from '../errors.ts'
import type { FileRecord } from './file-record.ts'

export interface LineRange {
  readonly first: number
  readonly last: number
}

/** Lines that are shown before and after those that were asked for. */
const SURROUNDINGS = 20

/** No more lines than this are shown at once, and no more of each. */
const LINES = 400
const CHARACTERS = 2_000

/** These lines of a file with those around them; throws `NOT_FOUND` where it does not have them. */
export function sourceView(
  fileId: string,
  record: FileRecord | undefined,
  { first, last }: LineRange,
): SourceView {
  if (!record) throw gone()
  const all = linesOf(record.text)
  if (first > all.length || last < first) throw gone()
  const begin = Math.max(1, first - SURROUNDINGS)
  const end = Math.min(last + SURROUNDINGS, begin + LINES - 1)
  return {
    source: {
      fileId,
      path: record.path,
      firstLine: first,
      lastLine: Math.min(last, all.length),
      heading: headingAt(record, first, last),
    },
    from: begin,
    lines: all.slice(begin - 1, end).map(shorten),
    totalLines: all.length,
  }
}

/** What ends a text ends its last line, and begins none. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines
}

function gone(): AppError {
  return new AppError('NOT_FOUND', 'This file has changed or was removed since this answer.')
}

function headingAt({ passages }: FileRecord, first: number, last: number): string {
  const asked = passages.find(({ firstLine, lastLine }) => firstLine === first && lastLine === last)
  const around =
    asked ?? passages.find(({ firstLine, lastLine }) => firstLine <= first && first <= lastLine)
  return around?.heading ?? ''
}

function shorten(line: string): string {
  return line.length <= CHARACTERS ? line : `${line.slice(0, CHARACTERS)} [...]`
}
