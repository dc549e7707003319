import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { FileSystem } from '../../../platform/storage/file-system.ts'
import type { FileRecord, FolderChange, FolderStore, StoredFolder } from '../../ports.ts'
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

/** Puts a file whose text says which it is. */
export function putText(change: FolderChange, path: string, text: string): Promise<void> {
  const { record, ...file } = textFile(path, text)
  return change.put(file, record)
}

export function textFile(path: string, text: string) {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const bytes = Buffer.byteLength(text)
  const passages = [{ start: 0, end: text.length, firstLine: 1, lastLine: 1, heading: '' }]
  const record: FileRecord = { v: 1, path, bytes, sha256, text, passages }
  return { path, sha256, bytes, passages: 1, record: Buffer.from(JSON.stringify(record)) }
}

/** Puts files into a folder, path by path; a text of null takes its file away. */
export function fill(
  store: FolderStore,
  userId: string,
  name: string,
  texts: Readonly<Record<string, string | null>>,
): Promise<StoredFolder> {
  return store.change(userId, name, async (change) => {
    for (const [path, text] of Object.entries(texts)) {
      if (text === null) change.remove(path)
      else await putText(change, path, text)
    }
  })
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
