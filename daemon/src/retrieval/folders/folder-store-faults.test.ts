import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failingDisk } from '../../../test/failing-disk.ts'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { diskFileSystem, type FileSystem } from '../../platform/storage/file-system.ts'
import type { FileFolderStore } from './open-folder-store.ts'
import { fill } from './testing/fill-folder.ts'
import { expectTidy, filesBelow, openFolders } from './testing/folders-under-test.ts'
import { textsOf } from './testing/texts-of.ts'

const OLD = { docs: { 'docs/a': 'a', 'docs/b': 'b' } }

async function onFailingDisk() {
  const [folder, disk, reports] = [await freshFolder(), failingDisk(), [] as string[]]
  const report = (sentence: string) => reports.push(sentence)
  const store = await openFolders(folder, { fs: disk.fs, report })
  await fill(store, 'ada', 'docs', { 'docs/a': 'a' })
  await fill(store, 'ada', 'docs', { 'docs/b': 'b' })
  return { folder, disk, store, reports }
}

const upload = (store: FileFolderStore) =>
  fill(store, 'ada', 'docs', { 'docs/a': 'A', 'docs/b': null, 'docs/c': 'c', 'docs/d': 'd' })
const firstUpload = (store: FileFolderStore) =>
  fill(store, 'ada', 'new', { 'new/a': 'a', 'new/b': 'b' })

const FULL = { code: 'STORE_FULL', message: "The server's disk is full." }
const READONLY = { code: 'STORE_READONLY', message: 'The server cannot store data.' }

it.each([
  ['write', 'ENOSPC', FULL],
  ['open', 'EROFS', READONLY],
  ['datasync', 'EIO', READONLY],
  ['sync', 'ENOSPC', FULL],
  ['rename', 'EACCES', READONLY],
] as const)('has what it had when %s fails with %s, whenever', async (operation, code, failure) => {
  const { folder, disk, store, reports } = await onFailingDisk()

  for (const change of [upload, firstUpload]) {
    const before = await store.folders('ada')
    const files = await filesBelow(folder)
    for (let after = 0; ; after++) {
      disk.fail(operation, code, after)
      const [outcome] = await Promise.allSettled([change(store)])
      disk.heal()
      if (outcome?.status === 'fulfilled') {
        expect(after).toBeGreaterThan(0)
        await expectTidy(folder, store, 'ada')
        break
      }
      expect(outcome?.reason).toMatchObject(failure)
      expect(await store.folders('ada')).toEqual(before)
      expect(await filesBelow(folder)).toEqual(files)
    }
  }

  // the change is stored by then; its backup may still name the file that has gone
  const untidy = 'What is left of removed files could not be cleared away; it is tried again.'
  expect(reports).toEqual(operation === 'datasync' ? [] : [untidy])
  const texts = await textsOf(store, 'ada')
  expect(texts).toEqual({
    docs: { 'docs/a': 'A', 'docs/c': 'c', 'docs/d': 'd' },
    new: { 'new/a': 'a', 'new/b': 'b' },
  })
  await store.close()
  expect(await textsOf(await openFolders(folder), 'ada')).toEqual(texts)
})

it('keeps the files of every folder when one of their manifests cannot be written', async () => {
  const { folder, disk, store } = await onFailingDisk()
  await fill(store, 'ada', 'gone', { 'gone/a': 'a' })
  await fill(store, 'ada', 'last', { 'last/a': 'a', 'last/b': 'b' })
  const before = await store.folders('ada')
  const [docs, gone, last] = before.map((stored) =>
    Array.from(stored.files.values(), ({ id }) => id),
  )
  const unwanted = [docs?.[0] ?? '', ...(gone ?? []), last?.[0] ?? '']
  disk.fail('write', 'ENOSPC', 1)

  await expect(store.removeFiles('ada', unwanted)).rejects.toMatchObject(FULL)

  disk.heal()
  expect(await store.folders('ada')).toEqual(before)
  await store.close()
  const again = await openFolders(folder)
  expect(await again.folders('ada')).toEqual(before)
  expect(await again.removeFiles('ada', unwanted)).toBe(3)
  expect(await textsOf(again, 'ada')).toEqual({ docs: { 'docs/b': 'b' }, last: { 'last/b': 'b' } })
})

