import { join } from 'node:path'
import type {
  FolderList,
  IndexedFile,
  SourceView,
  UploadReply,
} from '@shortlist/contracts/retrieval'
import { AppError } from '../errors.ts'
import type { Passage } from '../platform/llm/llm.ts'
import type { Log } from '../platform/log.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import {
  diskFileSystem,
  type FileSystem,
  isSystemError,
  storageError,
} from '../platform/storage/file-system.ts'
import { serialQueue } from '../platform/storage/serial-queue.ts'
import type { PassageEmbedding } from './embed-passages.ts'
import type { FolderStore } from './folders/folder-store.ts'
import type { FileImport } from './import-files.ts'
import type { PassageIndex } from './index/passage-index.ts'
import type { Embed, UploadBody } from './ports.ts'
import type { FileReader } from './reader/file-reader.ts'
import { type LineRange, sourceView } from './source-view.ts'

/** Passages that a question is answered from at most, and turns of a long chat. */
const PASSAGES = 6
const TURNS = 20

/** All that retrieval is made of. */
export interface RetrievalParts {
  readonly folders: FolderStore
  readonly reader: Pick<FileReader, 'read' | 'close'>
  readonly index: PassageIndex
  readonly embed: Embed
  readonly realtime: Pick<Realtime, 'publish'>
  /** Absolute path of the folder for what is being uploaded. */
  readonly spoolFolder: string
  readonly log: Log
}

type Opened = RetrievalParts & { readonly embedding: PassageEmbedding }

/**
 * The folders of every account, and what they say about a question. The parts are opened by the first
 * call; where that fails, so does the call, and the next one tries again.
 */
export class Retrieval {
  readonly #open: () => Promise<RetrievalParts>
  #opening: Promise<Opened> | undefined
  /** What the index was last told, by account; absent where it has to be told again. */
  readonly #synced = new Map<string, Promise<void>>()
  readonly #syncing = serialQueue()
  readonly #uploads = new RunningUploads()

  constructor(open: () => Promise<RetrievalParts>) {
    this.#open = open
  }

