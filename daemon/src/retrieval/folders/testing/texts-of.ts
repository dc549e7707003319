import { readFile } from 'node:fs/promises'
import type { FileRecord, FolderStore } from '../../ports.ts'

/** What an account keeps, as its records on disk have it: texts by path, folders by name. */
export async function textsOf(
  store: FolderStore,
  userId: string,
): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  const folders: [string, Readonly<Record<string, string>>][] = []
  for (const { name, files } of await store.folders(userId)) {
    const texts: [string, string][] = []
    for (const { id, path, sha256 } of files.values()) {
      const record = await store.recordOf(userId, id)
      const read: FileRecord = JSON.parse(await readFile(record ?? '', 'utf8'))
      if (read.path !== path || read.sha256 !== sha256) throw new Error(`${path} is not whole`)
      texts.push([path, read.text])
    }
    // pairs, so that no path is taken for a property of every object
    folders.push([name, Object.fromEntries(texts.sort())])
  }
  return Object.fromEntries(folders)
}
