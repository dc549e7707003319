import { expect, it } from 'vitest'
import { isPhrase, phrases, topicTerms } from './topic-terms.ts'

it('brings forms of a word together and leaves small words out', () => {
  expect(topicTerms('How do I negotiate the salaries?')).toEqual(
    topicTerms('salary negotiating').reverse(),
  )
})

it.each([
  ['Schwäche', 'SCHWACHE'],
  ['préavis', 'preavis'],
  ['Straße', 'strasse'],
  ['e\u0301quipe', '\u00e9quipe'],
])('takes %s and %s for the same word', (one, other) => {
  expect(topicTerms(one)).toEqual(topicTerms(other))
})

it('parts long identifiers and keeps names of two parts whole', () => {
  expect(topicTerms('UnhandledPromiseRejection')).toEqual(topicTerms('unhandled promise rejection'))
  expect(topicTerms('GitHub useEffect')).toHaveLength(2)
})

it('knows languages by their signs', () => {
  expect(topicTerms('C++ and C#')).toEqual(['c++', 'c#'])
})

it('drops what is too long to be a word', () => {
  expect(topicTerms(`key ${'x'.repeat(32_000)}`)).toEqual(['kei'])
})

it('gives the wording of each line, four words at a time', () => {
  expect(phrases('Tell me about yourself please\nwhat is it for').map((row) => row.trim())).toEqual(
    ['tell me about yourself', 'me about yourself please'],
  )
  expect(phrases('tell me about yourself').every(isPhrase)).toBe(true)
})
