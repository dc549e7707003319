import { cp } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../test/fresh-folder.ts'
import type { FileFolderStore } from './open-folder-store.ts'
import { dyingDisk } from './testing/dying-disk.ts'
import { fill } from './testing/fill-folder.ts'
import { expectTidy, openFolders } from './testing/folders-under-test.ts'
import { textsOf } from './testing/texts-of.ts'

const OLD = {
  docs: { 'docs/a': 'a', 'docs/b': 'b', 'docs/c': 'c' },
  notes: { 'notes/x': 'x', 'notes/y': 'y' },
}

interface Change {
  readonly run: (store: FileFolderStore) => Promise<unknown>
  readonly after: unknown
}

const CHANGES: Readonly<Record<string, Change>> = {
  'a first upload': {
    run: (store) => fill(store, 'ada', 'new', { 'new/a': 'n', 'new/b': 'm' }),
    after: { ...OLD, new: { 'new/a': 'n', 'new/b': 'm' } },
  },
  'an upload that adds, replaces and removes': {
    run: (store) => fill(store, 'ada', 'docs', { 'docs/a': 'A', 'docs/b': null, 'docs/d': 'd' }),
    after: { ...OLD, docs: { 'docs/a': 'A', 'docs/c': 'c', 'docs/d': 'd' } },
  },
  'a change that leaves no file': {
    run: (store) => fill(store, 'ada', 'notes', { 'notes/x': null, 'notes/y': null }),
    after: { docs: OLD.docs },
  },
  'a removal of files': {
    run: (store) => removePaths(store, ['docs/a', 'docs/b']),
    after: { ...OLD, docs: { 'docs/c': 'c' } },
  },
  'a removal of a folder': {
    run: async (store) => store.removeFolder('ada', (await store.folders('ada'))[0]?.id ?? ''),
    after: { notes: OLD.notes },
  },
}

async function removePaths(store: FileFolderStore, paths: readonly string[]): Promise<number> {
  const files = (await store.folders('ada')).flatMap(({ files }) => [...files.values()])
  const ids = files.filter(({ path }) => paths.includes(path)).map(({ id }) => id)
  return store.removeFiles('ada', ids)
}

/** What the old state is kept in, with two generations of each manifest. */
async function oldState(): Promise<string> {
  const folder = await freshFolder()
  const store = await openFolders(folder)
  await fill(store, 'ada', 'docs', { 'docs/a': 'before', 'docs/b': 'b' })
  await fill(store, 'ada', 'docs', OLD.docs)
  await fill(store, 'ada', 'notes', { 'notes/x': 'x' })
  await fill(store, 'ada', 'notes', OLD.notes)
  await store.close()
  return folder
}

/** Carries the change out until the disk dies, once for every step; then looks at what a start finds. */
async function atEveryStep(
  run: Change['run'],
  look: (after: unknown, isAcknowledged: boolean) => void,
): Promise<number> {
  const old = await oldState()
  for (let steps = 0; ; steps++) {
    const folder = await freshFolder()
    await cp(old, folder, { recursive: true })
    const disk = dyingDisk()
    const store = await openFolders(folder, { fs: disk.fs, report: () => {} })
    await store.folders('ada')
    disk.dieAfter(steps)
    const [outcome] = await Promise.allSettled([run(store)])
    await store.close()

    const again = await openFolders(folder)
    look(await textsOf(again, 'ada'), outcome?.status === 'fulfilled')
    await expectTidy(folder, again, 'ada')
    // what was found is where the next change begins
    await fill(again, 'ada', 'docs', { 'docs/last': 'last' })
    expect(await textsOf(again, 'ada')).toMatchObject({ docs: { 'docs/last': 'last' } })
    await again.close()
    if (!disk.isDead) return steps
  }
}

it.each(Object.entries(CHANGES))(
  'has either the old state or the new one after a crash at any step of %s',
  async (_, { run, after }) => {
    const seen = { old: 0, new: 0 }
    const steps = await atEveryStep(run, (found, isAcknowledged) => {
      const isOld = !isAcknowledged && JSON.stringify(found) === JSON.stringify(OLD)
      expect(found).toEqual(isOld ? OLD : after)
      seen[isOld ? 'old' : 'new'] += 1
    })

    expect(steps).toBeGreaterThan(3)
    expect(seen.old).toBeGreaterThan(0)
    expect(seen.new).toBeGreaterThan(1)
  },
)

it('has each folder whole after a crash at any step of a removal from two', async () => {
  const after = { docs: { 'docs/b': 'b', 'docs/c': 'c' }, notes: { 'notes/y': 'y' } }
  const run = (store: FileFolderStore) => removePaths(store, ['docs/a', 'notes/x'])

  await atEveryStep(run, (found, isAcknowledged) => {
    if (isAcknowledged) expect(found).toEqual(after)
    else expect([OLD, after, { ...OLD, docs: after.docs }]).toContainEqual(found)
  })
})
