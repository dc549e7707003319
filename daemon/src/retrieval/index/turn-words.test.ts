import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { openIndexFile } from './index-file.ts'
import { bringUp, keepRecords, openHome, wordOf } from './testing/keep-records.ts'
import { SEARCHED_TURNS, TurnWords } from './turn-words.ts'

async function openTurns() {
  const db = openIndexFile(await freshFolder())
  onTestFinished(() => db.close())
  const kept = () => Number(db.prepare('select count(*) as rows from said_docsize').get()?.rows)
  return { turns: new TurnWords(db), kept }
}

const texts = ['We planted apples.', 'The car is red.', 'Red apples are sweet.', 'Nothing else.']
const chat = (said: readonly string[], chatId = 'c', first = 0) => ({ chatId, first, texts: said })

it('finds the turns that share words with the question, best first', async () => {
  const { turns } = await openTurns()

  expect(turns.find(chat(texts), 'What about red apples?', 5)).toEqual([2, 0, 1])
  expect(turns.find(chat(texts), 'What about red apples?', 1)).toEqual([2])
  expect(turns.find(chat(texts), 'bicycles', 5)).toEqual([])
  expect(turns.find(chat(texts), 'Thank you!', 5)).toEqual([])
  expect(turns.find(chat([]), 'apples', 5)).toEqual([])
})

it('keeps chats apart', async () => {
  const { turns } = await openTurns()
  const other = ['Apples here too.', 'And apples.']
  turns.find(chat(other, 'other'), 'apples', 5)

  expect(turns.find(chat(texts), 'apples', 9).sort()).toEqual([0, 2])
  expect(turns.find(chat(['pears'], 'third'), 'apples', 9)).toEqual([])
  expect(turns.find(chat(other, 'other'), 'apples', 9).sort()).toEqual([0, 1])
})

it('puts in what is new alone, and looks through what it is given alone', async () => {
  const { turns, kept } = await openTurns()
  turns.find(chat(texts.slice(0, 2)), 'apples', 5)
  expect(kept()).toBe(2)
  // unchanged as far as the last turn tells, so the words of the first are those of before
  const later = ['Something else now.', ...texts.slice(1)]

  expect(turns.find(chat(later), 'apples', 5).sort()).toEqual([0, 2])
  expect(kept()).toBe(4)
  expect(turns.find(chat(texts.slice(0, 2)), 'apples', 5)).toEqual([0])
  expect(kept()).toBe(4)
})

it('begins anew where the last turn is another one', async () => {
  const { turns, kept } = await openTurns()
  turns.find(chat(texts), 'apples', 5)

  expect(turns.find(chat(['Pears.', 'Plums.']), 'apples', 5)).toEqual([])
  expect(turns.find(chat(['Pears.', 'Plums.']), 'plums', 5)).toEqual([1])
  expect(kept()).toBe(2)
})

it('forgets what is older than the turns that are looked through', async () => {
  const { turns, kept } = await openTurns()
  const all = Array.from({ length: SEARCHED_TURNS + 50 }, (_, at) => `word ${wordOf(1, at)}`)
  const newest = (end: number) => {
    const first = Math.max(0, end - SEARCHED_TURNS)
    return chat(all.slice(first, end), 'c', first)
  }
  turns.find(newest(SEARCHED_TURNS), 'word', 1)

  expect(turns.find(newest(all.length), wordOf(1, all.length - 1), 5)).toEqual([all.length - 1])
  expect(kept()).toBe(SEARCHED_TURNS)
  expect(turns.find(newest(all.length), wordOf(1, 49), 5)).toEqual([])
  expect(turns.find(newest(all.length), wordOf(1, 50), 5)).toEqual([50])
  // a few turns less, as when more of them count as recent
  expect(turns.find(newest(all.length - 10), wordOf(1, 60), 5)).toEqual([60])
  expect(kept()).toBe(SEARCHED_TURNS)
})

it('forgets a chat, or all of them', async () => {
  const { turns, kept } = await openTurns()
  for (const chatId of ['a', 'b', "c'; --"]) turns.find(chat(texts, chatId), 'apples', 5)
  expect(kept()).toBe(12)

  turns.forget("c'; --")
  turns.forget('unknown')
  expect(kept()).toBe(8)
  expect(turns.find(chat(texts, 'a'), 'apples', 5).sort()).toEqual([0, 2])
  turns.forget()
  expect(kept()).toBe(0)
  expect(turns.find(chat(texts, 'a'), 'apples', 5).sort()).toEqual([0, 2])
})

it('lies beside the passages, and neither finds the other', async () => {
  const home = await freshFolder()
  const index = openHome(home)
  onTestFinished(() => index.close())
  const pears = { id: 'f', path: 'a/pears.md', text: 'Pears are green.' }
  bringUp(index, await keepRecords(home, [pears]))

  expect(index.findTurns(chat(texts), 'apples', 5).sort()).toEqual([0, 2])
  expect(index.findTurns(chat(texts), 'pears', 5)).toEqual([])
  expect(index.find('apples', 5)).toEqual([])
  index.forgetTurns(undefined, 1_000)
  expect(index.find('pears', 5)).toHaveLength(1)
})
