import { expect, it } from 'vitest'
import { atOnce } from './at-once.ts'

it('works on every item once, and on no more than the limit at the same time', async () => {
  const done: number[] = []
  let running = 0
  let most = 0

  await atOnce(Array.from({ length: 20 }).keys(), 3, async (item) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    done.push(item)
  })

  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }).map((_, at) => at))
  expect(most).toBe(3)
})

it('throws the first failure once nothing runs any more', async () => {
  const other = Promise.withResolvers<void>()
  let isOver = false
  const work = atOnce(['failing', 'slow'], 2, async (item) => {
    if (item === 'failing') throw new Error('no disk')
    await other.promise
    isOver = true
  })
  other.resolve()

  await expect(work).rejects.toThrow('no disk')
  expect(isOver).toBe(true)
})
