import { expect, it } from 'vitest'
import { excerptOf } from '../../../test/excerpt.ts'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { openChats, user } from '../../../test/open-chats.ts'

it('hands out the chat with the oldest message first, which an import adds at the newest end', async () => {
  const store = await openChats(await freshFolder())
  for (const chatId of ['one', 'two', 'three']) await store.append('ada', chatId, user(chatId))

  const order: string[] = []
  for await (const { chatId } of store.chats()) order.push(chatId)

  expect(order).toEqual(['one', 'two', 'three'])
  await store.close()
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

  expect(other.list('ada')).toEqual(store.list('ada'))
  expect(await store.messages('ada', 'ada_1')).toMatchObject([{ excerpt }])
  expect(await other.messages('ada', 'ada_1')).toEqual(await store.messages('ada', 'ada_1'))
  expect((await other.readImage('ada', 'ada_1', 'i'))?.type).toBe('image/png')
  await other.close()
  const again = await openChats(folder)
  expect(again.title('ada', 'ada_1')).toBe('Picture')
  expect(await again.messages('ada', 'ada_1')).toMatchObject([{ image, excerpt }])
  await again.close()
  await store.close()
})
