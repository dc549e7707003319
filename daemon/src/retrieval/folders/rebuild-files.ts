import { z } from 'zod'
import type { FileSystem } from '../../platform/storage/file-system.ts'
import { json } from '../../platform/storage/split-journal.ts'
import type { StoredFile } from '../ports.ts'
import type { AccountPlaces } from './account-places.ts'

/** What a record says of its file; the rest of it is for those who search. */
const Rest = z.object({
  v: z.literal(1),
  path: z.string(),
  sha256: z.string(),
  bytes: z.int().min(0),
  passages: z.array(z.unknown()),
})

export interface RebuildOptions {
  readonly places: AccountPlaces
  readonly fs: FileSystem
}

/**
 * The files of a folder as their records tell them, by path; damaged records are left out. Where two
 * records have one path the one that was written later counts.
 */
export async function rebuildFiles(
  folderId: string,
  fileIds: readonly string[],
  { places, fs }: RebuildOptions,
): Promise<ReadonlyMap<string, StoredFile>> {
  const found: { readonly file: StoredFile; readonly writtenAt: number }[] = []
  for (const id of fileIds) {
    const path = places.record(folderId, id)
    const rest = Rest.safeParse(json(await fs.readFile(path))).data
    if (!rest) continue
    const { mtimeMs: writtenAt } = await fs.stat(path)
    const { v: _, passages, ...file } = rest
    found.push({ file: { id, ...file, passages: passages.length }, writtenAt })
  }
  found.sort((a, b) => a.writtenAt - b.writtenAt)
  return new Map(found.map(({ file }) => [file.path, file]))
}
