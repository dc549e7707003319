import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { diskFileSystem, type FileSystem } from '../../platform/storage/file-system.ts'
import type { StoredFolder } from '../ports.ts'
import { dyingDisk } from './testing/dying-disk.ts'
import { fill } from './testing/fill-folder.ts'
import { expectTidy, filesBelow, openFolders } from './testing/folders-under-test.ts'
import { textsOf } from './testing/texts-of.ts'

const NOTES = { notes: { 'notes/x': 'x' } }

/** Two folders on disk, the first changed twice; and where they lie. */
async function twoFolders() {
  const folder = await freshFolder()
  const store = await openFolders(folder)
  await fill(store, 'ada', 'docs', { 'docs/a': 'old', 'docs/b': 'b' })
  const docs = await fill(store, 'ada', 'docs', { 'docs/a': 'a', 'docs/c': 'c' })
  await fill(store, 'ada', 'notes', NOTES.notes)
  const room = await store.roomOf('ada')
  await store.close()
  const manifest = join(room, 'folders', `${docs.id}.json`)
  const record = (path: string) =>
    join(room, 'records', docs.id, `${docs.files.get(path)?.id ?? ''}.json`)
  return { folder, room, docs, manifest, record }
}

async function reopened(folder: string, fs?: FileSystem) {
  const reports: string[] = []
  const report = (sentence: string) => reports.push(sentence)
  const store = await openFolders(folder, { report, ...(fs && { fs }) })
  return { store, reports, folders: await store.folders('ada') }
}

/** The real file system, but for one file that cannot be read. */
function unreadable(path: string): FileSystem {
  const readFile = (...args: Parameters<FileSystem['readFile']>) => {
    if (args[0] !== path) return diskFileSystem.readFile(...args)
    throw Object.assign(new Error('EIO: planted'), { code: 'EIO' })
  }
  return { ...diskFileSystem, readFile: readFile as FileSystem['readFile'] }
}

function damage(path: string): Promise<void> {
  return writeFile(path, '{"v":1,"rev":2,"sha256":"')
}

describe('a folder whose manifest is damaged', () => {
  const files = ({ files }: StoredFolder) => [...files].sort()

  it('has all of its files, with the name that the backup tells', async () => {
    const { folder, docs, manifest } = await twoFolders()
    await damage(manifest)

    const { store, reports, folders } = await reopened(folder)

    expect(folders.map(({ name }) => name)).toEqual(['docs', 'notes'])
    expect(folders[0] && files(folders[0])).toEqual(files(docs))
    expect(reports).toEqual([expect.stringContaining(`${docs.id}: its list of files was damaged`)])
    await store.close()
    const again = await openFolders(folder)
    expect(await again.folders('ada')).toEqual(folders)
    const corrupt = (await filesBelow(folder)).filter((path) => path.includes('corrupt'))
    expect(corrupt).toHaveLength(1)
  })

  it('is made again out of its records where the backup is damaged too', async () => {
    const { folder, docs, manifest } = await twoFolders()
    await damage(manifest)
    await damage(`${manifest}.bak`)

    const { store, reports, folders } = await reopened(folder)

    expect(folders).toHaveLength(2)
    expect(folders[0]).toMatchObject({ id: docs.id, name: 'docs' })
    expect(folders[0] && files(folders[0])).toEqual(files(docs))
    expect(reports).toEqual([expect.stringContaining('made again; it has 3 files')])
    await fill(store, 'ada', 'docs', { 'docs/a': 'A' })
    await store.close()
    const again = await openFolders(folder)
    expect(await textsOf(again, 'ada')).toEqual({
      docs: { 'docs/a': 'A', 'docs/b': 'b', 'docs/c': 'c' },
      ...NOTES,
    })
    const corrupt = (await filesBelow(folder)).filter((path) => path.includes('corrupt'))
    expect(corrupt).toHaveLength(2)
  })

  it('is made again where its rows are of another shape, without the record that is damaged', async () => {
    const { folder, docs, manifest, record } = await twoFolders()
    const { durableJsonFile } = await import('../../platform/storage/durable-json-file.ts')
    const stranger = durableJsonFile<unknown>(manifest, { version: 1, report: () => {} })
    await stranger.read()
    for (let n = 0; n < 2; n++) await stranger.write([{ name: 'docs', updatedAt: '' }, ['id', 7]])
    await writeFile(record('docs/b'), '{"v":1,"path":"docs/b"')
    await writeFile(
      record('docs/c'),
      '{"v":1,"path":"docs/c","bytes":-1,"sha256":"","passages":[]}',
    )

    const { store, reports, folders } = await reopened(folder)

    expect(folders[0]?.id).toBe(docs.id)
    expect([...(folders[0]?.files.keys() ?? [])]).toEqual(['docs/a'])
    expect(reports).toHaveLength(1)
    await rm(join(await store.roomOf('ada'), 'folders', 'corrupt'), { recursive: true })
    await expectTidy(folder, store, 'ada')
  })

  it('goes where no record is left either, and holds up nobody', async () => {
    const { folder, manifest, record } = await twoFolders()
    await damage(manifest)
    await rm(`${manifest}.bak`)
    for (const path of ['docs/a', 'docs/b', 'docs/c']) await rm(record(path))

    const { store, reports } = await reopened(folder)

    expect(await textsOf(store, 'ada')).toEqual(NOTES)
    expect(reports).toHaveLength(1)
    expect((await reopened(folder)).reports).toEqual([])
  })
})

