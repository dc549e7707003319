import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { fill, putText, textFile } from './testing/fill-folder.ts'
import { expectTidy, filesBelow, openFolders } from './testing/folders-under-test.ts'
import { textsOf } from './testing/texts-of.ts'

describe('a folder', () => {
  it('is kept over a restart, with its files and what is known of them', async () => {
    const data = await freshFolder()
    const { store, close } = await openFolders(data)
    const changed = await fill(store, 'ada', 'docs', { 'docs/a.md': 'one', 'docs/b.md': 'two!' })

    const sums = { name: 'docs', files: 2, bytes: 7, passages: 2 }
    expect(changed).toMatchObject({ ...sums, updatedAt: '2026-11-21T10:00:00.000Z' })
    const { bytes, passages } = textFile('docs/a.md', 'one')
    const files = await store.files('ada', changed.id)
    expect(files[0]).toMatchObject({ folderId: changed.id, path: 'docs/a.md', bytes, passages })
    await close()
    const { store: again } = await openFolders(data)
    expect(await again.folders('ada')).toEqual([changed])
    expect(await again.files('ada')).toEqual(files)
    expect(await textsOf(again, 'ada')).toEqual({
      docs: { 'docs/a.md': 'one', 'docs/b.md': 'two!' },
    })
  })

  it('takes a new content in place of the old, whose record goes', async () => {
    const data = await freshFolder()
    const { store } = await openFolders(data)
    await fill(store, 'ada', 'docs', { 'docs/a.md': 'old', 'docs/b.md': 'stays' })
    const before = await store.files('ada')
    await fill(store, 'ada', 'docs', { 'docs/a.md': 'new' })
    const after = await store.files('ada')

    expect(await textsOf(store, 'ada')).toEqual({
      docs: { 'docs/a.md': 'new', 'docs/b.md': 'stays' },
    })
    expect(after[0]?.id).not.toBe(before[0]?.id)
    expect(await store.record('ada', before[0]?.id ?? '')).toBeUndefined()
    expect(after[1]).toEqual(before[1])
    await expectTidy(data, store, 'ada')
  })

  it('is one, whoever begins it at the same time', async () => {
    const { store } = await openFolders(await freshFolder())
    await Promise.all(
      ['a', 'b', 'c'].map((name) => fill(store, 'ada', 'docs', { [`docs/${name}`]: name })),
    )

    expect(await textsOf(store, 'ada')).toEqual({
      docs: { 'docs/a': 'a', 'docs/b': 'b', 'docs/c': 'c' },
    })
  })

  it('goes with the last of its files, and nothing of it is left', async () => {
    const data = await freshFolder()
    const { store, close } = await openFolders(data)
    await fill(store, 'ada', 'docs', { 'docs/a': 'a', 'docs/b': 'b' })
    const ids = (await store.files('ada')).map(({ id }) => id)
    expect(await store.deleteFiles('ada', [...ids, ...ids, 'unknown', '__proto__'])).toBe(2)

    expect(await store.folders('ada')).toEqual([])
    expect(await filesBelow(data)).toEqual([])
    await close()
    const { store: again } = await openFolders(data)
    expect(await again.folders('ada')).toEqual([])
    await fill(again, 'ada', 'docs', { 'docs/a': 'a' })
    expect(await textsOf(again, 'ada')).toEqual({ docs: { 'docs/a': 'a' } })
  })

  it('can be removed as a whole, once', async () => {
    const data = await freshFolder()
    const { store } = await openFolders(data)
    const { id } = await fill(store, 'ada', 'docs', { 'docs/a': 'a' })
    await fill(store, 'ada', 'notes', { 'notes/a': 'a' })

    expect(await store.deleteFolder('ada', id)).toBe(1)
    expect(await store.deleteFolder('ada', id)).toBe(0)
    expect(await store.deleteFolder('ada', '__proto__')).toBe(0)
    expect(await textsOf(store, 'ada')).toEqual({ notes: { 'notes/a': 'a' } })
    await expectTidy(data, store, 'ada')
  })

  it('is listed by name', async () => {
    const { store } = await openFolders(await freshFolder())
    for (const name of ['b', 'a', 'c']) await fill(store, 'ada', name, { [`${name}/x`]: 'x' })

    expect((await store.folders('ada')).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  it('may be called anything that 255 bytes can say', async () => {
    const data = await freshFolder()
    const { store, close } = await openFolders(data)
    for (const name of ['__proto__', '../..', 'a\n{"v":1}', 'é'.repeat(127), 'constructor']) {
      await fill(store, '__proto__', name, { ['__proto__']: name, 'a,\n[1]': 'x' })
    }
    await close()
    const { store: again } = await openFolders(data)

    const folders = await again.folders('__proto__')
    const names = folders.map(({ name }) => name)
    expect(names).toEqual(['../..', '__proto__', 'a\n{"v":1}', 'constructor', 'é'.repeat(127)])
    for (const { id } of folders) {
      const paths = (await again.files('__proto__', id)).map(({ path }) => path)
      expect(paths.sort()).toEqual(['__proto__', 'a,\n[1]'])
    }
    const plain = /^(?:retrieval|records[\\/]folders)[\\/][0-9a-f]{32}[\\/.]/
    expect((await filesBelow(data)).every((path) => plain.test(path))).toBe(true)
    const refused = { code: 'VALIDATION', message: expect.stringContaining('255 bytes') }
    await expect(fill(again, 'ada', 'é'.repeat(128), { x: 'x' })).rejects.toMatchObject(refused)
    await expect(fill(again, 'ada', '', { x: 'x' })).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('is listed in pages, however many files it has', async () => {
    const data = await freshFolder()
    const { store } = await openFolders(data)
    const names = Array.from({ length: 1_001 }, (_, n) => `docs/${String(n).padStart(4, '0')}`)
    await fill(store, 'ada', 'docs', Object.fromEntries(names.map((name) => [name, name])))

    expect((await store.files('ada')).map(({ path }) => path)).toEqual(names)
    expect((await store.recordFiles('ada')).length).toBe(1_001)
    const [first] = await store.files('ada')
    const changed = Object.fromEntries(names.slice(1).map((name) => [name, `new ${name}`]))
    await fill(store, 'ada', 'docs', changed)
    expect((await store.files('ada')).map(({ path }) => path)).toEqual(names)
    expect((await store.files('ada'))[0]).toEqual(first)
    expect(await store.deleteFiles('ada', [first?.id ?? ''])).toBe(1)
    expect((await store.files('ada')).map(({ path }) => path)).toEqual(names.slice(1))
    await expectTidy(data, store, 'ada')
  })
})

describe('a change', () => {
  it('shows when it is done, and until then to itself alone', async () => {
    const { store } = await openFolders(await freshFolder())
    const seen: unknown[] = []
    await store.change('ada', 'docs', async (change) => {
      await putText(change, 'docs/a', 'first')
      await putText(change, 'docs/a', 'second')
      seen.push((await change.at('docs/a'))?.bytes, await change.at('__proto__'))
      seen.push(await store.folders('ada'))
    })

    expect(seen).toEqual([6, undefined, []])
    expect(await textsOf(store, 'ada')).toEqual({ docs: { 'docs/a': 'second' } })
  })

  it('leaves no record of what it replaced itself, nor where it puts nothing', async () => {
    const data = await freshFolder()
    const { store } = await openFolders(data)
    await store.change('ada', 'docs', async (change) => {
      await putText(change, 'docs/a', 'first')
      await putText(change, 'docs/a', 'second')
    })
    const nothing = await store.change('ada', 'other', async () => {})

    expect(nothing).toMatchObject({ name: 'other', files: 0, bytes: 0 })
    expect(await store.folders('ada')).toHaveLength(1)
    await expectTidy(data, store, 'ada')
  })

  it('that throws leaves everything as it was', async () => {
    const data = await freshFolder()
    const { store } = await openFolders(data)
    const before = await fill(store, 'ada', 'docs', { 'docs/a': 'a', 'docs/b': 'b' })
    const files = await filesBelow(data)
    const failing = (name: string) =>
      store.change('ada', name, async (change) => {
        await putText(change, 'docs/a', 'other')
        // not waited for: the end of the change does
        void putText(change, 'docs/c', 'c'.repeat(100_000))
        throw new Error('no')
      })

    await expect(failing('docs')).rejects.toThrow('no')
    await expect(failing('new')).rejects.toThrow('no')

    expect(await store.folders('ada')).toEqual([before])
    expect(await filesBelow(data)).toEqual(files)
  })

  it('takes no file once it is over', async () => {
    const { store } = await openFolders(await freshFolder())
    const late: { put?: () => Promise<void> } = {}
    await store.change('ada', 'docs', async (change) => {
      await putText(change, 'docs/a', 'a')
      late.put = () => putText(change, 'docs/b', 'b')
    })

    await expect(late.put?.()).rejects.toThrow('over')
    expect(await textsOf(store, 'ada')).toEqual({ docs: { 'docs/a': 'a' } })
  })

  it('waits for the one before it, but not for those of other accounts', async () => {
    const { store } = await openFolders(await freshFolder())
    const [held, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const order: string[] = []
    const first = store.change('ada', 'docs', async (change) => {
      begun.resolve()
      await held.promise
      await putText(change, 'docs/a', 'a')
      order.push('first')
    })
    const second = store.change('ada', 'notes', async () => void order.push('second'))
    const removal = store.deleteFiles('ada', ['x']).then(() => order.push('removal'))
    await begun.promise
    await store.change('bob', 'docs', async () => void order.push('bob'))
    held.resolve()
    await Promise.all([first, second, removal])

    expect(order).toEqual(['bob', 'first', 'second', 'removal'])
  })
})

describe('an account', () => {
  it('never sees what another has', async () => {
    const { store } = await openFolders(await freshFolder())
    const { id } = await fill(store, 'ada', 'docs', { 'docs/a': 'a' })
    const [file] = await store.files('ada')

    expect(await store.folders('bob')).toEqual([])
    expect(await store.files('bob', id)).toEqual([])
    expect(await store.record('bob', file?.id ?? '')).toBeUndefined()
    expect(await store.deleteFiles('bob', [file?.id ?? ''])).toBe(0)
    expect(await store.deleteFolder('bob', id)).toBe(0)
    await fill(store, 'bob', 'docs', { 'docs/a': 'of bob' })
    expect(await textsOf(store, 'ada')).toEqual({ docs: { 'docs/a': 'a' } })
    const home = await store.makeHome('ada')
    expect(home).not.toBe(await store.makeHome('bob'))
    const [own] = await store.recordFiles('ada')
    expect(own?.record.startsWith(home)).toBe(true)
  })
})

it('waits at its end for what runs, and refuses what comes later', async () => {
  const data = await freshFolder()
  const { store, close } = await openFolders(data)
  const running = fill(store, 'ada', 'docs', { 'docs/a': 'a' })
  await close()

  await expect(store.folders('ada')).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  await running
  const { store: again } = await openFolders(data)
  expect(await textsOf(again, 'ada')).toEqual({ docs: { 'docs/a': 'a' } })
})
