import { expect, test } from 'vitest'
import { finishBlocks, noBlocks, settleBlocks } from './settle-blocks.ts'

const textsOf = (blocks: readonly { text: string }[] | null) => blocks?.map(({ text }) => text)

test('settles every block but the last', () => {
  const { settled, tail } = settleBlocks(noBlocks, '# One\n\nTwo\n\nThr')
  expect(textsOf(settled)).toEqual(['# One', 'Two'])
  expect(tail).toEqual({ start: 12, text: 'Thr', isPlain: false })
})

test('keeps a list open across a blank line', () => {
  expect(settleBlocks(noBlocks, '- a\n\n').settled).toEqual([])
})

test('leaves settled blocks as they are when text comes', () => {
  const before = settleBlocks(noBlocks, 'One\n\nTwo\n\nThree')
  const after = settleBlocks(before, 'One\n\nTwo\n\nThree\n\nFour')
  expect(after.settled[0]).toBe(before.settled[0])
  expect(textsOf(after.settled)).toEqual(['One', 'Two', 'Three'])
})

test('starts again when the text was replaced', () => {
  const before = settleBlocks(noBlocks, 'One\n\nTwo')
  expect(textsOf(settleBlocks(before, 'Uno\n\nDue').settled)).toEqual(['Uno'])
})

test('keeps a code fence open until its closing line is complete', () => {
  const open = settleBlocks(noBlocks, '```js title\nconst a = 1\n``')
  expect(open.fence).toMatchObject({ language: 'js', code: 'const a = 1\n' })
  const more = settleBlocks(open, '```js title\nconst a = 1\n```x\n')
  expect(more.fence).toMatchObject({ code: 'const a = 1\n```x\n' })
  const closed = settleBlocks(more, '```js title\nconst a = 1\n```x\n```\nend')
  expect(closed.fence).toBeNull()
  expect(textsOf(closed.settled)).toEqual(['```js title\nconst a = 1\n```x\n```'])
  expect(closed.tail.text).toBe('end')
})

test('does not take a shorter or another fence for the end', () => {
  const { fence } = settleBlocks(noBlocks, '````md\n```\n~~~~\n')
  expect(fence).toMatchObject({ code: '```\n~~~~\n' })
})

test('gives the finished reply block by block when no block refers to another', () => {
  const blocks = finishBlocks(settleBlocks(noBlocks, 'One\n\nTw'), 'One\n\nTwo')
  expect(textsOf(blocks)).toEqual(['One', 'Two'])
})

test.each([
  ['a definition', 'See [a]\n\n[a]: https://example.org'],
  ['a footnote', 'See[^1]\n\n[^1]: note\n\nend'],
  ['a block over budget', `${'*_'.repeat(1000)}\n\nend`],
])('has a reply with %s rendered as a whole', (_, text) => {
  expect(finishBlocks(settleBlocks(noBlocks, text.slice(0, -2)), text)).toBeNull()
})

test('has a reply that never streamed rendered as a whole', () => {
  expect(finishBlocks(noBlocks, 'One\n\nTwo')).toBeNull()
})

test('shows a block over budget as plain text and goes on after it', () => {
  const costly = '*_'.repeat(1000)
  const { settled, tail } = settleBlocks(noBlocks, `before\n\n${costly}\n\n**after**`)
  expect(settled.map(({ isPlain }) => isPlain)).toEqual([false, true])
  expect(settled[1]?.text.trim()).toBe(costly)
  expect(tail).toMatchObject({ text: '**after**', isPlain: false })
})
