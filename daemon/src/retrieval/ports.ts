import type { IndexedFile, IndexedFolder, UploadedFile } from '@shortlist/contracts/retrieval'
import type { Embedded, Passage } from '../platform/llm/llm.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'

/** A file as it arrived: its bytes lie in a temporary file until the upload is done with. */
export interface ReceivedFile {
  /** Relative and safe: NFC, `/` between names, the first one the folder's. */
  readonly path: string
  /** Absolute path of the temporary file. */
  readonly spool: string
  readonly bytes: number
  /** Hex. */
  readonly sha256: string
}

/** A file that goes no further, with the sentence that says why. */
export type RefusedFile = UploadedFile & {
  readonly status: 'skipped' | 'failed'
  readonly reason: string
}

/** An upload on disk. */
export interface ReceivedUpload {
  /** The form's field; undefined where there was none. */
  readonly userId: string | undefined
  /** How many files the form held. */
  readonly total: number
  readonly files: readonly ReceivedFile[]
  readonly refused: readonly RefusedFile[]
  /** Removes the temporary files. */
  dispose(): Promise<void>
}

/** A passage is a stretch of a file's text: `start` and `end` are UTF-16 offsets, lines count from 1. */
export interface PassageRange {
  readonly start: number
  readonly end: number
  readonly firstLine: number
  readonly lastLine: number
  /** Headings, classes and functions around it, outermost first, joined by " › "; or "". */
  readonly heading: string
}

/**
 * What is kept of a file: its text once, and where the passages lie in it. One file each, as
 * `file-record.ts` writes it.
 * With path, size and hash of what was received, a lost list of a folder's files is made again.
 */
export interface FileRecord {
  readonly v: 1
  readonly path: string
  readonly bytes: number
  /** Hex. */
  readonly sha256: string
  readonly text: string
  readonly passages: readonly PassageRange[]
}

/** What came of reading a file. `record` is a `FileRecord` as it is kept (`file-record.ts`). */
export type FileReading =
  | { readonly status: 'read'; readonly record: Uint8Array; readonly passages: number }
  | { readonly status: 'skipped' | 'failed'; readonly reason: string }

/** Reads files outside the main thread, each within bounds of time and memory. */
export interface FileReader {
  /** Never rejects because of the file; rejects once the reader is closed. */
  read(file: ReceivedFile): Promise<FileReading>
  close(): Promise<void>
}

/** A file that is kept. `id` is random and belongs to one content of one path. */
export interface StoredFile {
  readonly id: string
  readonly path: string
  readonly sha256: string
  readonly bytes: number
  readonly passages: number
}

/** A folder while it changes; nothing of it shows before the change is done. */
export interface FolderChange {
  /** The file that is kept under this path, with the changes so far, if its record can be read. */
  at(path: string): Promise<StoredFile | undefined>
  /** Keeps a file in place of the one under its path; its record has reached the disk. */
  put(file: Omit<StoredFile, 'id'>, record: Uint8Array): Promise<void>
}

/**
 * The folders of every account. A change has reached the disk, as a whole, when its promise
 * resolves; one that fails leaves everything as it was (`STORE_FULL`, `STORE_READONLY`).
 */
export interface FolderStore {
  /** By name; a folder that is left without files is gone. */
  folders(userId: string): Promise<readonly IndexedFolder[]>
  hasFolders(userId: string): Promise<boolean>
  /** The files of that folder, or of all folders, by folder and path. */
  files(userId: string, folderId?: string): Promise<readonly IndexedFile[]>
  /**
   * Changes the folder of that name, which begins empty where there is none. The changes of one
   * account come one after the other.
   */
  change(
    userId: string,
    name: string,
    work: (change: FolderChange) => Promise<void>,
  ): Promise<IndexedFolder>
  /** Nothing happens where there is no such file. Resolves to how many were removed. */
  removeFiles(userId: string, fileIds: readonly string[]): Promise<number>
  /** False where there is no such folder. */
  removeFolder(userId: string, folderId: string): Promise<boolean>
  /** Every file whose record is not known to be damaged. */
  recordFiles(userId: string): Promise<readonly RecordFile[]>
  /** Undefined where the file is not kept (any more); throws `NOT_FOUND` where its record is damaged. */
  record(userId: string, fileId: string): Promise<FileRecord | undefined>
  /** To be told of records in the account's room that cannot be read; these files are left out. */
  damaged(room: string, fileIds: readonly string[]): void
  /** Absolute path of the folder that is the account's alone, which may be missing. */
  placeOf(userId: string): string
  /** The same, made where it is missing. */
  roomOf(userId: string): Promise<string>
  /** Resolves once nothing is being written any more; changes are refused from then on. */
  close(): Promise<void>
}

/** A file as the index needs it. */
export interface RecordFile {
  readonly id: string
  /** Absolute path of its `FileRecord`. */
  readonly record: string
}

export interface FoundPassage extends Passage {
  /** Falls from one to the next; comparable within one answer alone. */
  readonly score: number
}

/** One question with one answer of a chat. */
export interface TurnText {
  readonly text: string
}

/**
 * The search index of accounts, each in its own room: a cache, made again out of the records when
 * it is missing, damaged or of another version. Works in a thread of its own.
 */
export interface PassageIndex {
  /** Makes the index hold exactly these files; costs those that differ, and lets searches between. */
  sync(room: string, files: readonly RecordFile[]): Promise<void>
  /**
   * The passages that answer the question, best first; none where none does. With `vector` the
   * nearest in meaning are merged in by their ranks.
   */
  find(room: string, question: string, limit: number, vector?: QueryVector): Promise<FoundPassage[]>
  /** Passages without a vector of that model: how many, and the texts of the first `limit`. */
  unembedded(room: string, model: string, limit: number): Promise<Unembedded>
  /** Keeps vectors by the hash of their passage. */
  keepVectors(room: string, model: string, vectors: readonly PassageVector[]): Promise<void>
  /** Which of these turns bear on the question, best first, as their places in `turns`. */
  findTurns(
    room: string,
    chatId: string,
    turns: readonly TurnText[],
    question: string,
    limit: number,
  ): Promise<readonly number[]>
  /** Forgets the turns of a chat, or of all chats of the room, which may be missing. */
  forgetTurns(room: string, chatId?: string): Promise<void>
  /** Frees the room, whose folder may then be removed. */
  release(room: string): Promise<void>
  close(): Promise<void>
}

export interface QueryVector {
  readonly model: string
  readonly vector: Float32Array
}

export interface Unembedded {
  readonly count: number
  /** How many passages have a vector. */
  readonly embedded: number
  readonly passages: readonly { readonly hash: string; readonly text: string }[]
}

export interface PassageVector {
  readonly hash: string
  readonly vector: Float32Array
}

/** All that retrieval needs from the rest of the daemon. */
export interface RetrievalPorts {
  readonly folders: FolderStore
  readonly reader: FileReader
  readonly index: PassageIndex
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<Embedded | null>
  readonly realtime: Pick<Realtime, 'publish'>
  /** Absolute path of the folder for what is being uploaded. */
  readonly spoolFolder: string
  readonly now: () => Date
}
