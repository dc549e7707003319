import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { sortManifestNames } from './account-places.ts'
import { type ReadParts, readFolder } from './read-folder.ts'
import { namesIn } from './record-files.ts'

/** Folders that are read at the same time. */
const AT_ONCE = 16

/**
 * Puts the folders of an account on its shelf and removes what interrupted changes left behind. A
 * folder that cannot be read is reported and left as it lies; the others are not affected. Throws
 * `STORE_NEWER` where a newer version has written a manifest, and the system's error.
 */
export async function readAccount(parts: ReadParts): Promise<void> {
  const { places, fs } = parts
  const { folders, removed, leftovers } = sortManifestNames(await namesIn(places.folders, fs))
  for (let from = 0; from < folders.length; from += AT_ONCE) {
    const some = folders.slice(from, from + AT_ONCE)
    await Promise.all(some.map((folderId) => showFolder(parts, folderId)))
  }
  try {
    for (const name of leftovers) await fs.rm(join(places.folders, name), { force: true })
    await removeOrphans(parts, new Set(folders))
    for (const folderId of removed) await parts.manifestOf(folderId).clear()
  } catch {
    parts.report('What an interrupted change of folders left behind could not be removed.')
  }
}

async function showFolder(parts: ReadParts, folderId: string): Promise<void> {
  try {
    const kept = await readFolder(parts, folderId)
    if (kept) parts.shelf.apply({ kept, added: kept.folder.files.values(), dropped: [] })
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_NEWER') throw error
    const reason = error instanceof Error ? error.message : String(error)
    parts.report(`Folder ${folderId} cannot be read and is left as it lies: ${reason}`)
  }
}

/** Records of folders that have no manifest: of a first change that was interrupted, or of a removal. */
async function removeOrphans(
  { places, fs, records }: ReadParts,
  folders: ReadonlySet<string>,
): Promise<void> {
  for (const folderId of await namesIn(places.records, fs)) {
    if (!folders.has(folderId)) await records.removeAll(folderId)
  }
}