describe('at the first use of an account', () => {
  it('files without a record go, are reported once and may come again', async () => {
    const { folder, record } = await twoFolders()
    await rm(record('docs/a'))
    await rm(record('docs/b'))

    const { store, reports } = await reopened(folder)

    expect(await textsOf(store, 'ada')).toEqual({ docs: { 'docs/c': 'c' }, ...NOTES })
    expect(reports).toEqual([expect.stringContaining('2 of its files had lost their records')])
    await store.close()
    const second = await reopened(folder)
    expect(second.reports).toEqual([])
    await fill(second.store, 'ada', 'docs', { 'docs/a': 'a' })
    expect(await textsOf(second.store, 'ada')).toMatchObject({ docs: { 'docs/a': 'a' } })
  })

  it('what nobody names goes, and what is not ours stays', async () => {
    const { folder, room, docs } = await twoFolders()
    const before = await filesBelow(folder)
    const ours = [
      join('records', docs.id, 'AAAAAAAAAAAAAAAA.json'),
      join('folders', `.${docs.id}.json.1234.tmp`),
      join('folders', `${docs.id}.gone`),
    ]
    const foreign = ['index.sqlite', join('folders', 'README'), join('records', docs.id, 'README')]
    for (const path of [...ours, ...foreign]) await writeFile(join(room, path), 'x')

    const { store, reports } = await reopened(folder)

    expect(reports).toEqual([])
    expect(await store.folders('ada')).toHaveLength(2)
    const kept = foreign.map((path) => join(room, path).slice(folder.length + 1))
    expect(await filesBelow(folder)).toEqual([...before, ...kept].sort())
  })

  it('a disk that cannot be written is no hindrance', async () => {
    const { folder, room, docs, record } = await twoFolders()
    await writeFile(join(room, 'records', docs.id, 'AAAAAAAAAAAAAAAA.json'), 'x')
    await rm(record('docs/a'))
    const disk = dyingDisk()
    const store = await openFolders(folder, { fs: disk.fs, report: () => {} })
    disk.dieAfter(0)

    expect(await textsOf(store, 'ada')).toEqual({
      docs: { 'docs/b': 'b', 'docs/c': 'c' },
      ...NOTES,
    })
  })

  it('a folder that cannot be read is reported, kept as it lies and does not stop the others', async () => {
    const { folder, manifest } = await twoFolders()
    const before = await filesBelow(folder)

    const { store, reports } = await reopened(folder, unreadable(manifest))

    expect(await textsOf(store, 'ada')).toEqual(NOTES)
    expect(reports).toEqual([expect.stringContaining('cannot be read and is left as it lies')])
    expect(await filesBelow(folder)).toEqual(before)
    expect((await reopened(folder)).folders).toHaveLength(2)
  })

  it('two folders of one name are both there, and one is left when the other goes', async () => {
    const { folder, manifest, docs } = await twoFolders()
    const { store } = await reopened(folder, unreadable(manifest))
    const other = await fill(store, 'ada', 'docs', { 'docs/z': 'z' })
    await store.close()

    const { store: again, folders } = await reopened(folder)

    expect(folders.map(({ name }) => name)).toEqual(['docs', 'docs', 'notes'])
    for (const [gone, left] of [
      [other.id, docs.id],
      [docs.id, undefined],
    ]) {
      expect(await again.removeFolder('ada', gone ?? '')).toBe(true)
      const { id } = await fill(again, 'ada', 'docs', { 'docs/new': 'new' })
      if (left) expect(id).toBe(left)
      else expect([docs.id, other.id]).not.toContain(id)
    }
  })

  it('a manifest of a newer version is refused and left untouched', async () => {
    const { folder, manifest } = await twoFolders()
    const newer = (await readFile(manifest, 'utf8')).replace('"v":1', '"v":2')
    await writeFile(manifest, newer)
    const store = await openFolders(folder)

    await expect(store.folders('ada')).rejects.toMatchObject({ code: 'STORE_NEWER' })

    expect(await readFile(manifest, 'utf8')).toBe(newer)
    expect(await store.folders('bob')).toEqual([])
  })
})
