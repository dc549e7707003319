import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { failingDisk } from '../../../test/failing-disk.ts'
import type { FolderStore } from './folder-store.ts'
import { fill } from './testing/fill-folder.ts'
import { expectTidy, filesBelow, openFolders } from './testing/folders-under-test.ts'
import { textsOf } from './testing/texts-of.ts'

async function onFailingDisk() {
  const [data, disk, reports] = [await freshFolder(), failingDisk(), [] as string[]]
  const report = (sentence: string) => reports.push(sentence)
  const opened = await openFolders(data, { fs: disk.fs, report })
  await fill(opened.store, 'ada', 'docs', { 'docs/a': 'a' })
  await fill(opened.store, 'ada', 'docs', { 'docs/b': 'b' })
  return { data, disk, reports, ...opened }
}

const upload = (store: FolderStore) =>
  fill(store, 'ada', 'docs', { 'docs/a': 'A', 'docs/c': 'c', 'docs/d': 'd' })
const firstUpload = (store: FolderStore) =>
  fill(store, 'ada', 'new', { 'new/a': 'a', 'new/b': 'b' })

const FULL = { code: 'STORE_FULL', message: "The server's disk is full." }
const READONLY = { code: 'STORE_READONLY', message: 'The server cannot store data.' }

it.each([
  ['write', 'ENOSPC', FULL],
  ['open', 'EROFS', READONLY],
  ['datasync', 'EIO', READONLY],
  ['sync', 'ENOSPC', FULL],
] as const)('has what it had when %s fails with %s, whenever', async (operation, code, failure) => {
  const { data, disk, store, close, reports } = await onFailingDisk()

  for (const change of [upload, firstUpload]) {
    const before = await store.folders('ada')
    const files = await filesBelow(data)
    for (let after = 0; ; after++) {
      disk.fail(operation, code, after)
      const [outcome] = await Promise.allSettled([change(store)])
      disk.heal()
      if (outcome?.status === 'fulfilled') {
        expect(after).toBeGreaterThan(0)
        await expectTidy(data, store, 'ada')
        break
      }
      expect(outcome?.reason).toMatchObject(failure)
      expect(await store.folders('ada')).toEqual(before)
      expect(await filesBelow(data)).toEqual(files)
    }
  }

  expect(reports).toEqual([])
  const texts = await textsOf(store, 'ada')
  expect(texts).toEqual({
    docs: { 'docs/a': 'A', 'docs/b': 'b', 'docs/c': 'c', 'docs/d': 'd' },
    new: { 'new/a': 'a', 'new/b': 'b' },
  })
  await close()
  expect(await textsOf((await openFolders(data)).store, 'ada')).toEqual(texts)
})

it('removes a folder on a full disk, since that makes space, for good', async () => {
  const { data, disk, store, close } = await onFailingDisk()
  const gone = await fill(store, 'ada', 'gone', { 'gone/a': 'a' })
  const record = (await store.recordFiles('ada')).find(({ record }) => record.includes(gone.id))
  disk.fail('write', 'ENOSPC')
  const fs = disk.fs
  const unlink = fs.unlink
  Object.assign(fs, {
    async unlink(path: string) {
      await unlink(path)
      if (path === record?.record) disk.heal()
    },
  })

  expect(await store.deleteFolder('ada', gone.id)).toBe(1)

  await close()
  const { store: again } = await openFolders(data)
  expect(await textsOf(again, 'ada')).toEqual({ docs: { 'docs/a': 'a', 'docs/b': 'b' } })
})

it('lets old records lie that cannot be removed, says so and removes them at the next start', async () => {
  const { data, disk, store, close, reports } = await onFailingDisk()
  const { id } = await fill(store, 'ada', 'gone', { 'gone/a': 'a' })
  disk.fail('unlink', 'EROFS')
  disk.fail('rename', 'EROFS')
  await fill(store, 'ada', 'docs', { 'docs/a': 'A' })
  expect(await store.deleteFolder('ada', id)).toBe(1)
  await close()
  // two records, and the log that tells of the folder
  expect(reports).toHaveLength(3)
  expect((await filesBelow(data)).filter((path) => path.includes('retrieval'))).toHaveLength(4)

  const { store: again } = await openFolders(data)

  expect(await textsOf(again, 'ada')).toEqual({ docs: { 'docs/a': 'A', 'docs/b': 'b' } })
  await expectTidy(data, again, 'ada')
})

it('synchronises each record, and the folder that they lie in once for all of them', async () => {
  const { disk, store } = await onFailingDisk()
  const before = { datasync: disk.count('datasync'), sync: disk.count('sync') }
  const texts = Array.from({ length: 30 }, (_, n) => [`docs/${n}`, String(n)])
  await fill(store, 'ada', 'docs', Object.fromEntries(texts))

  // the records, and the log
  expect(disk.count('datasync') - before.datasync).toBe(31)
  expect(disk.count('sync') - before.sync).toBe(1)
})
