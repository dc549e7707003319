import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { OpenFiles } from '../../platform/storage/open-files.ts'
import { unreadable } from '../message/unreadable.ts'
import type { StoredText } from './mail-rows.ts'
import { TextStore } from './text-store.ts'

function textOf(id: string, text = `text of ${id}`): StoredText {
  const message = { ...unreadable(''), text, problem: null }
  return { id, message: { ...message, references: [], to: [], invitations: [], jsonLd: [] } }
}

async function openTexts(waiting: { id: string; texts: number }[] = [], root?: string) {
  const folder = root ?? (await freshFolder())
  const files = new OpenFiles()
  onTestFinished(() => files.closeAll())
  const store = new TextStore({ folder, files, report: (line) => expect.unreachable(line) })
  await store.open(waiting)
  const onDisk = async () => {
    const names = await readdir(folder)
    return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
  }
  return { folder, store, onDisk }
}

it('keeps a text until nobody wants it any more', async () => {
  const { store, folder } = await openTexts()
  const [one = 0, two = 0] = await store.put([textOf('a'), textOf('b')])
  expect((await store.get(one, 'a'))?.text).toBe('text of a')

  await store.release(one, 'a')
  expect((await store.get(two, 'b'))?.text).toBe('text of b')
  await store.release(two, 'b')

  expect(await readdir(folder)).toEqual([])
  expect(await store.get(two, 'b')).toBeUndefined()
})

it('takes texts that are done with out of files in which others wait', async () => {
  const { store, onDisk } = await openTexts()
  const [file = 0] = await store.put([textOf('a'), textOf('b'), textOf('c')])
  await store.get(file, 'a')
  await store.release(file, 'a')
  await store.release(file, 'c')

  await store.shrink()

  expect(await onDisk()).toContain('text of b')
  expect(await onDisk()).not.toMatch(/text of [ac]/)
  expect((await store.get(file, 'b'))?.text).toBe('text of b')
})

it('knows after a restart what is still wanted, and removes the rest', async () => {
  const { store, folder } = await openTexts()
  const [one = 0] = await store.put([textOf('a'), textOf('b')])
  const [two = 0] = await store.put([textOf('c')])
  expect(two).not.toBe(one)

  const again = await openTexts([{ id: 'b', texts: one }], folder)
  await again.store.shrink()

  expect(await again.onDisk()).not.toMatch(/text of [ac]/)
  expect((await again.store.get(one, 'b'))?.text).toBe('text of b')
  const [three = 0] = await again.store.put([textOf('d')])
  expect(three).toBeGreaterThan(one)
})

it('spreads long texts over several files, so that none has to be read as one', async () => {
  const { store } = await openTexts()
  const long = 'x'.repeat(1024 * 1024)

  const numbers = await store.put(Array.from({ length: 9 }, (_, n) => textOf(String(n), long)))

  expect(new Set(numbers).size).toBe(3)
  expect((await store.get(numbers[8] ?? 0, '8'))?.text).toHaveLength(long.length)
})
