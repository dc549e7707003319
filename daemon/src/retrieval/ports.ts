import type { UploadedFile } from '@shortlist/contracts/retrieval'
import type { Embedded } from '../platform/llm/llm.ts'

/** A multipart body as it arrives. */
export interface UploadBody {
  readonly contentType: string
  readonly stream: ReadableStream<Uint8Array>
}

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

/** What came of reading a file. `record` is a `FileRecord` as it is kept (`file-record.ts`). */
export type FileReading =
  | { readonly status: 'read'; readonly record: Uint8Array; readonly passages: number }
  | { readonly status: 'skipped' | 'failed'; readonly reason: string }

/** A file that is kept. `id` is random and belongs to one content of one path. */
export interface StoredFile {
  readonly id: string
  readonly path: string
  readonly sha256: string
  readonly bytes: number
  readonly passages: number
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

/** Vectors of texts; null where the model server makes none. Without texts it only names its model. */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<Embedded | null>
