import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { longList } from './long-list.ts'

const Lines = z.object({ lines: longList(z.object({ line: z.number() })) })

it('gives what an array of the same entries gives', async () => {
  const lines = [{ line: 1 }, { line: 2, more: true }]

  expect(await Lines.parseAsync({ lines })).toEqual({ lines: [{ line: 1 }, { line: 2 }] })
  expect(await Lines.parseAsync({ lines: [] })).toEqual({ lines: [] })
})

it('says which entry is wrong, and takes nothing else for a list', async () => {
  const { error } = await Lines.safeParseAsync({ lines: [{ line: 1 }, { line: 'two' }] })

  expect(error?.issues).toMatchObject([
    { message: 'Invalid input: expected number, received string', path: ['lines', 1, 'line'] },
  ])
  expect((await Lines.safeParseAsync({ lines: 'two' })).success).toBe(false)
})

it('lets the page go on while it checks many', async () => {
  let now = 0
  // each look at the clock finds three milliseconds gone
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 3))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)

  const { lines } = await Lines.parseAsync({
    lines: Array.from({ length: 30 }, () => ({ line: 1 })),
  })
  isOver = true

  expect(lines).toHaveLength(30)
  expect(turns).toBeGreaterThanOrEqual(5)
})
