import { expect, it } from 'vitest'
import { truncate } from './safe-text.ts'

it('keeps a text that is short enough', () => {
  expect(truncate('x'.repeat(200), 200)).toBe('x'.repeat(200))
})

it('cuts a longer one and says so', () => {
  expect(truncate('x'.repeat(201), 200)).toBe(`${'x'.repeat(200)}...`)
})

it('never leaves half a character', () => {
  expect(truncate('ab👍c', 3)).toBe('ab...')
})

it.each([
  ['half a character', 199],
  ['a space', 198],
])('adds no dots to a text that was cut before %s', (_, length) => {
  const cut = `${'x'.repeat(length)}...`

  expect(truncate(cut, 200)).toBe(cut)
})
