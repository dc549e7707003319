import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { dyingDisk } from '../../../test/failing-disk.ts'
import { RecordStore } from '../../platform/projection/record-store.ts'
import { folderKind } from './folder-rows.ts'
import { fill, putText, textFile } from './testing/fill-folder.ts'
import {
  expectTidy,
  filesBelow,
  openFolders,
  type StoreSetup,
} from './testing/folders-under-test.ts'
import { textsOf } from './testing/texts-of.ts'

const TEXTS = {
  docs: { 'docs/a': 'a', 'docs/b': 'b', 'docs/c': 'c' },
  notes: { 'notes/x': 'x' },
}

/** Two folders on disk, the first changed twice; and where they lie. */
async function twoFolders() {
  const data = await freshFolder()
  const { store, close } = await openFolders(data)
  await fill(store, 'ada', 'docs', { 'docs/a': 'old', 'docs/b': 'b' })
  const docs = await fill(store, 'ada', 'docs', { 'docs/a': 'a', 'docs/c': 'c' })
  await fill(store, 'ada', 'notes', TEXTS.notes)
  const records = new Map((await store.recordFiles('ada')).map(({ id, record }) => [id, record]))
  const files = new Map((await store.files('ada')).map((file) => [file.path, file]))
  const home = await store.makeHome('ada')
  const answers = { folders: await store.folders('ada'), files: [...files.values()] }
  await close()
  const idOf = (path: string) => files.get(path)?.id ?? ''
  const record = (path: string) => records.get(idOf(path)) ?? ''
  const log = join(data, 'records', 'folders', `${basename(home)}.jsonl`)
  return { data, home, docs, log, record, idOf, answers }
}

async function reopened(data: string, setup: StoreSetup = {}) {
  const reports: string[] = []
  const opened = await openFolders(data, { report: (sentence) => reports.push(sentence), ...setup })
  await opened.settled('ada')
  return { ...opened, reports }
}

describe('a record', () => {
  it.each([
    ['missing', (path: string) => rm(path)],
    ['cut short', (path: string) => truncate(path, 30)],
    ['empty', (path: string) => truncate(path, 0)],
    ['changed in one letter', changeLetter],
    ['no record', (path: string) => writeFile(path, '{"v":1}')],
  ])(
    'that is %s is reported once, listed as damaged and mended by an upload',
    async (_, damage) => {
      const { data, record, idOf } = await twoFolders()
      await damage(record('docs/b'))
      const { store, reports, settled } = await reopened(data)
      expect(reports).toEqual([])

      const refused = {
        code: 'NOT_FOUND',
        message: expect.stringContaining('Upload the file again'),
      }
      await expect(store.record('ada', idOf('docs/b'))).rejects.toMatchObject(refused)
      await expect(store.record('ada', idOf('docs/b'))).rejects.toMatchObject(refused)
      await settled('ada')

      expect(reports).toEqual([expect.stringContaining(idOf('docs/b'))])
      expect((await store.folders('ada'))[0]).toMatchObject({ name: 'docs', files: 3, damaged: 1 })
      const damaged = (await store.files('ada')).filter(({ isDamaged }) => isDamaged)
      expect(damaged.map(({ path }) => path)).toEqual(['docs/b'])
      expect((await store.recordFiles('ada')).map(({ id }) => id)).not.toContain(idOf('docs/b'))

      await store.change('ada', 'docs', async (change) => {
        expect(await change.at('docs/a')).toBeDefined()
        expect(await change.at('docs/b')).toBeUndefined()
        await putText(change, 'docs/b', 'b')
      })
      expect(await textsOf(store, 'ada')).toEqual(TEXTS)
      expect((await store.folders('ada'))[0]).not.toHaveProperty('damaged')
      await expectTidy(data, store, 'ada')
    },
  )

  it('that the search could not read is looked at again, over a restart and a removal too', async () => {
    const { data, home, record, idOf } = await twoFolders()
    await changeLetter(record('docs/b'))
    const { store, close, reports, settled } = await reopened(data)
    store.damaged(home, [idOf('docs/a'), idOf('docs/b'), 'unknown'])
    await settled('ada')
    expect(reports).toHaveLength(1)
    // writes the log anew
    await store.deleteFiles('ada', [idOf('docs/c')])
    await close()

    const { store: again } = await reopened(data)
    const damaged = (await again.files('ada')).filter(({ isDamaged }) => isDamaged)
    expect(damaged.map(({ path }) => path)).toEqual(['docs/b'])
  })

  it('without a check is read as it is', async () => {
    const { data, record } = await twoFolders()
    const { record: _, ...file } = textFile('docs/b', 'b')
    const passages = [{ start: 0, end: 1, firstLine: 1, lastLine: 1, heading: '' }]
    await writeFile(record('docs/b'), JSON.stringify({ v: 1, ...file, text: 'b', passages }))

    const { store } = await reopened(data)
    expect(await textsOf(store, 'ada')).toEqual(TEXTS)
  })
})

