import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { cutPassages } from '../passages/cut-passages.ts'
import type { AccountIndex } from './account-indexes.ts'
import { bringUp, keepRecords, openHome } from './testing/keep-records.ts'
import { certain, foreign, hard, treacherous } from './testing/repository-questions.ts'

const SHOWN = 6
const source = fileURLToPath(new URL('../..', import.meta.url))

/** Questions like those below stand here. */
const ownQuestions = /^retrieval\/|-questions\.test\.ts$/

let index: AccountIndex

beforeAll(async () => {
  const home = await freshFolder()
  const paths = globSync('**/*.{ts,js,md}', { cwd: source }).filter(
    (path) => !ownQuestions.test(path),
  )
  const files = await Promise.all(
    paths.map(async (path, at) => {
      const text = await readFile(join(source, path), 'utf8')
      const kind = path.endsWith('.md') ? 'markdown' : 'code'
      const passages = cutPassages(path, { text, kind, marks: [] })
      return { id: `f${at}`, path: `daemon/src/${path}`, text, passages }
    }),
  )
  index = openHome(home)
  bringUp(index, await keepRecords(home, files))
}, 60_000)

afterAll(() => index.close())

function placeOf(question: string, answer: RegExp): number {
  const paths = index.find(question, SHOWN).map(({ path }) => relative('daemon/src', path))
  return paths.findIndex((path) => answer.test(path))
}

function share(questions: readonly unknown[], found: number): number {
  return found / questions.length
}

describe('questions about the daemon', () => {
  it.each(certain)('finds among the first three: %s', (question, answer) => {
    expect(placeOf(question, answer)).toBeOneOf([0, 1, 2])
  })

  it('finds most of the harder ones', () => {
    const found = hard.filter(([question, answer]) => placeOf(question, answer) >= 0)

    expect(share(hard, found.length)).toBeGreaterThanOrEqual(0.5)
  })

  it('answers with the code before its tests', () => {
    const first = certain.map(([question]) => index.find(question, SHOWN)[0]?.path ?? '')
    const tests = first.filter((path) => path.includes('.test.'))

    expect(share(certain, tests.length)).toBeLessThanOrEqual(0.1)
  })

  it('answers long ones too', () => {
    const long =
      'I get the sentence "The server cannot store data." when I send a message. The data folder lies on a disk of its own that was mounted read-only after an error. Which code turns the error of the file system into this sentence, and do I have to restart the daemon?'

    expect(placeOf(long, /storage\/file-system/)).toBeGreaterThanOrEqual(0)
    expect(index.find(`${long}\n`.repeat(120), SHOWN)).not.toEqual([])
  })
})

describe('questions about something else', () => {
  it.each(foreign)('finds nothing: %s', (question) => {
    expect(index.find(question, SHOWN)).toEqual([])
  })

  it('finds nothing for most of the treacherous ones', () => {
    const answered = treacherous.filter((question) => index.find(question, SHOWN).length > 0)

    expect(share(treacherous, answered.length)).toBeLessThanOrEqual(0.3)
  })

  it('finds nothing for a long one', () => {
    const long =
      'I am planning a dinner for eight people next Saturday. Two of my guests are vegetarian and one cannot eat gluten. I would like a starter, a main course and a dessert that I can mostly prepare the day before, and I would prefer something Mediterranean with seasonal vegetables. Could you suggest a menu and a shopping list, please?'

    expect(index.find(long, SHOWN)).toEqual([])
  })
})
