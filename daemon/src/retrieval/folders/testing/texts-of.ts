import type { FolderStore } from '../folder-store.ts'

/** What an account keeps, as its records on disk have it: texts by path, folders by name. */
export async function textsOf(
  store: FolderStore,
  userId: string,
): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  const folders: [string, Readonly<Record<string, string>>][] = []
  for (const { name, id } of await store.folders(userId)) {
    const texts: [string, string][] = []
    for (const file of await store.files(userId, id)) {
      const record = await store.record(userId, file.id)
      if (record?.path !== file.path) throw new Error(`${file.path} is not whole`)
      texts.push([file.path, record.text])
    }
    // pairs, so that no path is taken for a property of every object
    folders.push([name, Object.fromEntries(texts.sort())])
  }
  return Object.fromEntries(folders)
}
