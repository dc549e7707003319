import { setImmediate } from 'node:timers/promises'
import { parseJson } from '../platform/storage/parse-json.ts'

/** A journal's bytes taken apart. */
export interface SplitJournal<Row> {
  /** The first line, parsed; undefined where it is not JSON. */
  readonly header: unknown
  readonly rows: Row[]
  /** Complete lines that are not rows, as they were, with their newlines. */
  readonly damaged: readonly Buffer[]
  /** Bytes after the last newline: an append that was interrupted. */
  readonly torn: number
}

const NEWLINE = 10
const LINES_PER_TURN = 1000

/** Reads every line; `parse` gives undefined for what is no row. Large journals let others run. */
export async function splitJournal<Row>(
  bytes: Buffer,
  parse: (value: unknown) => Row | undefined,
): Promise<SplitJournal<Row>> {
  const end = bytes.lastIndexOf(NEWLINE) + 1
  const headerEnd = bytes.indexOf(NEWLINE)
  const rows: Row[] = []
  const damaged: Buffer[] = []
  for (let from = headerEnd + 1; from < end; ) {
    const to = bytes.indexOf(NEWLINE, from) + 1
    const line = bytes.subarray(from, to)
    const row = parse(parseJson(line))
    if (row === undefined) damaged.push(line)
    else rows.push(row)
    from = to
    if (rows.length % LINES_PER_TURN === 0) await setImmediate()
  }
  const header = headerEnd < 0 ? undefined : parseJson(bytes.subarray(0, headerEnd))
  return { header, rows, damaged, torn: bytes.byteLength - end }
}
