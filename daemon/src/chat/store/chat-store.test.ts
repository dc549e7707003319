import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { excerptOf } from '../../../test/excerpt.ts'
import { bot, contents, openChats, user } from '../../../test/open-chats.ts'

it('keeps conversations, titles and the prompt count over a restart', async () => {
  const folder = await freshFolder()
  const store = await openChats(folder)
  await store.append('ada', 'ada_1', user('Hello there'))
  await store.append('ada', 'ada_1', bot('Hi', { promptTokens: 120, mode: 'coach' }))
  await store.setTitle('ada', 'ada_1', 'Greetings')
  await store.append('ada', 'ada_2', user('Second'))
  const listed = await store.list('ada')
  await store.close()

  const again = await openChats(folder)

  expect(await again.list('ada')).toEqual(listed)
  expect(listed).toMatchObject([
    { id: 'ada_2', chatId: 'ada_2', title: null, messageCount: 1, preview: 'Second' },
    { id: 'ada_1', title: 'Greetings', messageCount: 2, preview: 'Hello there' },
  ])
  expect(await again.lastPrompt('ada', 'ada_1')).toEqual({
    tokens: 121,
    mode: 'coach',
    messageCount: 2,
  })
  const messages = await again.messages('ada', 'ada_1')
  expect(messages.map(({ content }) => content)).toEqual(['Hello there', 'Hi'])
  const json = Buffer.from(await again.messagesJson('ada', 'ada_1')).toString()
  expect(JSON.parse(json)).toEqual(messages)
})

it('lists the chat with the newest message first, also after an older one is taken up', async () => {
  const store = await openChats(await freshFolder())
  for (const chatId of ['one', 'two', 'three']) await store.append('ada', chatId, user(chatId))
  await store.append('ada', 'one', bot('again'))

  expect((await store.list('ada')).map(({ chatId }) => chatId)).toEqual(['one', 'three', 'two'])
  expect((await store.list('ada', 2)).map(({ chatId }) => chatId)).toEqual(['one', 'three'])
})

it('keeps two accounts apart that use the same chat id, whatever their names', async () => {
  const store = await openChats(await freshFolder())
  const owners = ['ada', '__proto__', 'a/b', 'constructor']
  for (const owner of owners) await store.append(owner, 'x/y', user(`of ${owner}`))

  await store.delete('ada', 'x/y')
  await store.delete('nobody')

  expect(await contents(store, 'ada', 'x/y')).toEqual([])
  expect(await contents(store, '__proto__', 'x/y')).toEqual(['of __proto__'])
  expect(await contents(store, 'a', 'b/x/y')).toEqual([])
  expect(await store.title('ada', 'x/y')).toBeUndefined()
  expect(await store.title('a/b', 'x/y')).toBeNull()
})

it('answers an unknown chat with nothing and makes none by asking', async () => {
  const folder = await freshFolder()
  const store = await openChats(folder)

  expect(await store.messages('ada', 'none')).toEqual([])
  expect(Buffer.from(await store.messagesJson('ada', 'none')).toString()).toBe('[]')
  expect(await store.readImage('ada', 'none', 'i')).toBeUndefined()
  await store.setTitle('ada', 'none', 'Title')
  await store.checkpoint('ada', 'none', bot('partial'))
  expect(await store.list('ada')).toEqual([])
  expect(await readdir(join(folder, 'records', 'chats'))).toEqual([])
})

it('stores messages that are appended at once to a chat that is just beginning', async () => {
  const folder = await freshFolder()
  const store = await openChats(folder)
  const texts = Array.from({ length: 40 }, (_, n) => `message ${n}`)

  await Promise.all(texts.map((text) => store.append('ada', 'ada_1', user(text))))

  expect(await contents(store, 'ada', 'ada_1')).toEqual(texts)
  await store.close()
  expect(await readdir(join(folder, 'records', 'chats'))).toHaveLength(1)
})

it('gives a reader a list that later messages do not change', async () => {
  const store = await openChats(await freshFolder())
  await store.append('ada', 'ada_1', user('first'))
  const earlier = await store.messages('ada', 'ada_1')
  await store.append('ada', 'ada_1', user('second'))

  expect(earlier).toHaveLength(1)
})

it('deletes chats with their files and images for good', async () => {
  const folder = await freshFolder()
  const store = await openChats(folder)
  const image = { id: 'i', type: 'image/png', width: 1, height: 1 }
  for (const chatId of ['one', 'two']) {
    await store.append('ada', chatId, { ...user('look'), image })
    await store.saveImage('ada', chatId, image, Buffer.from('png'))
    await store.checkpoint('ada', chatId, bot('partial', { messageId: 7 }))
  }
  await store.append('bob', 'bob_1', user('mine'))

  await store.delete('ada')

  expect(await store.list('ada')).toEqual([])
  expect(await readdir(join(folder, 'images'))).toEqual([])
  expect(await readdir(join(folder, 'records', 'chats'))).toHaveLength(1)
  await store.close()
  const again = await openChats(folder)
  expect(await again.list('ada')).toEqual([])
  expect(await again.list('bob')).toHaveLength(1)
})

