import { existsSync } from 'node:fs'
import { cp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { PassageIndex, type PassageIndexSettings } from './passage-index.ts'
import { keepRecords, manyFiles, wordOf } from './testing/keep-records.ts'

const failing = new URL('./testing/failing-index-worker.ts', import.meta.url)

function openIndex(settings: PassageIndexSettings = {}) {
  const index = new PassageIndex(settings)
  onTestFinished(() => index.close())
  return index
}

const apples = { id: 'apples', path: 'garden/apples.md', text: 'Apples ripen in September.' }

/** A home with files that were synced. */
async function filled(settings: PassageIndexSettings = {}, files = manyFiles(20, 400)) {
  const home = await freshFolder()
  const index = openIndex(settings)
  const records = await keepRecords(home, [...files, apples])
  await index.sync(home, records)
  return { home, index, records }
}

describe('PassageIndex', () => {
  it('finds passages and turns, account by account', async () => {
    const { index, home } = await filled()
    const other = await freshFolder()
    await index.sync(other, await keepRecords(other, [{ ...apples, text: 'Other apples.' }]))

    expect(await index.find(home, 'apples', 5)).toMatchObject([{ text: apples.text }])
    expect(await index.find(other, 'apples', 5)).toMatchObject([{ text: 'Other apples.' }])
    expect(await index.find(other, wordOf(1, 1), 5)).toEqual([])
    const turns = ['Apples?', 'Pears.']
    expect(await index.findTurns(home, 'c', turns, 'apples', 5)).toEqual([0])
    expect(await index.findTurns(other, 'c', ['Plums.'], 'apples', 5)).toEqual([])
    await index.forgetTurns(home, 'c')
    expect(await index.findTurns(home, 'c', turns, 'pears', 5)).toEqual([1])
  })

  it('keeps more accounts than are open at a time', async () => {
    const index = openIndex()
    const homes = await Promise.all(Array.from({ length: 9 }, freshFolder))
    const files = (at: number) => [{ ...apples, text: `Apples ${wordOf(3, at)}` }]
    for (const [at, home] of homes.entries()) {
      await index.sync(home, await keepRecords(home, files(at)))
    }

    for (const [at, home] of homes.entries()) {
      expect(await index.find(home, wordOf(3, at), 5)).toHaveLength(1)
      expect(await index.find(home, wordOf(3, at + 1), 5)).toEqual([])
    }
  })

  it('leaves the vectors as they are when it is made anew, and lacks them once they are lost', async () => {
    const { index: first, home, records } = await filled({}, [])
    const { passages } = await first.unembedded(home, 'm', 9)
    const vectors = passages.map(({ hash }) => ({ hash, vector: Float32Array.of(1, 0) }))
    await first.keepVectors(home, 'm', vectors)
    await first.close()
    for (const [lost, lacking] of [
      ['index.sqlite', 0],
      ['vectors.db', 1],
    ] as const) {
      await rm(join(home, lost))
      const index = openIndex()
      await index.sync(home, records)
      expect(await index.unembedded(home, 'm', 9)).toMatchObject({ count: lacking })
      await index.close()
    }
  })

  it('answers while it is brought up, and has everything afterwards', async () => {
    const home = await freshFolder()
    const index = openIndex()
    const files = manyFiles(100, 40 * 60)
    const synced = index.sync(home, await keepRecords(home, files))
    let isDone = false
    void synced.then(() => {
      isDone = true
    })
    let between = 0
    while (!isDone) {
      await index.find(home, wordOf(99, 2399), 5)
      if (!isDone) between += 1
    }

    expect(between).toBeGreaterThan(1)
    expect(await index.find(home, wordOf(99, 2399), 5)).toHaveLength(1)
    expect(await index.find(home, wordOf(0, 0), 5)).toHaveLength(1)
  })

  it('ends with what it was told last, however many syncs run', async () => {
    const home = await freshFolder()
    const index = openIndex()
    const records = await keepRecords(home, manyFiles(20, 40 * 20))
    const parts = [records, records.slice(0, 3), records.slice(5), records.slice(7, 9)]

    await Promise.all(parts.map((part) => index.sync(home, part)))

    const found = async (file: number) => (await index.find(home, wordOf(file, 5), 5)).length
    expect(await Promise.all([0, 5, 6, 7, 8, 9, 19].map(found))).toEqual([0, 0, 0, 1, 1, 0, 0])
  })

  it('tells what cannot be read', async () => {
    const onDamaged = vi.fn()
    const { index, home, records } = await filled({ onDamaged }, [])
    await writeFile(records[0]?.record ?? '', '{')
    expect(await index.find(home, 'apples', 5)).toEqual([])
    expect(onDamaged).toHaveBeenCalledExactlyOnceWith(home, ['apples'])
    await index.sync(home, [])

    await index.sync(home, records)

    expect(onDamaged).toHaveBeenCalledTimes(2)
    expect(onDamaged).toHaveBeenLastCalledWith(home, ['apples'])
  })

  it('has nothing to forget, and starts nothing, where an account has no index', async () => {
    const index = openIndex({ script: new URL('./testing/no-such-worker.ts', import.meta.url) })
    const home = join(await freshFolder(), 'no-home')

    await index.forgetTurns(home, 'c')

    expect(existsSync(home)).toBe(false)
  })

  it('forgets the turns of a question that is still being answered', async () => {
    const home = await freshFolder()
    const index = openIndex()

    const asked = index.findTurns(home, 'c', ['Apples?'], 'apples', 5)
    await index.forgetTurns(home, 'c')

    expect(await asked).toEqual([0])
    await index.close()
    const db = new DatabaseSync(join(home, 'index.sqlite'))
    onTestFinished(() => db.close())
    expect(db.prepare('select count(*) as count from chats').get()).toEqual({ count: 0 })
  })

  it('says that the index cannot be written', async () => {
    const { index, home } = await filled({}, [])

    await expect(index.find(join(home, 'no-such-home'), 'apples', 5)).rejects.toMatchObject({
      code: 'STORE_READONLY',
    })
    expect(await index.find(home, 'apples', 5)).toHaveLength(1)
  })

  it('gets its checksum at its end alone, and a question that comes just then is answered', async () => {
    const clock = manualClock()
    const { index, home } = await filled({ clock })
    const checksum = join(home, 'index.sqlite.checksum')
    await index.find(home, 'apples', 5)
    expect(existsSync(checksum)).toBe(false)

    clock.pass(60_000)
    expect(await index.find(home, 'apples', 5)).toHaveLength(1)
    expect(existsSync(checksum)).toBe(false)

    await index.close()
    expect(existsSync(checksum)).toBe(true)
  })

  it('ends at once, whatever it does', async () => {
    const home = await freshFolder()
    const index = new PassageIndex({ script: failing })
    const records = await keepRecords(home, [apples])
    await index.sync(home, records)
    const running = Promise.allSettled([index.find(home, 'hang', 1), index.sync(home, records)])

    await index.close()

    expect(await running).toMatchObject([
      { reason: { name: 'AbortError' } },
      { reason: { name: 'AbortError' } },
    ])
    await expect(index.find(home, 'apples', 1)).rejects.toHaveProperty('name', 'AbortError')
  })
})

describe('a thread that fails', () => {
  it.each(['crash once', 'exit once'])('is started again, and asked again: %s', async (how) => {
    const { index, home } = await filled({ script: failing })

    expect(await index.find(home, how, 5)).toEqual([])
    expect(existsSync(join(home, 'failed-once'))).toBe(true)
    expect(await index.find(home, 'apples', 5)).toHaveLength(1)
  })

  it.each(['crash', 'exit'])('fails that request alone where it does it again: %s', async (how) => {
    const { index, home } = await filled({ script: failing })
    const [bad, good] = await Promise.allSettled([
      index.find(home, how, 5),
      index.find(home, 'apples', 5),
    ])

    expect(bad).toMatchObject({ status: 'rejected' })
    expect(good).toMatchObject({ status: 'fulfilled', value: [{ fileId: 'apples' }] })
  })

  it('is ended where a request takes too long', async () => {
    const { index, home } = await filled({ script: failing, milliseconds: 700 }, [])

    await expect(index.find(home, 'hang', 5)).rejects.toThrow('does not answer')
    expect(await index.find(home, 'apples', 5)).toHaveLength(1)
  })

  it('goes on with a sync that it failed in', async () => {
    const home = await freshFolder()
    const index = openIndex({ script: failing })
    await writeFile(join(home, 'crash-in-sync'), '')

    await index.sync(home, await keepRecords(home, manyFiles(30, 40 * 40)))

    expect(existsSync(join(home, 'failed-once'))).toBe(true)
    expect(await index.find(home, wordOf(0, 0), 5)).toHaveLength(1)
    expect(await index.find(home, wordOf(29, 1599), 5)).toHaveLength(1)
  })
})

describe('a file that is lost', () => {
  it('is brought back before a question is answered', async () => {
    const { index, home } = await filled()
    const before = await index.find(home, wordOf(7, 7), 5)
    // other homes close this one
    for (let at = 0; at < 5; at++) await index.find(await freshFolder(), 'apples', 1)
    await rm(join(home, 'index.sqlite'))

    const [one, other] = await Promise.all([
      index.find(home, wordOf(7, 7), 5),
      index.find(home, 'apples', 5),
    ])

    expect(one).toEqual(before)
    expect(other).toHaveLength(1)
  })

  it('gives the same answers whichever page is damaged', async () => {
    const { index, home } = await filled()
    const file = join(home, 'index.sqlite')
    const questions = [wordOf(0, 3), wordOf(11, 200), wordOf(19, 399), 'apples', 'common lines']
    const ask = () => Promise.all(questions.map((question) => index.find(home, question, 5)))
    const before = await ask()
    const close = async () => {
      for (let at = 0; at < 5; at++) await index.find(await freshFolder(), 'apples', 1)
    }
    await close()
    expect(await readdir(home)).toEqual(['index.sqlite', 'index.sqlite.checksum', 'records'])
    const pages = (await stat(file)).size / 4096
    await cp(file, `${file}.sound`)

    for (let page = 0; page < pages; page += sized(6, 1)) {
      await cp(`${file}.sound`, file)
      const handle = await open(file, 'r+')
      await handle.write(Buffer.alloc(4096), 0, 4096, page * 4096)
      await handle.close()

      expect(await ask(), `page ${page}`).toEqual(before)
      await close()
    }
    expect(pages).toBeGreaterThan(10)
  })
})