  /**
   * Takes files into the index; each one's fate is in the reply. Throws `VALIDATION` for a malformed
   * form, `TOO_LARGE` above the limits of an upload, `FORBIDDEN_USER` for another account's id,
   * `RATE_LIMITED` where three uploads of the account are running already.
   */
  async upload(userId: string, body: UploadBody): Promise<UploadReply> {
    const parts = await this.#parts()
    return this.#uploads.run(userId, body, async () => {
      const { processFolder } = await import('./upload/process-folder.ts')
      const reply = await processFolder(parts, userId, body)
      await this.#changed(parts, userId)
      return reply
    })
  }

  async folders(userId: string): Promise<FolderList> {
    const parts = await this.#parts()
    const [folders, unembedded] = await Promise.all([
      parts.folders.folders(userId),
      parts.embedding.unembedded(userId),
    ])
    return { folders: [...folders], unembedded }
  }

  async hasFolders(userId: string): Promise<boolean> {
    return (await this.#parts()).folders.hasFolders(userId)
  }

  async files(userId: string): Promise<IndexedFile[]> {
    const { folders } = await this.#parts()
    const files = await folders.files(userId)
    return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** Resolves to how many there were. */
  async deleteFiles(userId: string, fileIds: readonly string[]): Promise<number> {
    const parts = await this.#parts()
    const deleted = await parts.folders.deleteFiles(userId, fileIds)
    if (deleted > 0) await this.#changed(parts, userId)
    return deleted
  }

  /** Throws `NOT_FOUND`. */
  async deleteFolder(userId: string, folderId: string): Promise<void> {
    const parts = await this.#parts()
    const deleted = await parts.folders.deleteFolder(userId, folderId)
    if (deleted === 0) throw new AppError('NOT_FOUND', 'Folder not found')
    await this.#changed(parts, userId)
  }

  /** Every file of an account as it is kept, one at a time; those that cannot be read are left out. */
  async *records(userId: string) {
    const { folders } = await this.#parts()
    for (const { id: folderId, name } of await folders.folders(userId))
      for (const { id, isDamaged } of await folders.files(userId, folderId)) {
        const file = isDamaged ? undefined : await folders.record(userId, id)
        if (file) yield { folder: name, file }
      }
  }

  /** Reads exported files into the folders of an account. */
  async import<Result>(
    userId: string,
    work: (files: FileImport) => Promise<Result>,
  ): Promise<Result> {
    const parts = await this.#parts()
    const { FileImport } = await import('./import-files.ts')
    const { folders } = parts
    const files = new FileImport({ userId, folders }, await folders.hashes(userId))
    const result = await work(files)
    if (files.hasBrought) await this.#changed(parts, userId)
    return result
  }

  /** Deletes the files that an import has brought, named as it has named them. */
  async takeBack(userId: string, brought: readonly string[]): Promise<void> {
    const { broughtFiles } = await import('./import-files.ts')
    const { folders } = await this.#parts()
    await this.deleteFiles(userId, broughtFiles(await folders.hashes(userId), brought))
  }

  /** Nothing of the files of an account is left, in the index neither. */
  async forgetAccount(userId: string): Promise<void> {
    const parts = await this.#parts()
    await parts.folders.forgetAccount(userId)
    await this.#changed(parts, userId)
    await this.forgetTurns(userId)
  }

  /** Lines of a file with those around them; throws `NOT_FOUND` where the file has changed since. */
  async openSource(userId: string, fileId: string, lines: LineRange): Promise<SourceView> {
    const { folders } = await this.#parts()
    return sourceView(fileId, await folders.record(userId, fileId), lines)
  }

  /** Best first; none where the files do not answer the question. */
  async findPassages(userId: string, question: string): Promise<readonly Passage[]> {
    const parts = await this.#parts()
    const { folders, index, embedding } = parts
    if (question.trim() === '' || !(await folders.hasFolders(userId))) return []
    const [vector, home] = await Promise.all([
      embedding.queryVector(userId, question),
      folders.makeHome(userId),
      this.#inSync(parts, userId),
    ])
    return index.find(home, question, PASSAGES, vector)
  }

  /** The places in `turns` of those that bear on the question, best first. */
  async findTurns(
    userId: string,
    chatId: string,
    turns: readonly string[],
    question: string,
  ): Promise<readonly number[]> {
    const { folders, index } = await this.#parts()
    return index.findTurns(await folders.makeHome(userId), chatId, turns, question, TURNS)
  }

  /** Forgets the turns of a chat, or of all chats of the account. */
  async forgetTurns(userId: string, chatId?: string): Promise<void> {
    const { folders, index } = await this.#parts()
    await index.forgetTurns(folders.homeOf(userId), chatId)
  }

  /** Ends what runs; what has been answered is kept. */
  async close(): Promise<void> {
    const parts = await this.#opening
    await Promise.all([parts?.embedding.close(), parts?.reader.close()])
    await Promise.all([parts?.folders.close(), parts?.index.close()])
  }

  #parts(): Promise<Opened> {
    this.#opening ??= this.#openAll().catch((failure: unknown) => {
      this.#opening = undefined
      throw failure
    })
    return this.#opening
  }

  async #openAll(): Promise<Opened> {
    const { PassageEmbedding } = await import('./embed-passages.ts')
    const parts = await this.#open()
    return { ...parts, embedding: new PassageEmbedding(parts) }
  }

  async #changed(parts: Opened, userId: string): Promise<void> {
    this.#synced.delete(userId)
    parts.realtime.publish(userId, 'folders-changed', {})
    await this.#inSync(parts, userId)
    parts.embedding.passagesChanged(userId)
  }

  /** The index holds what the account has, as of the last change. */
  #inSync({ folders, index }: Opened, userId: string): Promise<void> {
    const known = this.#synced.get(userId)
    if (known) return known
    const syncing = this.#syncing(async () => {
      const records = await folders.recordFiles(userId)
      await index.sync(await folders.makeHome(userId), records)
    })
    this.#synced.set(userId, syncing)
    syncing.catch(() => {
      if (this.#synced.get(userId) === syncing) this.#synced.delete(userId)
    })
    return syncing
  }
}

/** Uploads of one account at the same time: each may hold 50 MB of the disk and waits for the others. */
const UPLOADS = 3

/** Limits the uploads of each account. */
export class RunningUploads {
  /** Whose they are, one entry for each. */
  readonly #running: string[] = []

  /**
   * Throws `RATE_LIMITED` where too many of the account's uploads run already; the body has been read
   * then, so that the client hears why.
   */
  async run<Result>(
    userId: string,
    body: UploadBody,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#running.filter((id) => id === userId).length >= UPLOADS) {
      const { bytesOf, drain } = await import('./upload/receive-upload.ts')
      await drain(bytesOf(body.stream))
      throw new AppError(
        'RATE_LIMITED',
        `${UPLOADS} uploads are running already. Try again when one of them is done.`,
      )
    }
    this.#running.push(userId)
    try {
      return await work()
    } finally {
      this.#running.splice(this.#running.indexOf(userId), 1)
    }
  }
}

/**
 * Removes what uploads have left behind that a crash has ended; for the start, before anything is
 * received. Throws `STORE_READONLY`.
 */
export async function removeLeftUploads(
  spoolFolder: string,
  fs: FileSystem = diskFileSystem,
): Promise<void> {
  try {
    for (const name of await fs.readdir(spoolFolder)) {
      await fs.rm(join(spoolFolder, name), { recursive: true, force: true })
    }
  } catch (failure) {
    if (!isSystemError(failure, 'ENOENT')) throw storageError(failure)
  }
}