it('does not bring a deleted chat back when its running reply ends', async () => {
  const store = await openChats(await freshFolder())
  await store.append('ada', 'ada_1', user('question'))
  await store.delete('ada', 'ada_1')
  await store.append('ada', 'ada_1', bot('late answer'))
  expect(await store.list('ada')).toEqual([])

  await store.append('ada', 'ada_1', user('once more'))
  await store.append('ada', 'ada_1', bot('answer'))

  expect(await contents(store, 'ada', 'ada_1')).toEqual(['once more', 'answer'])
})

it('stores a running reply as stopped when the daemon stops', async () => {
  const folder = await freshFolder()
  const store = await openChats(folder)
  await store.append('ada', 'ada_1', user('question'))
  await store.checkpoint('ada', 'ada_1', bot('so f', { messageId: 5 }))
  await store.checkpoint('ada', 'ada_1', bot('so far', { messageId: 5 }))
  await store.close()

  const again = await openChats(folder)

  expect(await again.messages('ada', 'ada_1')).toMatchObject([
    user('question'),
    bot('so far', { messageId: 5, isStopped: true }),
  ])
  expect((await again.list('ada'))[0]?.messageCount).toBe(2)
})

it('forgets the checkpoint of a reply that has ended', async () => {
  const folder = await freshFolder()
  const store = await openChats(folder)
  await store.append('ada', 'ada_1', user('question'))
  await store.checkpoint('ada', 'ada_1', bot('so far', { messageId: 5 }))
  await store.checkpoint('ada', 'ada_1', bot('other', { messageId: '5' }))
  await store.append('ada', 'ada_1', bot('so far and done', { messageId: 5 }))
  await store.close()

  const again = await openChats(folder)

  expect(await contents(again, 'ada', 'ada_1')).toEqual(['question', 'so far and done', 'other'])
})

it('refuses work after it was closed', async () => {
  const store = await openChats(await freshFolder())
  await store.close()

  await expect(store.append('ada', 'ada_1', user('late'))).rejects.toMatchObject({
    code: 'NOT_AVAILABLE',
  })
})

it('hands out the chat with the oldest message first', async () => {
  const store = await openChats(await freshFolder())
  for (const chatId of ['one', 'two', 'three']) await store.append('ada', chatId, user(chatId))

  const order: string[] = []
  for await (const { chatId } of store.chats()) order.push(chatId)

  expect(order).toEqual(['one', 'two', 'three'])
})

it('hands out whole conversations and takes them back into another folder', async () => {
  const store = await openChats(await freshFolder())
  const image = { id: 'i', type: 'image/png', width: 1, height: 1 }
  const excerpt = excerptOf('\u202eWe pay\u0000 \ud83d\u2028well.', {
    kind: 'page',
    title: '"',
    url: '',
  })
  await store.append('ada', 'ada_1', {
    ...user('look'),
    image,
    excerpt,
    timestamp: '2026-01-01T00:00:00.000Z',
  })
  await store.saveImage('ada', 'ada_1', image, Buffer.from('png'))
  await store.setTitle('ada', 'ada_1', 'Picture')
  await store.append('bob', 'bob_1', user('hi'))
  const folder = await freshFolder()
  const other = await openChats(folder)

  for await (const chat of store.chats()) expect(await other.importChat(chat)).toBe(true)
  for await (const chat of store.chats()) expect(await other.importChat(chat)).toBe(false)

  expect(await other.list('ada')).toEqual(await store.list('ada'))
  expect(await store.messages('ada', 'ada_1')).toMatchObject([{ excerpt }])
  expect(await other.messages('ada', 'ada_1')).toEqual(await store.messages('ada', 'ada_1'))
  expect((await other.readImage('ada', 'ada_1', 'i'))?.type).toBe('image/png')
  await other.close()
  const again = await openChats(folder)
  expect(await again.title('ada', 'ada_1')).toBe('Picture')
  expect(await again.messages('ada', 'ada_1')).toMatchObject([{ image, excerpt }])
})

