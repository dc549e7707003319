import type { FileRecord } from '../file-record.ts'
import type { FoundPassage } from '../ports.ts'
import type { PassageFile, PassageTable } from './passage-table.ts'
import type { WordHit } from './search-words.ts'

/** Stretches of one file that an answer has at most. */
const OF_ONE_FILE = 3

/** Passages that follow each other are one stretch up to this many characters. */
const STRETCH_CHARACTERS = 3_000

/** Passages from `from` to `to` of a file, counted within it. */
interface Stretch {
  readonly file: PassageFile
  readonly record: FileRecord
  readonly score: number
  from: number
  to: number
}

/**
 * The first of the hits, as they are shown: neighbours joined, at most three stretches of a file,
 * without those whose record cannot be read any more. Best first, as the hits.
 */
export function chooseHits(
  table: PassageTable,
  hits: readonly WordHit[],
  limit: number,
): FoundPassage[] {
  const stretches: Stretch[] = []
  for (const { number, score } of hits) {
    if (stretches.length >= limit) break
    const file = table.fileOf(number)
    const record = file && table.recordOf(file)
    const at = number - (file?.first ?? 0)
    if (!file || !record?.passages[at]) continue
    const ofFile = stretches.filter((stretch) => stretch.file.id === file.id)
    if (ofFile.some((stretch) => join(stretch, at))) continue
    if (ofFile.length < OF_ONE_FILE) stretches.push({ file, record, score, from: at, to: at })
  }
  return stretches.flatMap(shown)
}

/** Takes a passage into the stretch; false where it does not lie beside it or makes it too long. */
function join(stretch: Stretch, at: number): boolean {
  if (at !== stretch.from - 1 && at !== stretch.to + 1) return false
  const { passages } = stretch.record
  const [from, to] = [Math.min(stretch.from, at), Math.max(stretch.to, at)]
  const length = (passages[to]?.end ?? 0) - (passages[from]?.start ?? 0)
  if (length > STRETCH_CHARACTERS) return false
  stretch.from = from
  stretch.to = to
  return true
}

function shown({ file, record, score, from, to }: Stretch): FoundPassage[] {
  const first = record.passages[from]
  const last = record.passages[to]
  if (!first || !last) return []
  return [
    {
      fileId: file.id,
      path: record.path,
      firstLine: first.firstLine,
      lastLine: last.lastLine,
      heading: first.heading,
      text: record.text.slice(first.start, last.end),
      score,
    },
  ]
}
