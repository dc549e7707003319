import { setImmediate } from 'node:timers/promises'

const ITEMS_PER_TURN = 2000

/** The items in portions between which others run. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<readonly Item[]> {
  let turn: Item[] = []
  for (const item of items) {
    turn.push(item)
    if (turn.length < ITEMS_PER_TURN) continue
    yield turn
    turn = []
    await setImmediate()
  }
  yield turn
}
