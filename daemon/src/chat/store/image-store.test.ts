import { expect, it } from 'vitest'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { openChats, user } from '../../../test/open-chats.ts'

it('keeps images with their chat, byte for byte and with their type', async () => {
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
  await again.close()
})

it('does not list a chat that holds an image but no message yet', async () => {
  const store = await openChats(await freshFolder())
  await store.saveImage(
    'ada',
    'ada_1',
    { id: 'i', type: 'image/png', width: 1, height: 1 },
    Buffer.from('x'),
  )

  expect(store.list('ada')).toEqual([])
  await store.close()
})
