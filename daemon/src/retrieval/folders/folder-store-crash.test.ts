import { cp } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { dyingDisk } from '../../../test/failing-disk.ts'
import type { FolderStore } from './folder-store.ts'
import { fill } from './testing/fill-folder.ts'
import { expectTidy, openFolders } from './testing/folders-under-test.ts'
import { textsOf } from './testing/texts-of.ts'

const OLD = {
  docs: { 'docs/a': 'a', 'docs/b': 'b', 'docs/c': 'c' },
  notes: { 'notes/x': 'x', 'notes/y': 'y' },
}

interface Change {
  readonly run: (store: FolderStore) => Promise<unknown>
  readonly after: unknown
}

const CHANGES: Readonly<Record<string, Change>> = {
  'a first upload': {
    run: (store) => fill(store, 'ada', 'new', { 'new/a': 'n', 'new/b': 'm' }),
    after: { ...OLD, new: { 'new/a': 'n', 'new/b': 'm' } },
  },
  'an upload that adds and replaces': {
    run: (store) => fill(store, 'ada', 'docs', { 'docs/a': 'A', 'docs/d': 'd' }),
    after: { ...OLD, docs: { ...OLD.docs, 'docs/a': 'A', 'docs/d': 'd' } },
  },
  'a removal of files of two folders': {
    run: (store) => removePaths(store, ['docs/a', 'docs/b', 'notes/x']),
    after: { docs: { 'docs/c': 'c' }, notes: { 'notes/y': 'y' } },
  },
  'a removal of every file': {
    run: (store) => removePaths(store, Object.values(OLD).flatMap(Object.keys)),
    after: {},
  },
  'a removal of a folder': {
    run: async (store) => store.deleteFolder('ada', (await store.folders('ada'))[0]?.id ?? ''),
    after: { notes: OLD.notes },
  },
}

async function removePaths(store: FolderStore, paths: readonly string[]): Promise<number> {
  const files = await store.files('ada')
  const ids = files.filter(({ path }) => paths.includes(path)).map(({ id }) => id)
  return store.deleteFiles('ada', ids)
}

/** What the old state is kept in. */
async function oldState(): Promise<string> {
  const folder = await freshFolder()
  const { store, close } = await openFolders(folder)
  await fill(store, 'ada', 'docs', { 'docs/a': 'before', 'docs/b': 'b' })
  await fill(store, 'ada', 'docs', OLD.docs)
  await fill(store, 'ada', 'notes', { 'notes/x': 'x' })
  await fill(store, 'ada', 'notes', OLD.notes)
  await close()
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
    const { store, close, settled } = await openFolders(folder, { fs: disk.fs, report: () => {} })
    await settled('ada')
    disk.dieAfter(steps)
    const [outcome] = await Promise.allSettled([run(store)])
    await close()

    const { store: again, close: closeAgain } = await openFolders(folder, { report: () => {} })
    look(await textsOf(again, 'ada'), outcome?.status === 'fulfilled')
    await expectTidy(folder, again, 'ada')
    // what was found is where the next change begins
    await fill(again, 'ada', 'docs', { 'docs/last': 'last' })
    expect(await textsOf(again, 'ada')).toMatchObject({ docs: { 'docs/last': 'last' } })
    await closeAgain()
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
    expect(seen.new).toBeGreaterThan(0)
  },
)
