import type { StoredFile } from '../ports.ts'
import type { AccountPlaces } from './account-places.ts'
import type { FolderShelf, KeptFolder } from './folder-shelf.ts'
import type { ManifestFile } from './manifest-file.ts'
import type { RecordFiles } from './record-files.ts'

/** The parts of one account's store. */
export interface AccountParts {
  readonly places: AccountPlaces
  readonly shelf: FolderShelf
  readonly records: RecordFiles
  /** The manifest of a folder that may not exist yet. */
  readonly manifestOf: (folderId: string) => ManifestFile
  /** Hears in one sentence what had to be repaired or left lying. */
  readonly report: (sentence: string) => void
}

/** What becomes of a folder; left without files it goes. */
export interface FolderUpdate {
  readonly kept: KeptFolder
  readonly added: readonly StoredFile[]
  readonly dropped: readonly StoredFile[]
  /** Ids of the records that go: those of dropped files, and those that a change wrote in vain. */
  readonly unneeded: readonly string[]
}

/**
 * Stores updates of folders and then shows them; where one of them fails none is shown. After a crash
 * in between each folder is as before or as after. Records that nothing names any more go at the end;
 * where that fails the next opening of the account does it.
 */
export async function commitUpdates(
  parts: AccountParts,
  updates: readonly FolderUpdate[],
): Promise<void> {
  await storeManifests(parts, updates)
  for (const update of updates) parts.shelf.apply(update)
  for (const update of updates) {
    await clearRecords(parts, update).catch(() => {
      parts.report('What is left of removed files could not be cleared away; it is tried again.')
    })
  }
}

async function storeManifests(
  { report }: AccountParts,
  updates: readonly FolderUpdate[],
): Promise<void> {
  const undos: (() => Promise<void>)[] = []
  try {
    for (const { kept } of updates) {
      const { folder, manifest } = kept
      if (folder.files.size > 0) {
        await manifest.write(folder)
        undos.push(() => manifest.undoWrite())
      } else {
        await manifest.remove()
        undos.push(() => manifest.undoRemove())
      }
    }
  } catch (error) {
    for (const undo of undos.reverse()) {
      await undo().catch(() => {
        report('A removal of files that failed could not be undone; the next start may show it.')
      })
    }
    throw error
  }
}

async function clearRecords(
  { records }: AccountParts,
  { kept: { folder, manifest }, dropped, unneeded }: FolderUpdate,
): Promise<void> {
  if (folder.files.size > 0) {
    await records.remove(folder.id, unneeded)
    // the backup names files that are gone until it is this generation too
    if (dropped.some(({ path }) => !folder.files.has(path))) await manifest.write(folder)
    return
  }
  await records.removeAll(folder.id)
  await manifest.clear()
}
