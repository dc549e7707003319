import { Excerpt } from '@shortlist/contracts/chat'
import { EXCERPT_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import { expect, it } from 'vitest'
import { CUT_NOTE, makeExcerpt } from './make-excerpt.ts'

const found = { kind: 'page', title: 'A job', url: 'https://acme.example/job', text: 'Plumber' }

function make(parts: Partial<Record<keyof typeof found, unknown>>) {
  return makeExcerpt({ ...found, ...parts, kind: 'page' })
}

it('takes what fits as it is', () => {
  expect(make({ text: ' Plumber\n wanted ' })).toEqual({ ...found, text: 'Plumber\n wanted' })
})

it.each([undefined, null, 7, {}, '', ' \n '])('makes nothing of the text %j', (text) => {
  expect(make({ text })).toBeNull()
})

it('cuts a text that is too long, within the limit, and says so', () => {
  const excerpt = make({ text: '👋'.repeat(EXCERPT_MAX_CHARACTERS) })

  expect(excerpt?.text.length).toBeLessThanOrEqual(EXCERPT_MAX_CHARACTERS)
  expect(excerpt?.text.endsWith(`👋${CUT_NOTE}`)).toBe(true)
  expect(Excerpt.safeParse(excerpt).success).toBe(true)
  const whole = 'x'.repeat(EXCERPT_MAX_CHARACTERS)
  expect(make({ text: whole })?.text).toBe(whole)
})

it('keeps the address of a web page alone, and nobody’s password', () => {
  expect(make({ url: 'https://ada:secret@acme.example/job?x=1#y' })?.url).toBe(
    'https://acme.example/job?x=1#y',
  )
  for (const url of ['chrome://settings', 'file:///home/ada/cv.html', 'javascript:1', 7, '']) {
    expect(make({ url })?.url).toBe('')
  }
  expect(make({ url: `https://acme.example/${'x'.repeat(3000)}` })?.url).toBe('')
})

it('makes one line of a title, and cuts it', () => {
  expect(make({ title: ' A\n  job ' })?.title).toBe('A job')
  expect(make({ title: 'x'.repeat(1000) })?.title).toHaveLength(300)
  expect(make({ title: 'x y '.repeat(1_000_000) })?.title).toHaveLength(300)
  expect(make({ title: { toString: () => 'x' } })?.title).toBe('')
})

it('has no half characters', () => {
  const excerpt = make({ title: 'a\uD800', text: 'b\uDC00c' })

  expect(excerpt?.title.isWellFormed()).toBe(true)
  expect(excerpt?.text).toBe('b\uFFFDc')
})
