import type { AssistantClient, FileToUpload } from '@shortlist/client/assistant-client'
import { CallFailed, FileUnreadable } from '@shortlist/client/call-failed'
import type { UploadReply } from '@shortlist/contracts/retrieval'
import { describeFailure } from '@shortlist/ui/describe-failure'
import { foldersCopy } from '@shortlist/ui/folders-copy'

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

/**
 * Where a folder upload is. `done` and `total` are bytes while it is sent, then files; of these the
 * `total` is 0 until the daemon has told it.
 */
export type UploadState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly seen: number }
  | { readonly phase: 'chosen'; readonly choice: Choice }
  | {
      readonly phase: 'sending' | 'processing'
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

const idle: UploadState = { phase: 'idle' }

/** Reads what was chosen; null for nothing. `onSeen` hears how many entries have been met. */
type ReadChoice = (signal: AbortSignal, onSeen: (entries: number) => void) => Promise<Choice | null>

/** Says how an upload ended that nobody watched. */
type Notify = (kind: 'error' | 'success', text: string) => void

/**
 * One folder upload after the other, above the screens that show it: from the choice over the
 * sending to the daemon's answer.
 */
export class FolderUpload {
  #state: UploadState = idle
  #running: AbortController | undefined
  #watchers = 0
  readonly #hearers = new Set<() => void>()
  readonly #client: Pick<AssistantClient, 'folders' | 'on'>
  readonly #notify: Notify

  constructor(client: Pick<AssistantClient, 'folders' | 'on'>, notify: Notify) {
    this.#client = client
    this.#notify = notify
  }

  /** Hears each change until the returned function is called. */
  readonly subscribe = (hear: () => void): (() => void) => {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
  }

  readonly getState = (): UploadState => this.#state

  /** What is under way, in a few words; null where nothing is. */
  readonly getActivity = (): string | null =>
    isUploading(this.#state) ? foldersCopy.uploading(this.#state.choice.files.length) : null

  /** Somebody sees the state, until the returned function is called. */
  readonly watch = (): (() => void) => {
    this.#watchers += 1
    return () => {
      this.#watchers -= 1
    }
  }

  /** Reads a choice, to be confirmed by `send`. Nothing changes for an empty one. */
  async choose(read: ReadChoice): Promise<void> {
    if (isUploading(this.#state)) return
    const before = this.#state
    const { signal } = this.#begin()
    this.#set({ phase: 'reading', seen: 0 })
    try {
      const choice = await read(signal, (seen) => {
        if (!signal.aborted) this.#set({ phase: 'reading', seen })
      })
      if (!signal.aborted) this.#set(choice ? { phase: 'chosen', choice } : before)
    } catch {
      if (!signal.aborted) this.#fail(foldersCopy.unreadable, null)
    }
  }

  /** Sends what was chosen, also once more after a failure; does nothing where nothing is. */
  async send(): Promise<void> {
    const state = this.#state
    const choice = state.phase === 'chosen' || state.phase === 'failed' ? state.choice : null
    if (!choice) return
    const { signal } = this.#begin()
    const stop = this.#client.on('folder-progress', (progress) => {
      // what comes before all is sent is about an upload of another tab
      if (this.#state.phase === 'processing') this.#set({ ...this.#state, ...progress })
    })
    this.#set({ phase: 'sending', choice, done: 0, total: choice.bytes })
    try {
      const onSent = (sent: number, total: number) => this.#tellSent(choice, sent, total)
      const reply = await this.#client.folders.upload(choice.files, { onSent, signal })
      this.#set({ phase: 'done', reply, isNew: true })
      this.#tellUnseen('success', foldersCopy.processed(reply.filesProcessed))
    } catch (error) {
      if (!signal.aborted) this.#refuse(error, choice)
    } finally {
      stop()
    }
  }

  /** Ends the reading, the choice or the sending; what is being processed goes on. */
  readonly cancel = (): void => {
    if (this.#state.phase === 'processing') return
    this.#running?.abort()
    this.#set(idle)
  }

  /** The news of a success have been seen. */
  readonly settle = (): void => {
    if (this.#state.phase === 'done') this.#set({ ...this.#state, isNew: false })
  }

  /** Forgets the files that were no longer in the folder: they are removed. */
  readonly forgetMissing = (): void => {
    if (this.#state.phase !== 'done') return
    this.#set({ ...this.#state, reply: { ...this.#state.reply, missing: [] } })
  }

  /** Ends whatever goes on; nobody hears of it any more. */
  close(): void {
    this.#running?.abort()
    this.#state = idle
  }

  #begin(): AbortController {
    this.#running?.abort()
    this.#running = new AbortController()
    return this.#running
  }

  #tellSent(choice: Choice, sent: number, total: number): void {
    if (this.#state.phase !== 'sending') return
    if (sent < total) this.#set({ phase: 'sending', choice, done: sent, total })
    else this.#set({ phase: 'processing', choice, done: 0, total: 0 })
  }

  #refuse(error: unknown, choice: Choice): void {
    // what the browser has of a changed file stays unreadable, so that trying again is of no use
    if (error instanceof FileUnreadable) this.#fail(foldersCopy.changed(error.path), null)
    else this.#fail(uploadFailure(error), choice)
  }

  #fail(failure: string, choice: Choice | null): void {
    this.#set({ phase: 'failed', failure, choice })
    this.#tellUnseen('error', `${foldersCopy.error}: ${failure}`)
  }

  #tellUnseen(kind: 'error' | 'success', text: string): void {
    if (this.#watchers === 0) this.#notify(kind, text)
  }

  #set(state: UploadState): void {
    this.#state = state
    for (const hear of [...this.#hearers]) hear()
  }
}

/** What the daemon said; an answer that is no sentence of its own says only that it failed. */
function uploadFailure(error: unknown): string {
  const isKnown = error instanceof CallFailed && (error.reason === 'refused' || error.isOffline)
  return isKnown ? describeFailure(error, foldersCopy.failed) : foldersCopy.failed
}
