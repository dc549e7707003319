import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'

const MANIFEST = /^([\w-]{16})\.json$/
const BACKUP = /^([\w-]{16})\.json\.bak$/
const REMOVED = /^([\w-]{16})\.gone$/

/** Where the folders of one account lie. Ids are random; nothing that a client sends becomes a path. */
export class AccountPlaces {
  readonly room: string
  readonly folders: string
  readonly records: string

  constructor(folder: string, userId: string) {
    this.room = join(folder, createHash('sha256').update(userId).digest('hex').slice(0, 32))
    this.folders = join(this.room, 'folders')
    this.records = join(this.room, 'records')
  }

  manifest(folderId: string): string {
    return join(this.folders, `${folderId}.json`)
  }

  /** A manifest under this name says that its folder has been removed. */
  removed(folderId: string): string {
    return join(this.folders, `${folderId}.gone`)
  }

  recordsOf(folderId: string): string {
    return join(this.records, folderId)
  }

  record(folderId: string, fileId: string): string {
    return join(this.records, folderId, `${fileId}.json`)
  }
}

/** An id for a folder or a file, fit to be part of a file's name. */
export function newId(): string {
  return randomBytes(12).toString('base64url')
}

export interface ManifestNames {
  /** Folders that have a manifest, or at least its backup. */
  readonly folders: readonly string[]
  /** Folders whose removal has begun and may not be done. */
  readonly removed: readonly string[]
  /** Files that an interrupted write or removal left behind. */
  readonly leftovers: readonly string[]
}

/** What the names in the folder of manifests stand for; others are not ours to touch. */
export function sortManifestNames(names: readonly string[]): ManifestNames {
  const ids = (pattern: RegExp) => new Set(names.flatMap((name) => pattern.exec(name)?.[1] ?? []))
  const [manifests, backups, marks] = [ids(MANIFEST), ids(BACKUP), ids(REMOVED)]
  // a manifest that was written after its folder's removal had failed counts
  const removed = [...marks].filter((id) => !manifests.has(id))
  const overruled = [...marks].filter((id) => manifests.has(id)).map((id) => `${id}.gone`)
  const temporary = names.filter((name) => name.startsWith('.') && name.endsWith('.tmp'))
  return {
    folders: [...manifests, ...[...backups].filter((id) => !manifests.has(id) && !marks.has(id))],
    removed,
    leftovers: [...temporary, ...overruled],
  }
}

/** The file whose record has that name. */
export function fileOfRecord(name: string): string | undefined {
  return MANIFEST.exec(name)?.[1]
}
