import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import type { AccountIndex } from './account-indexes.ts'
import { bringUp, keepRecords, openHome } from './testing/keep-records.ts'

async function orchard(): Promise<AccountIndex> {
  const home = await freshFolder()
  const index = openHome(home)
  onTestFinished(() => index.close())
  const files = [
    { id: 'apples', path: 'garden/apples.md', text: 'Apples ripen in September.' },
    { id: 'near', path: 'garden/near.md', text: 'NEAR and NOT are words of a query language.' },
    { id: 'party', path: 'garden/party.md', text: 'A party 🎉 with emoji' },
  ]
  bringUp(index, await keepRecords(home, files))
  return index
}

it.each([
  'apples"',
  '"apples',
  'apples*',
  '-apples',
  '^apples',
  'apples AND (',
  'apples\0ripen',
  '\0apples\0',
  'apples + ripen"" OR ""',
  'apples 🍎🍏',
  'apples \ud800',
  '\udc00 apples',
  'apples\u202e',
])('finds the apples of %j', async (question) => {
  const index = await orchard()

  expect(index.find(question, 5).map(({ fileId }) => fileId)).toEqual(['apples'])
})

it.each([
  'NEAR(apples ripen, 3) OR apples',
  'place : apples',
  '{place text} : apples',
  "apples'; drop table words; --",
  '"apples" NOT "apples"',
])('takes %j for words', async (question) => {
  const index = await orchard()
  const found = index.find(question, 5).map(({ fileId }) => fileId)

  expect(found.filter((id) => id === 'party')).toEqual([])
  expect(index.find('apples', 5)).toHaveLength(1)
})

it.each([
  ['quotes', '"'],
  ['parentheses', '('],
  ['asterisks', '*'],
  ['line breaks', '\n'],
])('finds the apples before thousands of %s', async (_, character) => {
  const index = await orchard()

  expect(index.find(`apples ${character.repeat(3_000)}`, 5)).toHaveLength(1)
})

it.each(['"', '*', '-', 'NOT', '()', '\0', '🎉', '\ud800', '', ' ', 'OR', '""""', ';', '%', '\\'])(
  'answers %j with nothing that it does not say',
  async (question) => {
    const index = await orchard()

    expect(index.find(question, 5)).toEqual([])
  },
)

it.each([
  ['one word', 'apples'.repeat(180_000)],
  ['many words', 'apples pears '.repeat(80_000)],
  ['words of its own', Array.from({ length: 120_000 }, (_, n) => n.toString(36)).join(' ')],
  ['spaces', ' '.repeat(1_000_000)],
  ['quotes', '"'.repeat(1_000_000)],
  ['Han', '漢'.repeat(1_000_000)],
  ['capitals that alternate', 'aB'.repeat(500_000)],
])('comes to an end over a megabyte of %s', async (_, question) => {
  const index = await orchard()

  expect(index.find(question, 5).length).toBeLessThanOrEqual(5)
})

it('takes paths, headings and texts for what they are', async () => {
  const home = await freshFolder()
  const index = openHome(home)
  onTestFinished(() => index.close())
  const path = `x'); drop table files; --/"quoted" ? :a $b @c/robert'.md`
  const heading = `"; delete from words; --`
  const text = 'cherries \0 \ud800 \'"; drop table words; --'
  const passages = [{ start: 0, end: text.length, firstLine: 1, lastLine: 1, heading }]
  const files = await keepRecords(home, [{ id: `id'"--`, path, text, passages }])
  bringUp(index, files)

  expect(index.find('cherries', 5)).toMatchObject([{ fileId: `id'"--`, path, heading, text }])
  expect(index.find('robert', 5)).toHaveLength(1)
  expect(bringUp(index, [])).toMatchObject({ removed: 1 })
})
