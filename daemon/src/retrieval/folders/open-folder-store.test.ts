import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { fill, putText, textFile } from './testing/fill-folder.ts'
import { filesBelow, openFolders } from './testing/folders-under-test.ts'
import { textsOf } from './testing/texts-of.ts'

describe('a folder', () => {
  it('is kept over a restart, with its files and what is known of them', async () => {
    const folder = await freshFolder()
    const store = await openFolders(folder)
    const changed = await fill(store, 'ada', 'docs', { 'docs/a.md': 'one', 'docs/b.md': 'two' })

    expect(changed).toMatchObject({ name: 'docs', updatedAt: '2026-11-21T10:00:00.000Z' })
    const { record: _, ...known } = textFile('docs/a.md', 'one')
    expect(changed.files.get('docs/a.md')).toMatchObject(known)
    await store.close()
    const again = await openFolders(folder)
    expect(await again.folders('ada')).toEqual([changed])
    expect(await textsOf(again, 'ada')).toEqual({
      docs: { 'docs/a.md': 'one', 'docs/b.md': 'two' },
    })
  })

  it('takes a new content in place of the old, whose record goes', async () => {
    const folder = await freshFolder()
    const store = await openFolders(folder)
    const before = await fill(store, 'ada', 'docs', { 'docs/a.md': 'old', 'docs/b.md': 'stays' })
    const after = await fill(store, 'ada', 'docs', { 'docs/a.md': 'new' })

    expect(await textsOf(store, 'ada')).toEqual({
      docs: { 'docs/a.md': 'new', 'docs/b.md': 'stays' },
    })
    const [old, now] = [before, after].map(({ files }) => files.get('docs/a.md')?.id ?? '')
    expect(now).not.toBe(old)
    expect(await store.recordOf('ada', old ?? '')).toBeUndefined()
    expect(after.files.get('docs/b.md')).toEqual(before.files.get('docs/b.md'))
    expect(before.files.get('docs/a.md')?.id).toBe(old)
    expect((await filesBelow(folder)).filter((path) => path.includes('records'))).toHaveLength(2)
  })

  it('is one, whoever begins it at the same time', async () => {
    const store = await openFolders(await freshFolder())
    await Promise.all(
      ['a', 'b', 'c'].map((name) => fill(store, 'ada', 'docs', { [`docs/${name}`]: name })),
    )

    expect(await textsOf(store, 'ada')).toEqual({
      docs: { 'docs/a': 'a', 'docs/b': 'b', 'docs/c': 'c' },
    })
  })

  it('goes with the last of its files, and nothing of it is left', async () => {
    const folder = await freshFolder()
    const store = await openFolders(folder)
    await fill(store, 'ada', 'docs', { 'docs/a': 'a' })
    await fill(store, 'ada', 'docs', { 'docs/a': null })
    expect(await store.folders('ada')).toEqual([])

    const { files } = await fill(store, 'ada', 'docs', { 'docs/a': 'a', 'docs/b': 'b' })
    const ids = [...files.values()].map(({ id }) => id)
    expect(await store.removeFiles('ada', [...ids, ...ids, 'unknown', '__proto__'])).toBe(2)

    expect(await store.folders('ada')).toEqual([])
    expect(await filesBelow(folder)).toEqual([])
    expect(await (await openFolders(folder)).folders('ada')).toEqual([])
  })

  it('can be removed as a whole, once', async () => {
    const folder = await freshFolder()
    const store = await openFolders(folder)
    const { id } = await fill(store, 'ada', 'docs', { 'docs/a': 'a' })
    await fill(store, 'ada', 'notes', { 'notes/a': 'a' })

    expect(await store.removeFolder('ada', id)).toBe(true)
    expect(await store.removeFolder('ada', id)).toBe(false)
    expect(await store.removeFolder('ada', '__proto__')).toBe(false)
    expect(await textsOf(store, 'ada')).toEqual({ notes: { 'notes/a': 'a' } })
    expect((await filesBelow(folder)).filter((path) => path.includes(id))).toEqual([])
  })

  it('is listed by name', async () => {
    const store = await openFolders(await freshFolder())
    for (const name of ['b', 'a', 'c']) await fill(store, 'ada', name, { [`${name}/x`]: 'x' })

    expect((await store.folders('ada')).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  it('may be called anything that 255 bytes can say', async () => {
    const folder = await freshFolder()
    const store = await openFolders(folder)
    for (const name of ['__proto__', '../..', 'a\n{"v":1}', 'é'.repeat(127), 'constructor']) {
      await fill(store, '__proto__', name, { ['__proto__']: name, 'a,\n[1]': 'x' })
    }
    await store.close()
    const again = await openFolders(folder)

    const names = (await again.folders('__proto__')).map(({ name }) => name)
    expect(names).toEqual(['../..', '__proto__', 'a\n{"v":1}', 'constructor', 'é'.repeat(127)])
    for (const { files } of await again.folders('__proto__')) {
      expect([...files.keys()].sort()).toEqual(['__proto__', 'a,\n[1]'])
    }
    expect((await filesBelow(folder)).every((path) => /^[0-9a-f]{32}[\\/]/.test(path))).toBe(true)
    const refused = { code: 'VALIDATION', message: expect.stringContaining('255 bytes') }
    await expect(fill(again, 'ada', 'é'.repeat(128), { x: 'x' })).rejects.toMatchObject(refused)
    await expect(fill(again, 'ada', '', { x: 'x' })).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})

describe('a change', () => {
  it('shows when it is done, and until then to itself alone', async () => {
    const store = await openFolders(await freshFolder())
    const seen: unknown[] = []
    await store.change('ada', 'docs', async (change) => {
      await putText(change, 'docs/a', 'first')
      await putText(change, 'docs/a', 'second')
      await putText(change, 'docs/b', 'b')
      change.remove('docs/b')
      change.remove('never')
      seen.push(change.at('docs/a')?.bytes, change.at('docs/b'), change.at('__proto__'))
      seen.push(await store.folders('ada'))
    })

    expect(seen).toEqual([6, undefined, undefined, []])
    expect(await textsOf(store, 'ada')).toEqual({ docs: { 'docs/a': 'second' } })
  })

  it('leaves no record of what it took back itself', async () => {
    const folder = await freshFolder()
    const store = await openFolders(folder)
    const { id } = await fill(store, 'ada', 'docs', { 'docs/a': 'first' })
    const nothing = await store.change('ada', 'docs', async (change) => {
      await putText(change, 'docs/b', 'b')
      change.remove('docs/b')
    })
    await store.change('ada', 'other', (change) =>
      putText(change, 'x', 'x').then(() => change.remove('x')),
    )

    expect(nothing).toEqual((await store.folders('ada'))[0])
    const records = (await filesBelow(folder)).filter((path) => path.includes('records'))
    expect(records).toHaveLength(1)
    expect(records[0]).toContain(id)
  })

  it('that throws leaves everything as it was', async () => {
    const folder = await freshFolder()
    const store = await openFolders(folder)
    const before = await fill(store, 'ada', 'docs', { 'docs/a': 'a', 'docs/b': 'b' })
    const files = await filesBelow(folder)
    const failing = (name: string) =>
      store.change('ada', name, async (change) => {
        await putText(change, 'docs/a', 'other')
        change.remove('docs/b')
        // not waited for: the end of the change does
        void putText(change, 'docs/c', 'c'.repeat(100_000))
        throw new Error('no')
      })

    await expect(failing('docs')).rejects.toThrow('no')
    await expect(failing('new')).rejects.toThrow('no')

    expect(await store.folders('ada')).toEqual([before])
    expect(await filesBelow(folder)).toEqual(files)
  })

  it('takes no file once it is over', async () => {
    const store = await openFolders(await freshFolder())
    const late: { put?: () => Promise<void> } = {}
    await store.change('ada', 'docs', async (change) => {
      await putText(change, 'docs/a', 'a')
      late.put = () => putText(change, 'docs/b', 'b')
    })

    await expect(late.put?.()).rejects.toThrow('over')
    expect(await textsOf(store, 'ada')).toEqual({ docs: { 'docs/a': 'a' } })
  })

  it('waits for the one before it, but not for those of other accounts', async () => {
    const store = await openFolders(await freshFolder())
    const [held, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const order: string[] = []
    const first = store.change('ada', 'docs', async (change) => {
      begun.resolve()
      await held.promise
      await putText(change, 'docs/a', 'a')
      order.push('first')
    })
    const second = store.change('ada', 'notes', async () => void order.push('second'))
    const removal = store.removeFiles('ada', ['x']).then(() => order.push('removal'))
    await begun.promise
    await store.change('bob', 'docs', async () => void order.push('bob'))
    held.resolve()
    await Promise.all([first, second, removal])

    expect(order).toEqual(['bob', 'first', 'second', 'removal'])
  })
})

describe('an account', () => {
  it('never sees what another has', async () => {
    const store = await openFolders(await freshFolder())
    const { id, files } = await fill(store, 'ada', 'docs', { 'docs/a': 'a' })
    const [file] = files.values()

    expect(await store.folders('bob')).toEqual([])
    expect(await store.recordOf('bob', file?.id ?? '')).toBeUndefined()
    expect(await store.removeFiles('bob', [file?.id ?? ''])).toBe(0)
    expect(await store.removeFolder('bob', id)).toBe(false)
    await fill(store, 'bob', 'docs', { 'docs/a': 'of bob' })
    expect(await textsOf(store, 'ada')).toEqual({ docs: { 'docs/a': 'a' } })
    expect(await store.roomOf('ada')).not.toBe(await store.roomOf('bob'))
    expect(await store.recordOf('ada', file?.id ?? '')).toContain(await store.roomOf('ada'))
  })

  it('has a room and files that only their owner may read', async () => {
    const folder = join(await freshFolder(), 'deep', 'retrieval')
    const store = await openFolders(folder)
    expect(await filesBelow(folder)).toEqual([])
    await fill(store, 'ada', 'docs', { 'docs/a': 'a' })
    const room = await store.roomOf('ada')

    const files = await filesBelow(folder)
    for (const path of files) expect((await stat(join(folder, path))).mode & 0o777).toBe(0o600)
    for (const path of [folder, room, join(room, 'records'), join(room, 'folders')]) {
      expect((await stat(path)).mode & 0o777).toBe(0o700)
    }
    expect(files).toHaveLength(2)
    const empty = await store.roomOf('bob')
    expect((await stat(empty)).isDirectory()).toBe(true)
  })
})

it('waits at its end for what runs, and refuses what comes later', async () => {
  const folder = await freshFolder()
  const store = await openFolders(folder)
  const running = fill(store, 'ada', 'docs', { 'docs/a': 'a' })
  await store.close()

  await expect(store.folders('ada')).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  await running
  expect(await textsOf(await openFolders(folder), 'ada')).toEqual({ docs: { 'docs/a': 'a' } })
})
