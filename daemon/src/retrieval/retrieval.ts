import type {
  FolderList,
  IndexedFile,
  SourceView,
  UploadReply,
} from '@shortlist/contracts/retrieval'
import type { Passage } from '../platform/llm/llm.ts'

/** A multipart body as it arrives. */
export interface UploadBody {
  readonly contentType: string
  readonly stream: ReadableStream<Uint8Array>
}

/** The folders of every account, and what they say about a question. */
export interface Retrieval {
  /**
   * Takes files into the index; each one's fate is in the reply. Throws `VALIDATION` for a malformed
   * form, `TOO_LARGE` above the limits of an upload, `FORBIDDEN_USER` for another account's id,
   * `RATE_LIMITED` where three uploads of the account are running already.
   */
  upload(userId: string, body: UploadBody): Promise<UploadReply>
  folders(userId: string): Promise<FolderList>
  files(userId: string): Promise<IndexedFile[]>
  removeFiles(userId: string, fileIds: readonly string[]): Promise<number>
  /** Throws `NOT_FOUND`. */
  removeFolder(userId: string, folderId: string): Promise<void>
  /** Lines of a file with those around them; throws `NOT_FOUND` where the file has changed since. */
  openSource(userId: string, fileId: string, lines: LineRange): Promise<SourceView>
  /** Best first; none where the files do not answer the question. */
  findPassages(userId: string, question: string): Promise<readonly Passage[]>
  /** The places in `turns` of those that bear on the question, best first. */
  findTurns(
    userId: string,
    chatId: string,
    turns: readonly string[],
    question: string,
  ): Promise<readonly number[]>
  forgetTurns(userId: string, chatId?: string): Promise<void>
  /** Ends what runs; what has been answered is kept. */
  close(): Promise<void>
}

export interface LineRange {
  readonly first: number
  readonly last: number
}
