import { expect, it } from 'vitest'
import { takeApart } from './take-apart.ts'

it.each([
  ['findPassages', 'find Passages'],
  ['parseHTMLDoc', 'parse HTML Doc'],
  ['XMLHttpRequest2', 'XML Http Request 2'],
  ['sha256', 'sha 256'],
  ['group_commit', 'group commit'],
  ['__dirname', 'dirname'],
  ['MAX_OPEN_FILES', 'MAX OPEN FILES'],
  ['a.readFile(b_c)', 'read File b c'],
])('takes %s apart', (text, parts) => {
  expect(takeApart(text).parts.trim()).toBe(parts)
})

it.each(['plain', 'Plain', 'HTML', '256', '_', '', 'daemon/src/main.js', 'straße'])(
  'repeats nothing of %j',
  (text) => {
    expect(takeApart(text).parts).toBe('')
  },
)

it('tells how long the longest is, the last one too', () => {
  expect(takeApart(`ab ${'x'.repeat(70)} c`).longest).toBe(70)
  expect(takeApart(`ab ${'xY'.repeat(40)}`).longest).toBe(80)
})