it('keeps images with their chat, byte for byte and with their type, or shows none', async () => {
  const folder = await freshFolder()
  const store = await openChats(folder)
  const image = { id: '../../etc/passwd', type: 'image/webp', width: 3, height: 2 }
  const bytes = Buffer.from([0, 10, 255, 13, 10, 1])
  await store.saveImage('ada', 'ada_1', image, bytes)
  await store.append('ada', 'ada_1', { ...user('look'), image })
  await store.close()

  const again = await openChats(folder)

  const found = await again.readImage('ada', 'ada_1', image.id)
  expect(found?.type).toBe('image/webp')
  expect(Buffer.from(found?.bytes ?? []).equals(bytes)).toBe(true)
  expect(await again.readImage('bob', 'ada_1', image.id)).toBeUndefined()
  const [log = ''] = await readdir(join(folder, 'images'))
  const [name = ''] = await readdir(join(folder, 'images', log))
  const path = join(folder, 'images', log, name)
  const content = await readFile(path)
  await writeFile(path, content.fill(content.at(-1) === 1 ? 0 : 1, content.length - 1))
  expect(await again.readImage('ada', 'ada_1', image.id)).toBeUndefined()
})

it('does not list a chat that holds an image but no message yet', async () => {
  const store = await openChats(await freshFolder())
  await store.saveImage(
    'ada',
    'ada_1',
    { id: 'i', type: 'image/png', width: 1, height: 1 },
    Buffer.from('x'),
  )

  expect(await store.list('ada')).toEqual([])
})

/** A folder with one stored chat after an orderly stop, and its log. */
async function folderWithChat() {
  const folder = await freshFolder()
  const store = await openChats(folder)
  await store.append('ada', 'ada_1', user('question'))
  await store.append('ada', 'ada_1', bot('answer', { messageId: 1, promptTokens: 9 }))
  await store.setTitle('ada', 'ada_1', 'Title')
  await store.append('ada', 'ada_2', user('another question'))
  await store.close()
  const logs = join(folder, 'records', 'chats')
  const names = await readdir(logs)
  const paths = names.map((name) => join(logs, name))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return { folder, path: paths[texts.findIndex((text) => text.includes('Title'))] ?? '' }
}

it('keeps a chat short whose replies were kept many times while they ran', async () => {
  const { folder, path } = await folderWithChat()
  const store = await openChats(folder)
  for (let length = 1; length <= 12; length++) {
    const said = 'word '.repeat(length * 250)
    await store.checkpoint('ada', 'ada_1', bot(said, { messageId: 2 }))
  }
  await store.checkpoint('ada', 'ada_1', bot('other', { messageId: 3 }))
  await store.append('ada', 'ada_1', bot('said', { messageId: 2 }))
  await store.close()

  const log = await readFile(path, 'utf8')
  expect(log.length).toBeLessThan(5000)
  const again = await openChats(folder)
  expect(await contents(again, 'ada', 'ada_1')).toEqual(['question', 'answer', 'said', 'other'])
  expect(await again.title('ada', 'ada_1')).toBe('Title')
})

it('clears away images without a chat, and no others', async () => {
  const { folder } = await folderWithChat()
  const image = { id: 'i', type: 'image/png', width: 1, height: 1 }
  await mkdir(join(folder, 'images', 'stray'))

  const store = await openChats(folder)
  await store.saveImage('ada', 'ada_3', image, Buffer.from('png'))
  await store.saveImage('ada', 'ada_1', image, Buffer.from('png'))
  await store.close()

  expect(await readdir(join(folder, 'images'))).toHaveLength(2)
})

it('keeps why a question has no reply, also after an unexpected stop and in another folder', async () => {
  const folder = await freshFolder()
  const store = await openChats(folder)
  await store.append('ada', 'ada_1', { ...user('One "error": {'), messageId: 1 })
  await store.append('ada', 'ada_1', { ...user('Two'), messageId: 2 })
  await store.append('ada', 'ada_1', bot('', { messageId: 1, error: 'Refused' }))
  await store.append('ada', 'ada_1', bot('Yes', { messageId: 2 }))
  const moved = await openChats(await freshFolder())
  for await (const chat of store.chats()) await moved.importChat(chat)
  await store.close()
  await rm(join(folder, 'index.db'))
  const again = await openChats(folder)

  for (const each of [moved, again]) {
    const messages = await each.messages('ada', 'ada_1')
    expect(messages).toMatchObject([
      { role: 'user', content: 'One "error": {', messageId: 1, error: 'Refused' },
      { role: 'user', content: 'Two', messageId: 2 },
      { role: 'bot', content: 'Yes', messageId: 2 },
    ])
    const json = Buffer.from(await each.messagesJson('ada', 'ada_1')).toString()
    expect(JSON.parse(json)).toEqual(messages)
    expect(await each.list('ada')).toMatchObject([{ messageCount: 3, preview: 'One "error": {' }])
    await each.close()
  }
})
