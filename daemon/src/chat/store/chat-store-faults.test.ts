import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { failingDisk } from '../../../test/failing-disk.ts'
import { bot, contents, openChats, user } from '../../../test/open-chats.ts'
import { diskFileSystem, type FileSystem } from '../../platform/storage/file-system.ts'

const image = { id: 'i', type: 'image/png', width: 1, height: 1 }

async function chatsOnFailingDisk() {
  const [folder, disk, reports] = [await freshFolder(), failingDisk(), [] as string[]]
  const store = await openChats(folder, (sentence) => reports.push(sentence), disk.fs)
  await store.append('ada', 'ada_1', user('question'))
  await store.append('ada', 'ada_1', bot('answer'))
  return { folder, disk, store, reports }
}

it('keeps what it had on a full disk, and takes the next message when there is room', async () => {
  const { disk, store } = await chatsOnFailingDisk()
  const before = await store.list('ada')
  disk.fail('write', 'ENOSPC')
  const full = { code: 'STORE_FULL', message: "The server's disk is full." }

  await expect(store.append('ada', 'ada_1', user('lost'))).rejects.toMatchObject(full)
  await expect(store.append('ada', 'ada_2', user('lost'))).rejects.toMatchObject(full)
  await expect(store.setTitle('ada', 'ada_1', 'Lost')).rejects.toMatchObject(full)
  await expect(store.checkpoint('ada', 'ada_1', bot('lo'))).rejects.toMatchObject(full)
  await expect(store.saveImage('ada', 'ada_1', image, Buffer.from('x'))).rejects.toMatchObject(full)
  expect(await store.list('ada')).toEqual(before)
  expect(await contents(store, 'ada', 'ada_1')).toEqual(['question', 'answer'])

  disk.heal()
  await store.append('ada', 'ada_1', user('kept'))
  await store.setTitle('ada', 'ada_1', 'Kept')
  expect(await contents(store, 'ada', 'ada_1')).toEqual(['question', 'answer', 'kept'])
})

it('says that a running reply could not be stored, and stores it once there is room', async () => {
  const { folder, disk, store, reports } = await chatsOnFailingDisk()
  await store.checkpoint('ada', 'ada_1', bot('half', { messageId: 1 }))
  disk.fail('write', 'ENOSPC')
  await store.close()
  expect(reports.join()).toContain('could not be stored; the next start tries again')

  for (const told of [['Replies that were running at the last end, kept as stopped: 1.'], []]) {
    const said: string[] = []
    const again = await openChats(folder, (sentence) => said.push(sentence))
    expect(await contents(again, 'ada', 'ada_1')).toEqual(['question', 'answer', 'half'])
    expect(said).toEqual(told)
    await again.close()
  }
})

it('keeps a chat that begins again while it is being deleted a second time', async () => {
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let removed = 0
  const fs: FileSystem = {
    ...diskFileSystem,
    async open(path, ...more) {
      // the second removal synchronises the folder late
      if (removed === 2 && String(path).endsWith('chats')) {
        removed += 1
        reached.resolve()
        await held.promise
      }
      return diskFileSystem.open(path, ...more)
    },
    async rm(path, options) {
      await diskFileSystem.rm(path, options)
      if (String(path).endsWith('.jsonl')) removed += 1
    },
  }
  const store = await openChats(await freshFolder(), () => {}, fs)
  await store.append('ada', 'ada_1', user('old'))

  const removals = [store.delete('ada', 'ada_1'), store.delete('ada', 'ada_1')]
  await reached.promise
  await removals[0]
  await store.append('ada', 'ada_1', user('new'))
  held.resolve()
  await removals[1]

  expect(await contents(store, 'ada', 'ada_1')).toEqual(['new'])
})
