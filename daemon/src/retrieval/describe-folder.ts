import type { IndexedFile, IndexedFolder } from '@shortlist/contracts/retrieval'
import type { StoredFile, StoredFolder } from './ports.ts'

/** A folder as clients see it. */
export function describeFolder(folder: StoredFolder): IndexedFolder {
  const { id, name, updatedAt } = folder
  const files = [...folder.files.values()]
  const sum = (size: (file: StoredFile) => number) =>
    files.reduce((total, file) => total + size(file), 0)
  return {
    id,
    name,
    files: files.length,
    bytes: sum(({ bytes }) => bytes),
    passages: sum(({ passages }) => passages),
    updatedAt,
  }
}

/** A file of a folder as clients see it. */
export function describeFile(folder: StoredFolder, file: StoredFile): IndexedFile {
  const { id, path, bytes, passages } = file
  return { id, folderId: folder.id, path, bytes, passages }
}