describe('a log', () => {
  it('of a newer version is refused, and nothing is touched', async () => {
    const { data, log } = await twoFolders()
    const { lineOf } = await import('../../platform/records/record-log.ts')
    const [first, ...rest] = (await readFile(log, 'utf8')).split('\n')
    const { r } = JSON.parse(first ?? '')
    await writeFile(log, [lineOf({ ...r, v: 99 }).trimEnd(), ...rest].join('\n'))
    const before = await filesBelow(data)
    for (const isIndexThere of [true, false]) {
      if (!isIndexThere)
        for (const name of await readdir(data))
          if (name.startsWith('index.db')) await rm(join(data, name))
      const { store, close } = await openFolders(data, { report: () => {} })

      await expect(store.folders('ada')).rejects.toMatchObject({ code: 'STORE_NEWER' })
      expect(await store.folders('bob')).toEqual([])
      await close()
      expect(await filesBelow(data)).toEqual(before)
    }
  })
})

describe('at the first use of an account', () => {
  it('what nobody names goes, and what is not ours stays', async () => {
    const { data, home, docs } = await twoFolders()
    const before = await filesBelow(data)
    const ours = join('records', docs.id, 'AAAAAAAAAAAAAAAA.json')
    const unknown = join('records', 'BBBBBBBBBBBBBBBB', 'AAAAAAAAAAAAAAAA.json')
    const foreign = ['index.sqlite', join('records', docs.id, 'README')]
    await mkdir(dirname(join(home, unknown)))
    for (const path of [ours, unknown, ...foreign]) await writeFile(join(home, path), 'x')

    const { reports } = await reopened(data)

    expect(reports).toEqual([])
    const kept = foreign.map((path) => join(home, path).slice(data.length + 1))
    expect(await filesBelow(data)).toEqual([...before, ...kept].sort())
  })

  it('a change that never came to its end goes, too', async () => {
    const { data, log, answers } = await twoFolders()
    const records = new RecordStore({ folder: data, report: () => {} })
    const logs = await records.open(folderKind)
    const name = basename(log, '.jsonl')
    const files = [{ id: 'x'.repeat(16), path: 'docs/part', sha256: '', bytes: 1, passages: 1 }]
    const row = { kind: 'part', change: 'c'.repeat(16), files } as const
    await logs.append(name, { userId: 'ada' }, [row])
    await records.close()
    expect(await readFile(log, 'utf8')).toContain('docs/part')

    const { store } = await reopened(data)

    expect(await store.folders('ada')).toEqual(answers.folders)
    expect(await readFile(log, 'utf8')).not.toContain('docs/part')
    await expectTidy(data, store, 'ada')
  })

  it('a disk that cannot be written is no hindrance', async () => {
    const { data, home, docs } = await twoFolders()
    await writeFile(join(home, 'records', docs.id, 'AAAAAAAAAAAAAAAA.json'), 'x')
    const disk = dyingDisk()
    const { store } = await openFolders(data, { fs: disk.fs, report: () => {} })
    await store.folders('bob')
    disk.dieAfter(0)

    expect(await textsOf(store, 'ada')).toEqual(TEXTS)
  })
})

async function changeLetter(path: string): Promise<void> {
  const bytes = await readFile(path)
  const at = bytes.indexOf('"text":"') + '"text":"'.length
  bytes.write('z', at)
  await writeFile(path, bytes)
}
