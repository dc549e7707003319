import { expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

it('gives every item in its order, and lets others run in between', async () => {
  let others = 0
  let isOver = false
  const other = () => {
    others += 1
    if (!isOver) setImmediate(other)
  }
  setImmediate(other)
  const items = Array.from({ length: 20_000 }, (_, n) => n)

  const seen: number[] = []
  for await (const some of inTurns(items)) seen.push(...some)
  isOver = true

  expect(seen).toEqual(items)
  expect(others).toBeGreaterThanOrEqual(9)
})
