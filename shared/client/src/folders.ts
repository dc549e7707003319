import { Done } from '@shortlist/contracts/chat'
import {
  FileList,
  FolderList,
  type IndexedFile,
  SourceView,
  UploadReply,
} from '@shortlist/contracts/retrieval'
import type { Source } from '@shortlist/contracts/source'
import { FileUnreadable } from './call-failed.ts'
import { type AccountCallParts, type Answer, orDefaults } from './daemon/read-calls.ts'

/** A file to be uploaded and where it lies; `path` begins with the name of the folder. */
export interface FileToUpload {
  readonly path: string
  readonly file: File
}

/** Who hears how an upload leaves, and what ends it early. */
interface Posting {
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

/** How many files one call removes: their ids are far from the largest JSON body. */
const DELETED_AT_ONCE = 2000

/** The calls of a daemon about uploaded folders (specification, section 7). */
export function daemonFolders({ api, calls, userId }: AccountCallParts): Folders {
  const { rag } = api
  const ofUser = () => ({ userId: userId() })
  const filesOfUser = rag.files[':userId']
  const uploading = rag['process-folder']

  return {
    list: async () => calls.ask(rag.folders[':userId'].$get({ param: ofUser() }), FolderList),
    async files() {
      return (await calls.ask(filesOfUser.$get({ param: ofUser() }), FileList)).files
    },
    async upload(files, options = {}) {
      const posting = postForm(uploading.$url(), formOf(files, userId()), options)
      // neither an abort nor a file that has gone says anything about the daemon
      await posting.catch(async () => {
        options.signal?.throwIfAborted()
        await refuseUnreadable(files)
      })
      return calls.ask(posting as ReturnType<typeof uploading.$post>, leastReply(files.length))
    },
    async delete(folderId) {
      const about = { param: { ...ofUser(), folderId } }
      await calls.ask(rag.folders[':userId'][':folderId'].$delete(about), Done)
    },
    async deleteFiles(fileIds) {
      for (let at = 0; at < fileIds.length; at += DELETED_AT_ONCE) {
        const json = { fileIds: fileIds.slice(at, at + DELETED_AT_ONCE) }
        await calls.ask(filesOfUser.$delete({ param: ofUser(), json }), Done)
      }
    },
    async open({ fileId, firstLine, lastLine }, signal) {
      const query = { first: String(firstLine), last: String(lastLine) }
      const asking = rag.sources[':userId'][':fileId'].$get(
        { param: { ...ofUser(), fileId }, query },
        signal && { init: { signal } },
      )
      return calls.ask(asking, SourceView)
    },
  }
}

/** Of an upload of so many files, as far as the specification has it. */
function leastReply(count: number): typeof UploadReply {
  const counts = { filesProcessed: count, totalFiles: count, totalChunks: 0 }
  return orDefaults(UploadReply, { message: '', ...counts, files: [], folders: [], missing: [] })
}

/** The files by their paths, in their order, and then whose they are. */
function formOf(files: readonly FileToUpload[], userId: string): FormData {
  const form = new FormData()
  for (const { file, path } of files) form.append('files', file, path)
  form.append('userId', userId)
  return form
}

/** Throws `FileUnreadable` for the first file whose bytes cannot be had (any more). */
async function refuseUnreadable(files: readonly FileToUpload[]): Promise<void> {
  for (const { file, path } of files) {
    try {
      await file.slice(0, 1).arrayBuffer()
    } catch (cause) {
      throw new FileUnreadable(path, { cause })
    }
  }
}

/** Sends form data with the cookie of the session; rejects with a `TypeError` when nobody answers. */
export function postForm(url: URL, form: FormData, posting: Posting): Promise<Answer> {
  // fetch does not say how much of a body has left
  return typeof XMLHttpRequest === 'undefined'
    ? postByFetch(url, form, posting)
    : postByRequest(url, form, posting)
}

async function postByFetch(url: URL, form: FormData, { signal }: Posting): Promise<Answer> {
  // Node's fetch stumbles over the abort of a body that it is still reading
  const whole = new Response(form)
  const answer = await fetch(url, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': whole.headers.get('Content-Type') ?? '' },
    body: await whole.arrayBuffer(),
    ...(signal && { signal }),
  })
  // an abort ends the reading as well, so the whole answer is waited for
  const text = await answer.text()
  const { ok, status, statusText } = answer
  return { ok, status, statusText, text: async () => text }
}

function postByRequest(url: URL, form: FormData, { onSent, signal }: Posting): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = new XMLHttpRequest()
  const abort = () => {
    reject(signal?.reason)
    request.abort()
  }
  request.open('POST', url)
  request.withCredentials = true
  request.upload.onprogress = ({ loaded, total }) => onSent?.(loaded, total)
  request.onload = () => resolve(answerOf(request))
  request.onerror = () => reject(new TypeError('Failed to fetch'))
  signal?.addEventListener('abort', abort)
  request.onloadend = () => signal?.removeEventListener('abort', abort)
  if (signal?.aborted) abort()
  else request.send(form)
  return promise
}

function answerOf({ status, statusText, responseText }: XMLHttpRequest): Answer {
  const ok = status >= 200 && status < 300
  return { ok, status, statusText, text: async () => responseText }
}
