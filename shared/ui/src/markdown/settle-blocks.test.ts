import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, test } from 'vitest'
import { sized } from '../../../../.config/testing/test-size.ts'
import { sampleReplies } from '../testing/sample-replies.ts'
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

test('has a short reply that never streamed rendered as a whole, a long one by blocks', () => {
  expect(finishBlocks(noBlocks, 'One\n\nTwo')).toBeNull()
  expect(finishBlocks(noBlocks, 'One\n\n'.repeat(4000))).toHaveLength(4000)
})

test('shows a block over budget as plain text and goes on after it', () => {
  const costly = '*_'.repeat(1000)
  const { settled, tail } = settleBlocks(noBlocks, `before\n\n${costly}\n\n**after**`)
  expect(settled.map(({ isPlain }) => isPlain)).toEqual([false, true])
  expect(settled[1]?.text.trim()).toBe(costly)
  expect(tail).toMatchObject({ text: '**after**', isPlain: false })
})

/** Each begins with one cut and the eighth has eight. */
const ROUNDS = sized(16, 48)

describe('a finished reply', () => {
  test.each(Object.entries(sampleReplies))(
    'with %s is the same however it was cut',
    (_, sample) => {
      const text = sample.replaceAll('\r\n', '\n')
      const whole = toHtml(text)
      const random = createRandom(7)
      for (let round = 0; round < ROUNDS; round++) {
        const cuts = Array.from({ length: 1 + (round % 8) }, () =>
          Math.floor(random() * text.length),
        )
        const streamed = cuts
          .sort((a, b) => a - b)
          .reduce((blocks, cut) => settleBlocks(blocks, text.slice(0, cut)), noBlocks)
        const blocks = finishBlocks(streamed, text)
        if (blocks === null) continue
        expect(blocks.map((block) => toHtml(block.text)).join('\n'), `cuts ${cuts}`).toBe(whole)
      }
    },
  )
})

const markups = new Map<string, string>()

function toHtml(text: string): string {
  const known = markups.get(text)
  if (known !== undefined) return known
  const markup = renderToStaticMarkup(Markdown({ children: text, remarkPlugins: [remarkGfm] }))
    // React announces images at the start of what it renders.
    .replaceAll(/<link[^>]*>/g, '')
  markups.set(text, markup)
  return markup
}

/** A small generator with a seed (mulberry32), so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
