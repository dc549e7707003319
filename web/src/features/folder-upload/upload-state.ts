import type { FileToUpload } from '@shortlist/client/assistant-client'
import type { UploadReply } from '@shortlist/contracts/retrieval'

/** Files and whole folders that are left out for one reason; what is in such a folder is not counted. */
export interface SkippedGroup {
  readonly reason: string
  readonly files: number
  readonly folders: number
  /** The first of them. */
  readonly paths: readonly string[]
}

/** What of the chosen folders would be uploaded, and what not. */
export interface Choice {
  /** Names of the chosen folders. */
  readonly folders: readonly string[]
  /** In the order in which they are sent. */
  readonly files: readonly FileToUpload[]
  readonly bytes: number
  /** The largest group first. */
  readonly skipped: readonly SkippedGroup[]
  /** Why it cannot be uploaded as it is, as a sentence; `files` are none then. */
  readonly refusal: string | null
}

/** Where a folder upload is. `done` and `total` are files; `total` is 0 until the daemon has told it. */
export type UploadState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly seen: number }
  | { readonly phase: 'chosen'; readonly choice: Choice }
  | {
      readonly phase: 'sending'
      readonly choice: Choice
      readonly sent: number
      readonly total: number
    }
  | {
      readonly phase: 'processing'
      readonly choice: Choice
      readonly done: number
      readonly total: number
    }
  | { readonly phase: 'done'; readonly reply: UploadReply; readonly isNew: boolean }
  | { readonly phase: 'failed'; readonly failure: string; readonly choice: Choice | null }

/** Files are being sent or processed. */
export function isUploading(
  state: UploadState,
): state is Extract<UploadState, { phase: 'sending' | 'processing' }> {
  return state.phase === 'sending' || state.phase === 'processing'
}

export const idle: UploadState = { phase: 'idle' }
