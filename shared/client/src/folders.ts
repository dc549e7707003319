import type {
  FolderList,
  IndexedFile,
  SourceView,
  UploadReply,
} from '@shortlist/contracts/retrieval'
import type { Source } from '@shortlist/contracts/source'

/** A file to be uploaded and where it lies; `path` begins with the name of the folder. */
export interface FileToUpload {
  readonly path: string
  readonly file: File
}

/** Who hears how an upload leaves, and what ends it early. */
export interface Posting {
  /** Bytes that have left, of all bytes of the body; silent where there is no XMLHttpRequest. */
  readonly onSent?: ((sent: number, total: number) => void) | undefined
  /** Rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** The folders that the signed-in account has uploaded. */
export interface Folders {
  /** By name. */
  list(): Promise<FolderList>
  files(): Promise<readonly IndexedFile[]>
  /**
   * Sends the files in their order. `onSent` hears how many of `total` bytes have left. An abort
   * rejects with its reason, a file that cannot be read with `FileUnreadable`.
   */
  upload(files: readonly FileToUpload[], options?: Posting): Promise<UploadReply>
  delete(folderId: string): Promise<void>
  deleteFiles(fileIds: readonly string[]): Promise<void>
  /**
   * The lines of a source and those around it; refused with 404 where the file has changed. An
   * abort rejects.
   */
  open(source: Source, signal?: AbortSignal): Promise<SourceView>
}
