import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { FileSystem } from '../../../platform/storage/file-system.ts'
import type { FolderStore } from '../../ports.ts'
import type { Size } from '../folder-draft.ts'
import { openFolderStore } from '../open-folder-store.ts'

export interface StoreSetup {
  readonly fs?: FileSystem
  readonly limits?: Size
  /** Unless given, a report fails the test. */
  readonly report?: (sentence: string) => void
}

/** The store over a folder; closed when the running test ends. */
export async function openFolders(folder: string, setup: StoreSetup = {}) {
  const report = (sentence: string) => expect.unreachable(sentence)
  const now = () => new Date('2026-11-21T10:00:00Z')
  const store = await openFolderStore({ folder, report, now, ...setup })
  onTestFinished(() => store.close())
  return store
}

/** Nothing lies in the account's room but what its folders need, their backups excepted. */
export async function expectTidy(
  folder: string,
  store: FolderStore,
  userId: string,
): Promise<void> {
  const room = basename(await store.roomOf(userId))
  const expected = (await store.folders(userId)).flatMap(({ id, files }) => [
    join(room, 'folders', `${id}.json`),
    ...Array.from(files.values(), (file) => join(room, 'records', id, `${file.id}.json`)),
  ])
  const backups = expected.map((path) => `${path}.bak`)
  const found = (await filesBelow(folder)).filter((path) => path.startsWith(room))
  expect(found.filter((path) => !backups.includes(path))).toEqual(expected.sort())
}

/** Every file below the folder, by its path from there. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort()
}
