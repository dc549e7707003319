import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { dyingDisk } from '../../test/failing-disk.ts'
import { diskFileSystem, type FileSystem } from '../platform/storage/file-system.ts'
import { accountName } from '../retrieval/file-record.ts'
import { fill } from '../retrieval/folders/testing/fill-folder.ts'
import { expectTidy, openFolders } from '../retrieval/folders/testing/folders-under-test.ts'
import { textsOf } from '../retrieval/folders/testing/texts-of.ts'
import { takeOverFolders } from './folders.ts'

const DOCS = 'DOCS-aaaaaaaaaaa'
const NOTES = 'NOTESaaaaaaaaaaa'
const TEXTS = {
  docs: { 'docs/a': 'a', 'docs/b': 'b' },
  notes: { 'notes/x': 'x' },
}

/** The home of an account as 0.2.0 has left it. */
async function oldRoom() {
  const data = await freshFolder()
  const home = join(data, 'retrieval', accountName('ada'))
  const place = join(home, 'folders')
  await mkdir(place, { recursive: true })
  const manifest = async (id: string, name: string, texts: object, end = '') => {
    const rows: unknown[] = [{ name, updatedAt: '2026-01-01T00:00:00.000Z' }]
    for (const [path, text] of Object.entries(texts)) {
      const fileId = `${path.replace('/', '-')}-${text}`.padEnd(16, '0')
      const sha256 = createHash('sha256').update(text).digest('hex')
      rows.push([fileId, path, sha256, text.length, 1])
      const passages = [{ start: 0, end: text.length, firstLine: 1, lastLine: 1, heading: '' }]
      const record = { v: 1, path, bytes: text.length, sha256, text, passages }
      await mkdir(join(home, 'records', id), { recursive: true })
      await writeFile(join(home, 'records', id, `${fileId}.json`), JSON.stringify(record))
    }
    const json = `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`
    const sha256 = createHash('sha256').update(json).digest('hex')
    const body = `{"v":1,"rev":2,"sha256":"${sha256}","data":${json}}\n`
    await writeFile(join(place, `${id}.json${end}`), body)
  }
  await manifest(DOCS, 'docs', { 'docs/b': 'b' }, '.bak')
  await manifest(DOCS, 'docs', TEXTS.docs)
  await manifest(NOTES, 'notes', TEXTS.notes)
  const path = (id: string, end = '') => join(place, `${id}.json${end}`)
  return { data, home, place, manifest, path }
}

/** Opens the folders as they are opened after an update. */
async function updated(data: string, fs: FileSystem = diskFileSystem) {
  const reports: string[] = []
  const report = (sentence: string) => void reports.push(sentence)
  const opened = await openFolders(data, {
    fs,
    report,
    takeOver: (home, keep) => takeOverFolders(home, { fs, report, keep }),
  })
  return { ...opened, reports }
}

it('has every folder and file as before, and nothing twice', async () => {
  const { data, place } = await oldRoom()
  const { store, close, reports } = await updated(data)

  expect(await textsOf(store, 'ada')).toEqual(TEXTS)
  const [docs] = await store.folders('ada')
  expect(docs).toMatchObject({ id: DOCS, files: 2, updatedAt: '2026-01-01T00:00:00.000Z' })
  expect((await store.files('ada')).map(({ id }) => id)).toContain('docs-a-a00000000')
  expect(await readdir(place)).toEqual([])
  await expectTidy(data, store, 'ada')
  await close()
  const { store: again } = await updated(data)
  expect(await textsOf(again, 'ada')).toEqual(TEXTS)
  expect(reports).toEqual([])
})

it('honours what was being removed, and clears what was being written', async () => {
  const { data, home, place, path } = await oldRoom()
  await diskFileSystem.rename(path(DOCS), join(place, `${DOCS}.gone`))
  await writeFile(join(place, `.${NOTES}.json.1.tmp`), 'half')
  await writeFile(join(place, `${NOTES}.gone`), 'a removal that failed')
  await writeFile(join(home, 'records', NOTES, 'BBBBBBBBBBBBBBBB.json'), 'of no file')

  const { store } = await updated(data)

  expect(await textsOf(store, 'ada')).toEqual({ notes: TEXTS.notes })
  expect(await readdir(place)).toEqual([])
  await expectTidy(data, store, 'ada')
})

it.each([
  ['with a backup', false],
  ['without one', true],
])('has every file of a damaged list %s, and keeps what was damaged', async (_, isAlone) => {
  const { data, place, path } = await oldRoom()
  const damaged = (await readFile(path(DOCS), 'utf8')).replace('docs/a', 'docs/z')
  await writeFile(path(DOCS), damaged)
  if (isAlone) await writeFile(path(DOCS, '.bak'), 'damaged, too')

  const { store, reports, settled } = await updated(data)
  await settled('ada')

  expect(await textsOf(store, 'ada')).toEqual(TEXTS)
  expect(reports.join('\n')).toContain('moved to corrupt/')
  expect(await readdir(place)).toEqual(['corrupt'])
  expect(await readdir(join(place, 'corrupt'))).toHaveLength(isAlone ? 2 : 1)
})

it('leaves everything where a newer version has written', async () => {
  const { data, place, path } = await oldRoom()
  const newer = (await readFile(path(NOTES), 'utf8')).replace('"v":1', '"v":2')
  await writeFile(path(NOTES), newer)
  const before = await readdir(place)

  const { store } = await updated(data)

  await expect(store.folders('ada')).rejects.toMatchObject({ code: 'STORE_NEWER' })
  expect(await readdir(place)).toEqual(before)
})

it.each([
  ['whole', false],
  ['damaged', true],
])('loses and doubles nothing of %s lists, wherever it is killed', async (_, isDamaged) => {
  const { data: old, path } = await oldRoom()
  if (isDamaged) await writeFile(path(DOCS), 'damaged')
  for (let steps = 0; ; steps++) {
    const data = await freshFolder()
    await cp(old, data, { recursive: true })
    const disk = dyingDisk()
    const first = await updated(data, disk.fs)
    await first.store.folders('bob')
    disk.dieAfter(steps)
    await first.store.folders('ada').catch(() => {})
    await first.close()

    const { store, close } = await updated(data)
    expect(await textsOf(store, 'ada')).toEqual(TEXTS)
    await fill(store, 'ada', 'docs', { 'docs/c': 'c' })
    if (!isDamaged) await expectTidy(data, store, 'ada')
    await close()
    if (disk.isDead) continue
    expect(steps).toBeGreaterThan(5)
    return
  }
})
