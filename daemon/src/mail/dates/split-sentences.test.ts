import { expect, test } from 'vitest'
import { splitSentences } from './split-sentences.ts'

const split = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end))

test.each<[string, string[]]>([
  ['First one. Second one! Third?', ['First one.', 'Second one!', 'Third?']],
  ['Am 24. November um 10 Uhr. Bis dann.', ['Am 24. November um 10 Uhr.', 'Bis dann.']],
  [
    'On Tues. 24 Nov. 2026 at 10 a.m. CET with Dr. Long.',
    ['On Tues. 24 Nov. 2026 at 10 a.m. CET with Dr. Long.'],
  ],
  ['Date: today\nTime: now', ['Date: today', 'Time: now']],
  ['We offer these:\n- one\n- two', ['We offer these:', '- one', '- two']],
  [
    'A line that a mail program has wrapped at its\nseventieth column.',
    ['A line that a mail program has wrapped at its\nseventieth column.'],
  ],
  [
    'A long heading that says what this mail is about\nHi Ada, here it is.',
    ['A long heading that says what this mail is about', 'Hi Ada, here it is.'],
  ],
  ['One paragraph\n\nAnother one', ['One paragraph', 'Another one']],
  ['', []],
])('%j', (text, sentences) => {
  expect(split(text)).toEqual(sentences)
})

test('numbers paragraphs', () => {
  expect(
    splitSentences('One here.\n\nTwo here. Three here.').map(({ paragraph }) => paragraph),
  ).toEqual([1, 2, 2])
})
