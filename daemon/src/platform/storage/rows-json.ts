import { setImmediate } from 'node:timers/promises'
import type { JsonText } from './durable-json-file.ts'

const ROWS_PER_TURN = 1000
const CHARACTERS_PER_TURN = 256 * 1024

/** A JSON array with a row per line, written and read in pieces between which others run. */
export function rowsJson<Row>(): JsonText<readonly Row[]> {
  return {
    async stringify(rows) {
      const pieces: string[] = []
      for (let from = 0; from < rows.length; from += ROWS_PER_TURN) {
        const turn = rows.slice(from, from + ROWS_PER_TURN)
        pieces.push(turn.map((row) => JSON.stringify(row)).join(',\n'))
        await setImmediate()
      }
      return `[\n${pieces.join(',\n')}\n]`
    },
    async parse(text) {
      const rows: Row[] = []
      const end = text.length - 2
      for (let from = 2; from < end; ) {
        const border = text.indexOf(',\n', from + CHARACTERS_PER_TURN)
        const to = border < 0 ? end : border
        const turn: Row[] = JSON.parse(`[${text.slice(from, to)}]`)
        for (const row of turn) rows.push(row)
        from = to + 2
        await setImmediate()
      }
      return rows
    },
  }
}
