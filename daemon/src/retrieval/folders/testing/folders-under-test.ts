import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { RecordStore } from '../../../platform/projection/record-store.ts'
import type { FileSystem } from '../../../platform/storage/file-system.ts'
import type { Size } from '../account-folders.ts'
import { type FolderStore, openFolderStore, type TakeOver } from '../folder-store.ts'

export interface StoreSetup {
  readonly fs?: FileSystem
  readonly limits?: Size
  /** Unless given, a report fails the test. */
  readonly report?: (sentence: string) => void
  readonly takeOver?: TakeOver
}

/** The store over a data folder; closed when the running test ends. */
export async function openFolders(data: string, setup: StoreSetup = {}) {
  const { report = (sentence: string) => expect.unreachable(sentence), fs } = setup
  const now = () => new Date('2026-11-21T10:00:00Z')
  const records = new RecordStore({ folder: data, report, ...(fs && { fs }) })
  const folder = join(data, 'retrieval')
  const store = await openFolderStore({ folder, records, now, ...setup, report })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= store.close().then(() => records.close())
    return closing
  }
  onTestFinished(close)
  return {
    store,
    close,
    /** Resolves once all that was begun for the account is done. */
    settled: (userId: string) => store.deleteFiles(userId, []),
  }
}

/** Nothing lies in the account's home but what its folders need. */
export async function expectTidy(data: string, store: FolderStore, userId: string): Promise<void> {
  await store.deleteFiles(userId, [])
  const home = basename(await store.makeHome(userId))
  const files = await store.files(userId)
  const expected = files.map(({ folderId, id }) =>
    join('retrieval', home, 'records', folderId, `${id}.json`),
  )
  if (files.length > 0) expected.push(join('records', 'folders', `${home}.jsonl`))
  const found = (await filesBelow(data)).filter((path) => path.includes(home))
  expect(found).toEqual(expected.sort())
}

/** Every file below the folder but the index, by its path from there. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('index.db'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()
}
