import type { FileSystem } from '../../platform/storage/file-system.ts'
import type { StoredFile } from '../ports.ts'
import { fileOfRecord } from './account-places.ts'
import type { AccountParts } from './commit-updates.ts'
import type { KeptFolder } from './folder-shelf.ts'
import { inTurns } from './in-turns.ts'
import type { ManifestReading } from './manifest-file.ts'
import type { FolderContent } from './manifest-rows.ts'
import { rebuildFiles } from './rebuild-files.ts'

export interface ReadParts extends AccountParts {
  readonly now: () => Date
  readonly fs: FileSystem
}

type Reading = ManifestReading | 'damaged'

/** A folder as its manifest and its records tell it together. */
interface Healed {
  readonly content: FolderContent
  /** What had to be repaired, as a sentence. */
  readonly repair?: string
}

/**
 * Reads a folder and makes its manifest and its records agree: a file without a record goes, so does
 * a record without a file, and a lost manifest is made again out of the records. Undefined where no
 * file is left. Throws `STORE_NEWER`, and the system's error where the disk cannot be read.
 */
export async function readFolder(
  parts: ReadParts,
  folderId: string,
): Promise<KeptFolder | undefined> {
  const { records, report } = parts
  const manifest = parts.manifestOf(folderId)
  const reading = await manifest.read()
  if (!reading) return undefined
  const unnamed = new Set<string>()
  for await (const names of inTurns(await records.names(folderId))) {
    for (const name of names) {
      const id = fileOfRecord(name)
      if (id) unnamed.add(id)
    }
  }
  const { content, repair } = await heal(parts, folderId, reading, unnamed)
  const kept = { manifest, folder: { id: folderId, ...content } }
  if (repair) report(`Folder ${folderId}: ${repair}`)
  try {
    if (repair) await store(kept, reading)
    await records.remove(folderId, unnamed)
    if (content.files.size === 0) await records.removeAll(folderId)
  } catch {
    report(`Folder ${folderId} could not be put in order on disk; it is tried again.`)
  }
  return content.files.size > 0 ? kept : undefined
}

/** `unnamed` holds the ids of all records; those that belong to a file are taken out. */
async function heal(
  parts: ReadParts,
  folderId: string,
  reading: Reading,
  unnamed: Set<string>,
): Promise<Healed> {
  if (reading === 'damaged') {
    const files = await rebuild(parts, folderId, unnamed)
    const [first = ''] = files.keys()
    const [name = ''] = first.split('/', 1)
    return {
      content: { name, updatedAt: parts.now().toISOString(), files },
      repair: `its list of files was damaged and has been made again; it has ${files.size} files.`,
    }
  }
  const files = new Map<string, StoredFile>()
  for await (const listed of inTurns(reading.content.files.values())) {
    for (const file of listed) if (unnamed.delete(file.id)) files.set(file.path, file)
  }
  const lost = reading.content.files.size - files.size
  if (reading.isOlder) {
    for (const file of (await rebuild(parts, folderId, unnamed)).values()) {
      const older = files.get(file.path)
      if (older) unnamed.add(older.id)
      files.set(file.path, file)
    }
    const repair = `its list of files was damaged and has been mended; it has ${files.size} files.`
    return { content: { ...reading.content, files }, repair }
  }
  if (lost === 0) return { content: reading.content }
  const repair = `${lost} of its files had lost their records and are no longer kept.`
  return { content: { ...reading.content, files }, repair }
}

async function rebuild(
  parts: ReadParts,
  folderId: string,
  unnamed: Set<string>,
): Promise<ReadonlyMap<string, StoredFile>> {
  const files = await rebuildFiles(folderId, [...unnamed], parts)
  for (const { id } of files.values()) unnamed.delete(id)
  return files
}

async function store({ folder, manifest }: KeptFolder, reading: Reading): Promise<void> {
  const isEmpty = folder.files.size === 0
  if (reading === 'damaged') {
    await (isEmpty ? manifest.setAside() : manifest.replaceDamaged(folder))
  } else if (isEmpty) {
    await manifest.remove()
    await manifest.clear()
  } else await manifest.write(folder)
}
