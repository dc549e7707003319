import type { Mode } from '@shortlist/contracts/chat'
import { lookUpOf, suggestions } from '@shortlist/contracts/suggestions'
import { expect, it } from 'vitest'
import { chooseReply, coachFallback, codeFallback } from './choose-reply.ts'

/** What an empty chat proposes, but for what is looked up. */
const proposals = (['chat', 'coach'] as const).flatMap((mode) =>
  suggestions[mode].guides
    .filter(({ question }) => !lookUpOf(question))
    .map(({ question }) => [mode, question] as const),
)

const replyTo = (mode: Mode, question: string) => chooseReply({ question, mode })

it('has an answer of its own to everything that an empty chat proposes', () => {
  const replies = proposals.map(([mode, text]) => replyTo(mode, text))

  expect(new Set(replies).size).toBe(proposals.length)
  for (const reply of replies) {
    expect(reply).not.toContain(codeFallback)
    expect(reply).not.toContain(coachFallback)
  }
})

it.each([
  ...proposals,
  ['chat', 'How do I bake bread?'],
  ['coach', 'How do I bake bread?'],
] as const)('answers with headings, lists and code in the mode %s: %s', (mode, text) => {
  const reply = replyTo(mode, text)

  expect(reply).toMatch(/^## /m)
  expect(reply).toMatch(/^### /m)
  expect(reply).toMatch(/^(?:- |1\. )/m)
  expect(reply.match(/^```/gm)).toHaveLength(2)
  expect(reply).toMatch(/\*A prepared answer of the demo\..*\*$/)
})

it('says what it has no answer to, by what it has one to', () => {
  expect(replyTo('chat', 'How do I bake bread?')).toContain(codeFallback)
  expect(replyTo('coach', 'How do I bake bread?')).toContain(coachFallback)
})

it('says that nobody looks at what was attached', () => {
  const excerpt = { kind: 'page', title: 'Jobs', url: '', text: 'Wanted' } as const

  const reply = chooseReply({
    question: 'Hi',
    mode: 'coach',
    image: new File([], 'cv.png'),
    excerpt,
  })

  expect(reply).toContain('no model that could look at it')
  expect(reply).toContain('cannot read it')
  expect(replyTo('coach', 'Hi')).not.toContain('no model that could look at it')
})
