import { cp, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { bot, contents, openChatsIn, user } from '../../test/open-chats.ts'
import { chatRecords } from '../chat/store/chat-projection.ts'
import { openStores } from '../composition/open-stores.ts'
import { createBackground } from '../platform/background.ts'
import { RecordStore } from '../platform/projection/record-store.ts'
import { takeOverChats } from './chats.ts'

const createdAt = '2026-01-01T00:00:00.000Z'
const fileOf = (n: number) => String(n).padStart(32, '0')
const timeOf = (n: number) => `2026-01-0${n}T00:00:00.000Z`

function rowOf(n: number, title: string | null): readonly unknown[] {
  return ['ada', `ada_${n}`, fileOf(n), timeOf(n), timeOf(n), 2, `question ${n}`, title, 99, null]
}

function linesOf(...values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

/** What version 0.2 has left: four chats, one of which was being answered when it ended. */
async function oldFolder() {
  const folder = await freshFolder()
  const chats = join(folder, 'chats')
  await mkdir(chats)
  await mkdir(join(folder, 'images', fileOf(1)), { recursive: true })
  const put = (name: string, text: string) => writeFile(join(chats, name), text)
  for (const n of [1, 2, 3, 4]) {
    const header = { v: 1, userId: 'ada', chatId: `ada_${n}`, createdAt }
    const question = { ...user(`question ${n}`), messageId: n, timestamp: timeOf(n) }
    const answer = {
      ...bot(`answer ${n}`, { promptTokens: 8 }),
      messageId: n,
      timestamp: timeOf(n),
    }
    await put(`${fileOf(n)}.jsonl`, linesOf(header, question, answer))
  }
  const data = [rowOf(4, null), rowOf(3, 'Three'), rowOf(2, 'Old'), rowOf(1, 'One')]
  await put('index.json', `${JSON.stringify({ v: 1, rev: 3, sha256: '', data })}\n`)
  await put('index.log.bak', linesOf({ v: 1, rev: 2 }, { set: rowOf(3, 'Older') }))
  await put('index.log', linesOf({ v: 1, rev: 3 }, { set: rowOf(2, 'Two') }, { remove: fileOf(9) }))
  const partials = [bot('answ', { messageId: 4 }), bot('half', { messageId: 5 })]
  await put(`${fileOf(4)}.partial.json`, JSON.stringify({ v: 1, partials }))
  await put('clean', '0')
  return { folder, chats, put }
}

async function takeOver(folder: string) {
  const reports: string[] = []
  const report = (sentence: string) => void reports.push(sentence)
  const records = new RecordStore({ folder, report })
  await takeOverChats({ folder, logs: await records.open(chatRecords), report })
  await records.close()
  return reports
}

/** Lists, titles and conversations. */
async function answers(folder: string) {
  const store = await openChatsIn({ folder, report: () => {}, now: () => new Date(createdAt) })
  const listed = await store.list('ada')
  const texts = await Promise.all(listed.map(({ chatId }) => contents(store, 'ada', chatId)))
  const lastPrompt = await store.lastPrompt('ada', 'ada_1')
  await store.close()
  return { listed, texts, lastPrompt }
}

const taken = [
  ['ada_4', null, ['question 4', 'answer 4', 'half']],
  ['ada_3', 'Three', ['question 3', 'answer 3']],
  ['ada_2', 'Two', ['question 2', 'answer 2']],
  ['ada_1', 'One', ['question 1', 'answer 1']],
]

async function expectAll(folder: string) {
  const { listed, texts, lastPrompt } = await answers(folder)
  expect(listed.map(({ chatId, title }, at) => [chatId, title, texts[at]])).toEqual(taken)
  expect(listed.at(-1)).toEqual({
    id: 'ada_1',
    chatId: 'ada_1',
    messageCount: 2,
    firstMessage: timeOf(1),
    lastMessage: timeOf(1),
    preview: 'question 1',
    title: 'One',
  })
  expect(lastPrompt).toEqual({ tokens: 10, mode: 'chat', messageCount: 2 })
}

it('takes over every chat with its title, and a running reply as stopped, and leaves no copy', async () => {
  const { folder } = await oldFolder()

  expect(await takeOver(folder)).toEqual([])

  expect(await readdir(folder)).not.toContain('chats')
  expect(await readdir(join(folder, 'images'))).toEqual([fileOf(1)])
  await expectAll(folder)
  expect(await takeOver(folder)).toEqual([])
})

it.each([
  ['before it had removed the file', async () => {}],
  ['in the middle of the log', (log: string) => truncate(log, 300)],
])('doubles and loses nothing where it was killed %s', async (_when, damage) => {
  const { folder, chats } = await oldFolder()
  const copy = await freshFolder()
  await cp(chats, copy, { recursive: true })
  await takeOver(folder)
  await damage(join(folder, 'records', 'chats', `${fileOf(2)}.jsonl`))
  await mkdir(chats)
  for (const name of [`${fileOf(2)}.jsonl`, 'index.json', 'index.log'])
    await cp(join(copy, name), join(chats, name))

  await takeOver(folder)

  await expectAll(folder)
})

it('leaves a log alone that went on before a power cut brought its file back', async () => {
  const { folder, chats } = await oldFolder()
  const name = `${fileOf(2)}.jsonl`
  const file = await readFile(join(chats, name))
  await takeOver(folder)
  const store = await openChatsIn({ folder, report: () => {}, now: () => new Date(createdAt) })
  await store.append('ada', 'ada_2', user('more'))
  await store.close()
  await mkdir(chats)
  await writeFile(join(chats, name), file)

  await takeOver(folder)

  const { listed, texts } = await answers(folder)
  const at = listed.findIndex(({ chatId }) => chatId === 'ada_2')
  expect(texts[at]).toEqual(['question 2', 'answer 2', 'more'])
  expect(listed[at]?.title).toBe('Two')
})

it('uses the earlier list where the last one is damaged, and the changes since', async () => {
  const { folder, chats, put } = await oldFolder()
  const list = await readFile(join(chats, 'index.json'), 'utf8')
  await put('index.json.bak', list.replace('"rev":3', '"rev":2').replace('Three', 'Even older'))
  await put('index.json', 'damaged')
  await put('index.log.bak', linesOf({ v: 1, rev: 2 }, { set: rowOf(3, 'Three') }))

  await takeOver(folder)

  await expectAll(folder)
})

it('keeps damaged lines aside, and leaves a file of a newer version as it is', async () => {
  const { folder, chats, put } = await oldFolder()
  const path = join(chats, `${fileOf(3)}.jsonl`)
  await writeFile(path, `${await readFile(path, 'utf8')}no message\n{"torn`)
  await put('notes.jsonl', 'my notes\n')
  const newer = linesOf({ v: 2, userId: 'ada', chatId: 'ada_8', createdAt }, 'from the future')
  await put(`${fileOf(8)}.jsonl`, newer)

  const reports = (await takeOver(folder)).join('\n')

  for (const part of ['held damaged lines', 'unfinished line', 'no readable chat', 'newer version'])
    expect(reports).toContain(part)
  expect((await readdir(chats)).sort()).toEqual([`${fileOf(8)}.jsonl`, 'corrupt'])
  expect(await readFile(join(chats, `${fileOf(8)}.jsonl`), 'utf8')).toBe(newer)
  expect(await readdir(join(chats, 'corrupt'))).toHaveLength(2)
  await expectAll(folder)
})

it('has the accounts written anew for chats to be taken over, and not for what was set aside', async () => {
  const open = async (folder: string) => {
    const background = createBackground((error) => expect.unreachable(String(error)))
    const report = () => {}
    const stores = await openStores({ folder, background, report, now, onLost: report })
    await stores.close()
    return readdir(folder)
  }
  const now = () => new Date(createdAt)
  const { folder } = await oldFolder()
  expect(await open(folder)).toContain('users.json')

  const later = await freshFolder()
  await mkdir(join(later, 'chats', 'corrupt'), { recursive: true })
  expect(await open(later)).not.toContain('users.json')
})
