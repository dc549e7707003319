import { expect, it } from 'vitest'
import { mailToAnalyze } from '../../../test/mail-to-analyze.ts'
import { summarize } from './analyze-by-rules.ts'
import { viewMail } from './rules/mail-view.ts'

const summary = (text: string) => summarize('other', viewMail(mailToAnalyze({ text })))

it.each([
  'Your interview is confirmed\n\nHi Ada,\n\nwe look forward to seeing you on Friday.',
  'Your interview is confirmed\nHi Ada, we look forward to seeing you on Friday.',
])('keeps a heading and a greeting apart from the sentence below: %j', (text) => {
  expect(summary(text)).toBe(
    'Your interview is confirmed. We look forward to seeing you on Friday.',
  )
})

it('keeps a long heading apart, too', () => {
  const heading = 'Your technical interview with Harbour Labs is now confirmed'

  expect(summary(`${heading}\nHi Ada, we look forward to seeing you on Friday.`)).toBe(
    `${heading}. We look forward to seeing you on Friday.`,
  )
})

it.each([
  ['Hello Ada, the parcel waits at the post office.', 'The parcel waits at the post office.'],
  ['Sehr geehrte Frau Lovell, das Paket wartet in der Post.', 'Das Paket wartet in der Post.'],
  ['Bonjour Ada, le colis vous attend à la poste.', 'Le colis vous attend à la poste.'],
  [
    'Dear customers will find the new cash desk easy to use.',
    'Dear customers will find the new cash desk easy to use.',
  ],
])('leaves out the greeting of "%s"', (text, words) => {
  expect(summary(text)).toBe(words)
})

it('leaves out what a mailing list adds below', () => {
  const list =
    '_______________________________________________\nIrish Linux Users Group: ilug@linux.example\nhttp://lists.example/listinfo/ilug for (un)subscription information.'

  expect(summary(`The patch works on my computer.\n\n${list}`)).toBe(
    'The patch works on my computer.',
  )
})

it('leaves an address as it is written', () => {
  expect(summary('https://jobs.example/apply has the form for you.')).toMatch(/^https:/)
})
