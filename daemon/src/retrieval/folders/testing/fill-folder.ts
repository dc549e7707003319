import { createHash } from 'node:crypto'
import type { IndexedFolder } from '@shortlist/contracts/retrieval'
import { type FileRecord, recordLine } from '../../file-record.ts'
import type { FolderChange } from '../account-folders.ts'
import type { FolderStore } from '../folder-store.ts'

/** Puts a file whose text says which it is. */
export function putText(change: FolderChange, path: string, text: string): Promise<void> {
  const { record, ...file } = textFile(path, text)
  return change.put(file, record)
}

/** A file of one passage, and the bytes of its record. */
export function textFile(path: string, text: string) {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const bytes = Buffer.byteLength(text)
  const passages = [{ start: 0, end: text.length, firstLine: 1, lastLine: 1, heading: '' }]
  const record: FileRecord = { v: 1, path, bytes, sha256, text, passages }
  return { path, sha256, bytes, passages: 1, record: recordLine(record) }
}

/** Puts files into a folder, path by path. */
export function fill(
  store: FolderStore,
  userId: string,
  name: string,
  texts: Readonly<Record<string, string>>,
): Promise<IndexedFolder> {
  return store.change(userId, name, async (change) => {
    for (const [path, text] of Object.entries(texts)) await putText(change, path, text)
  })
}
