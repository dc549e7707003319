import { expect, it } from 'vitest'
import type { FileRecord } from './file-record.ts'
import { sourceView } from './source-view.ts'

/** Opens lines of a file of this text, whose passages are none. */
function open(text: string, first: number, last = first) {
  const file = { v: 1, path: 'notes/a.md', bytes: text.length, sha256: '' } as const
  const record: FileRecord = { ...file, text, passages: [] }
  return sourceView('f1', record, { first, last })
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`)

it('shows lines with twenty on both sides', () => {
  const view = open(numbered(100).join('\n'), 50, 52)

  expect(view.source).toMatchObject({ path: 'notes/a.md', firstLine: 50, lastLine: 52 })
  expect([view.from, view.lines.at(0), view.lines.at(-1)]).toEqual([30, 'line 30', 'line 72'])
  expect(view.totalLines).toBe(100)
})

it('counts no line after the end of the last one', () => {
  const view = open('one\ntwo\n', 1, 2)

  expect(view).toMatchObject({ lines: ['one', 'two'], totalLines: 2 })
  expect(open('one\n\n', 1)).toMatchObject({ lines: ['one', ''], totalLines: 2 })
  expect(open('one', 1)).toMatchObject({ lines: ['one'], totalLines: 1 })
})

it('ends where the file does, and begins in it', () => {
  expect(open('one\ntwo', 2, 9).source.lastLine).toBe(2)
  expect(() => open('one\ntwo\n', 3)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  expect(() => open('one\ntwo', 2, 1)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})

it('says where it cuts a very long line', () => {
  const { lines } = open('x'.repeat(10_000), 1)

  expect(lines[0]).toHaveLength(2_006)
  expect(lines[0]).toMatch(/x \[\.\.\.\]$/)
})
