import { setImmediate } from 'node:timers/promises'
import type { JsonText } from './durable-json-file.ts'

const ROWS_PER_TURN = 1000
const CHARACTERS_PER_TURN = 512 * 1024

/**
 * A JSON array with a row per line, written and read in pieces between which others run. What lies
 * on disk may be shorter than what it stands for.
 */
export function rowsJson<Item, Row>(
  toRow: (item: Item) => Row,
  fromRow: (row: Row) => Item,
): JsonText<readonly Item[]> {
  return {
    async stringify(items) {
      const pieces: string[] = []
      for (let from = 0; from < items.length; from += ROWS_PER_TURN) {
        const turn = items.slice(from, from + ROWS_PER_TURN)
        pieces.push(turn.map((item) => JSON.stringify(toRow(item))).join(',\n'))
        await setImmediate()
      }
      return `[\n${pieces.join(',\n')}\n]`
    },
    async parse(text) {
      const items: Item[] = []
      const end = text.length - 2
      for (let from = 2; from < end; ) {
        const border = text.indexOf(',\n', from + CHARACTERS_PER_TURN)
        const to = border < 0 ? end : border
        const turn: Row[] = JSON.parse(`[${text.slice(from, to)}]`)
        for (const row of turn) items.push(fromRow(row))
        from = to + 2
        await setImmediate()
      }
      return items
    },
  }
}
