import { expect, it } from 'vitest'
import { openSource } from './open-source.ts'
import type { FileRecord } from './ports.ts'

/** Opens lines of a file of this text, whose passages are none. */
async function open(text: string, first: number, last = first) {
  const file = { v: 1, path: 'notes/a.md', bytes: text.length, sha256: '' } as const
  const record: FileRecord = { ...file, text, passages: [] }
  return openSource({ record: async () => record }, 'ada', 'f1', { first, last })
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`)

it('shows lines with twenty on both sides', async () => {
  const view = await open(numbered(100).join('\n'), 50, 52)

  expect(view.source).toMatchObject({ path: 'notes/a.md', firstLine: 50, lastLine: 52 })
  expect([view.from, view.lines.at(0), view.lines.at(-1)]).toEqual([30, 'line 30', 'line 72'])
  expect(view.totalLines).toBe(100)
})

it('counts no line after the end of the last one', async () => {
  const view = await open('one\ntwo\n', 1, 2)

  expect(view).toMatchObject({ lines: ['one', 'two'], totalLines: 2 })
  expect(await open('one\n\n', 1)).toMatchObject({ lines: ['one', ''], totalLines: 2 })
  expect(await open('one', 1)).toMatchObject({ lines: ['one'], totalLines: 1 })
})

it('ends where the file does, and begins in it', async () => {
  expect((await open('one\ntwo', 2, 9)).source.lastLine).toBe(2)
  await expect(open('one\ntwo\n', 3)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(open('one\ntwo', 2, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('says where it cuts a very long line', async () => {
  const { lines } = await open('x'.repeat(10_000), 1)

  expect(lines[0]).toHaveLength(2_006)
  expect(lines[0]).toMatch(/x \[\.\.\.\]$/)
})