it('removes a folder on a full disk, for good', async () => {
  const { folder, disk, store } = await onFailingDisk()
  const [docs] = await store.folders('ada')
  disk.fail('write', 'ENOSPC')

  expect(await store.removeFolder('ada', docs?.id ?? '')).toBe(true)

  await store.close()
  expect(await filesBelow(folder)).toEqual([])
  expect(await (await openFolders(folder)).folders('ada')).toEqual([])
})

it('keeps a folder whose removal could not be made durable', async () => {
  const { folder, disk, store } = await onFailingDisk()
  const [docs] = await store.folders('ada')
  disk.fail('sync', 'EIO')

  await expect(store.removeFolder('ada', docs?.id ?? '')).rejects.toMatchObject(READONLY)

  disk.heal()
  await fill(store, 'ada', 'docs', { 'docs/c': 'c' })
  const after = { docs: { ...OLD.docs, 'docs/c': 'c' } }
  expect(await textsOf(store, 'ada')).toEqual(after)
  await store.close()
  expect(await textsOf(await openFolders(folder), 'ada')).toEqual(after)
})

it('lets old records lie that cannot be removed, says so and removes them at the next start', async () => {
  const { folder, disk, store, reports } = await onFailingDisk()
  const { id } = await fill(store, 'ada', 'gone', { 'gone/a': 'a' })
  disk.fail('unlink', 'EROFS')
  await fill(store, 'ada', 'docs', { 'docs/a': 'A' })
  expect(await store.removeFolder('ada', id)).toBe(true)
  await store.close()
  expect(reports).toHaveLength(2)
  expect((await filesBelow(folder)).filter((path) => path.includes('records'))).toHaveLength(4)

  const again = await openFolders(folder)

  expect(await textsOf(again, 'ada')).toEqual({ docs: { 'docs/a': 'A', 'docs/b': 'b' } })
  await expectTidy(folder, again, 'ada')
})

it('loses nothing when a failed change could not be taken back on disk either', async () => {
  const { folder, disk, store } = await onFailingDisk()
  // the manifest is in its place when its folder cannot be synchronised, nor the backup put back
  disk.fail('sync', 'EIO', 2)
  disk.fail('rename', 'EIO', 2)
  await expect(fill(store, 'ada', 'docs', { 'docs/a': 'unsure' })).rejects.toMatchObject(READONLY)
  disk.heal()
  expect(await textsOf(store, 'ada')).toEqual(OLD)

  const start = await openFolders(folder)
  expect(await textsOf(start, 'ada')).toEqual({ docs: { ...OLD.docs, 'docs/a': 'unsure' } })
})

it('reads each account once, however many ask at first, and again where it could not', async () => {
  const folder = await freshFolder()
  const first = await openFolders(folder)
  await fill(first, 'ada', 'docs', OLD.docs)
  await first.close()
  let reads = 0
  let isBroken = true
  const fs: FileSystem = {
    ...diskFileSystem,
    readFile: ((...args: Parameters<FileSystem['readFile']>) => {
      reads += 1
      return diskFileSystem.readFile(...args)
    }) as FileSystem['readFile'],
    readdir: ((...args: Parameters<FileSystem['readdir']>) => {
      if (isBroken) throw Object.assign(new Error('EIO: planted'), { code: 'EIO' })
      return diskFileSystem.readdir(...args)
    }) as FileSystem['readdir'],
  }
  const store = await openFolders(folder, { fs })
  expect(reads).toBe(0)
  await expect(store.folders('ada')).rejects.toMatchObject(READONLY)
  isBroken = false

  await Promise.all([1, 2, 3].map(() => store.folders('ada')))

  expect(reads).toBe(1)
  expect(await textsOf(store, 'ada')).toEqual(OLD)
  expect(await store.roomOf('ada')).toBe(join(folder, 'fdee430d40bd57deeac186cd9790033d'))
})

it('synchronises each record, and the folder that they lie in once for all of them', async () => {
  const { disk, store } = await onFailingDisk()
  const before = { datasync: disk.count('datasync'), sync: disk.count('sync') }
  const texts = Array.from({ length: 30 }, (_, n) => [`docs/${n}`, String(n)])
  await fill(store, 'ada', 'docs', Object.fromEntries(texts))

  expect(disk.count('datasync') - before.datasync).toBe(30)
  // of the records, of the manifest, and of the folder that it lies in
  expect(disk.count('sync') - before.sync).toBe(3)
})
