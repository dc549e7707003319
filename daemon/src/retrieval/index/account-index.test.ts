import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import type { AccountIndex } from './account-indexes.ts'
import { bringUp, keepRecords, manyFiles, openHome, wordOf } from './testing/keep-records.ts'

async function openIn(home: string): Promise<AccountIndex> {
  const index = openHome(home)
  onTestFinished(() => index.close())
  return index
}

const apples = { id: 'apples', path: 'garden/apples.md', text: 'Apples ripen in September.' }
const pears = { id: 'pears', path: 'garden/pears.md', text: 'Pears are picked unripe in August.' }

it('finds the passage that answers, with file, lines and text', async () => {
  const home = await freshFolder()
  const index = await openIn(home)
  bringUp(index, await keepRecords(home, [apples, pears]))

  expect(index.find('When do apples ripen?', 5)).toEqual([
    {
      fileId: 'apples',
      path: 'garden/apples.md',
      firstLine: 1,
      lastLine: 1,
      heading: '',
      text: 'Apples ripen in September.',
    },
  ])
})

it('finds by path and heading, by parts of names, and without diacritics', async () => {
  const home = await freshFolder()
  const index = await openIn(home)
  const text = 'function pickFruitNow() {}\nEin schöner Käse'
  const passages = [
    { start: 0, end: 26, firstLine: 1, lastLine: 1, heading: 'class Harvest' },
    { start: 27, end: text.length, firstLine: 2, lastLine: 2, heading: '' },
  ]
  bringUp(
    index,
    await keepRecords(home, [{ id: 'f', path: 'farm/tools/basket.ts', text, passages }]),
  )
  const lines = (question: string) => index.find(question, 5).map(({ firstLine }) => firstLine)

  expect(lines('harvest')).toEqual([1])
  expect(lines('fruit')).toEqual([1])
  expect(lines('pickFruitNow')).toEqual([1])
  expect(lines('kase')).toEqual([2])
  expect(lines('basket')).toEqual([1])
})

it('costs only what differs', async () => {
  const home = await freshFolder()
  const index = await openIn(home)
  const files = await keepRecords(home, manyFiles(10, 400))
  expect(bringUp(index, files)).toMatchObject({ added: 100, removed: 0 })
  expect(bringUp(index, files)).toMatchObject({ added: 0, removed: 0, steps: 1 })

  const more = await keepRecords(home, [{ ...apples, text: 'Apples\n'.repeat(80).trim() }])
  expect(bringUp(index, [...files.slice(1), ...more])).toMatchObject({
    added: 2,
    removed: 10,
  })
  expect(index.find(wordOf(0, 7), 5)).toEqual([])
  expect(index.find(wordOf(1, 7), 5)).toHaveLength(1)
  expect(index.find('apples', 5)).not.toEqual([])
  expect(bringUp(index, [])).toMatchObject({ added: 0, removed: 92 })
  expect(index.find(wordOf(1, 7), 5)).toEqual([])
})

it('is brought up in small steps, between which it answers, whatever one file holds', async () => {
  const home = await freshFolder()
  const index = await openIn(home)
  const files = await keepRecords(home, manyFiles(1, 40 * 500))
  index.beginSync(files)

  expect(index.continueSync(0)).toMatchObject({ isDone: false })
  expect(index.continueSync(0)).toMatchObject({ isDone: false })
  const first = index.continueSync(0)
  expect(first).toMatchObject({ isDone: false })
  expect(first?.added).toBeLessThan(100)
  expect(index.isWhole).toBe(false)
  expect(index.find(wordOf(0, 1), 5)).toHaveLength(1)
  while (index.continueSync(0)?.isDone === false);
  expect(index.isWhole).toBe(true)
  expect(index.find(wordOf(0, 19999), 5)).toHaveLength(1)
  expect(index.continueSync(0)).toBeUndefined()
})

it('goes on where it was closed in the middle, without what was there by half', async () => {
  const home = await freshFolder()
  const files = await keepRecords(home, manyFiles(3, 40 * 100))
  const half = openHome(home)
  half.beginSync(files)
  let added = 0
  while (added < 150) added = half.continueSync(0)?.added ?? 0
  half.close()

  const index = await openIn(home)
  expect(index.isWhole).toBe(false)
  const { added: again, removed } = bringUp(index, files)

  expect(removed).toBeGreaterThan(0)
  expect(again).toBeLessThan(300)
  expect([...index.table.hashes()]).toHaveLength(300)
  for (const word of [wordOf(0, 3999), wordOf(1, 2000), wordOf(2, 1)]) {
    expect(index.find(word, 5)).toHaveLength(1)
  }
})

it('leaves out what cannot be read, tells it, and tries again', async () => {
  const home = await freshFolder()
  const index = await openIn(home)
  const files = await keepRecords(home, [apples, pears])
  const broken = ['', '{', 'null', '[]', '{"v":2}', '{"v":1,"path":"p","text":"t","passages":[{}]}']
  for (const bytes of broken) {
    await writeFile(join(home, 'records', 'pears.json'), bytes)
    expect(bringUp(index, files)).toMatchObject({ unreadable: ['pears'] })
  }
  await rm(join(home, 'records', 'pears.json'))
  expect(bringUp(index, files)).toMatchObject({ unreadable: ['pears'] })
  expect(index.find('apples', 5)).toHaveLength(1)

  await keepRecords(home, [pears])
  expect(bringUp(index, files)).toMatchObject({ unreadable: [], added: 1 })
  expect(index.find('pears', 5)).toHaveLength(1)
})

it('drops a hit whose record is gone, and finds the others', async () => {
  const home = await freshFolder()
  const twin = { ...apples, id: 'twin', path: 'garden/twin.md' }
  const index = await openIn(home)
  bringUp(index, await keepRecords(home, [apples, twin]))
  await rm(join(home, 'records', 'apples.json'))

  expect(index.find('apples', 5).map(({ fileId }) => fileId)).toEqual(['twin'])
})

it('joins neighbours, and gives one file no more than three places', async () => {
  const home = await freshFolder()
  const index = await openIn(home)
  const line = (at: number) => (at % 80 < 40 ? 'plums and nothing else' : 'filler')
  const text = Array.from({ length: 800 }, (_, at) => line(at)).join('\n')
  const beside = 'damson\n'.repeat(80).trim()
  bringUp(
    index,
    await keepRecords(home, [
      { id: 'many', path: 'a/many.md', text },
      { id: 'beside', path: 'a/beside.md', text: beside },
    ]),
  )

  expect(index.find('plums', 10)).toHaveLength(3)
  const joined = index.find('damson', 10)
  expect(joined).toMatchObject([{ firstLine: 1, lastLine: 80, text: beside }])
})

it('puts what is tested before its tests, unless tests are asked for', async () => {
  const home = await freshFolder()
  const index = await openIn(home)
  const code = {
    id: 'code',
    path: 'src/pick-fruit.ts',
    text: `pick fruit\n${'filler '.repeat(60)}`,
  }
  const test = { id: 'test', path: 'src/pick-fruit.test.ts', text: 'pick fruit' }
  bringUp(index, await keepRecords(home, [test, code]))
  const first = (question: string) => index.find(question, 5)[0]?.fileId

  expect(first('pick fruit')).toBe('code')
  expect(first('special fruit to pick')).toBe('code')
  expect(first('tests of pick fruit')).toBe('test')
})
