import { expect, it } from 'vitest'
import { questionWords } from './index-words.ts'

const words = (question: string) => questionWords(question).map(({ word }) => word)

it.each([
  ['Where is a chat message made durable?', ['chat', 'message', 'durable']],
  ['How do I use readFile?', ['readFile', 'read', 'File']],
  ['Wo werden die Passwörter geprüft?', ['Passwörter', 'geprüft']],
  ['Où est la clé du café ?', ['clé', 'café']],
  ['検索の索引は?', ['検索', '索の', 'の索', '索引', '引は']],
  ['x = y + C', []],
])('takes from %j what it asks for', (question, expected) => {
  expect(words(question)).toEqual(expected)
})

it.each(['hello', 'Hi there, how are you?', 'thank you very much', 'ok great thanks!', '???', ''])(
  'takes nothing from %j',
  (question) => {
    expect(words(question)).toEqual([])
  },
)

it('takes each word once, whatever its case', () => {
  expect(words('Durable durable DURABLE')).toEqual(['Durable'])
})

it('reads the beginning and the end of a long question', () => {
  const question = `alpha ${'filler '.repeat(20_000)} omega`

  expect(words(question)).toEqual(['alpha', 'filler', 'omega'])
})

it('takes a bounded number of words', () => {
  const many = Array.from({ length: 900 }, (_, n) => `q${String.fromCharCode(97 + (n % 26))}${n}`)

  expect(words(many.join(' ')).length).toBeLessThanOrEqual(256)
})

it('tells identifiers of several parts, and words about files', () => {
  expect(questionWords('readFile which files mention apples')).toMatchObject([
    { word: 'readFile', isCompound: true, isAboutFiles: false },
    { word: 'files', isAboutFiles: true },
    { word: 'mention', isAboutFiles: true },
    { word: 'apples', isCompound: false, isAboutFiles: false },
    { word: 'read', isAboutFiles: true },
    { word: 'File', isAboutFiles: true },
  ])
})
