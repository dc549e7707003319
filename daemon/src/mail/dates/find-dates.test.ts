import { expect, test } from 'vitest'
import { findDates } from './find-dates.ts'
import { dateContext, dateFixtures, showTime } from './testing/fixtures.ts'

const read = async (text: string, context = dateContext) =>
  (await findDates(text, context)).map(({ time }) => showTime(time)).join(', ')

test.each(dateFixtures)('reads "$text"', async ({ text, expected }) => {
  expect(await read(text)).toBe(expected)
})

test.each(dateFixtures)('quotes "$text" verbatim', async ({ text }) => {
  for (const { text: words, index, sentence } of await findDates(text, dateContext)) {
    expect(text.slice(index, index + words.length)).toBe(words)
    expect(text).toContain(sentence)
    expect(sentence).toContain(words)
  }
})
