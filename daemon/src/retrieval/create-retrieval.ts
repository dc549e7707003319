import type {
  FolderList,
  IndexedFile,
  SourceView,
  UploadReply,
} from '@shortlist/contracts/retrieval'
import { AppError } from '../errors.ts'
import type { Passage } from '../platform/llm/llm.ts'
import type { Log } from '../platform/log.ts'
import { serialQueue } from '../platform/storage/serial-queue.ts'
import { createPassageEmbedding, type PassageEmbedding } from './embed-passages.ts'
import { openSource } from './open-source.ts'
import type { RetrievalPorts } from './ports.ts'
import type { LineRange, Retrieval, UploadBody } from './retrieval.ts'
import { RunningUploads } from './upload/running-uploads.ts'

/** Passages that a question is answered from at most, and turns of a long chat. */
const PASSAGES = 6
const TURNS = 20

export interface RetrievalParts extends RetrievalPorts {
  readonly log: Log
}

/** Opens nothing yet: threads and parsers are loaded by the first upload or question that needs them. */
export function createRetrieval(parts: RetrievalParts): Retrieval {
  return new AccountFolders(parts)
}

class AccountFolders implements Retrieval {
  readonly #parts: RetrievalParts
  /** What the index was last told, by account; absent where it has to be told again. */
  readonly #synced = new Map<string, Promise<void>>()
  readonly #syncing = serialQueue()
  readonly #embedding: PassageEmbedding
  readonly #uploads = new RunningUploads()

  constructor(parts: RetrievalParts) {
    this.#parts = parts
    this.#embedding = createPassageEmbedding(parts)
  }

  async upload(userId: string, body: UploadBody): Promise<UploadReply> {
    return this.#uploads.run(userId, body, async () => {
      const { processFolder } = await import('./process-folder.ts')
      const reply = await processFolder(this.#parts, userId, body)
      await this.#changed(userId)
      return reply
    })
  }

  async folders(userId: string): Promise<FolderList> {
    const [folders, unembedded] = await Promise.all([
      this.#parts.folders.folders(userId),
      this.#embedding.unembedded(userId),
    ])
    return { folders: [...folders], unembedded }
  }

  async files(userId: string): Promise<IndexedFile[]> {
    const files = await this.#parts.folders.files(userId)
    return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  async removeFiles(userId: string, fileIds: readonly string[]): Promise<number> {
    const removed = await this.#parts.folders.removeFiles(userId, fileIds)
    if (removed > 0) await this.#changed(userId)
    return removed
  }

  async removeFolder(userId: string, folderId: string): Promise<void> {
    const isRemoved = await this.#parts.folders.removeFolder(userId, folderId)
    if (!isRemoved) throw new AppError('NOT_FOUND', 'Folder not found')
    await this.#changed(userId)
  }

  openSource(userId: string, fileId: string, lines: LineRange): Promise<SourceView> {
    return openSource(this.#parts.folders, userId, fileId, lines)
  }

  async findPassages(userId: string, question: string): Promise<readonly Passage[]> {
    const { folders, index } = this.#parts
    if (question.trim() === '' || !(await folders.hasFolders(userId))) return []
    const [vector, room] = await Promise.all([
      this.#embedding.queryVector(userId, question),
      folders.roomOf(userId),
      this.#inSync(userId),
    ])
    return index.find(room, question, PASSAGES, vector)
  }

  async findTurns(
    userId: string,
    chatId: string,
    turns: readonly string[],
    question: string,
  ): Promise<readonly number[]> {
    const { folders, index } = this.#parts
    const texts = turns.map((text) => ({ text }))
    return index.findTurns(await folders.roomOf(userId), chatId, texts, question, TURNS)
  }

  async forgetTurns(userId: string, chatId?: string): Promise<void> {
    const { folders, index } = this.#parts
    await index.forgetTurns(folders.placeOf(userId), chatId)
  }

  async close(): Promise<void> {
    await Promise.all([this.#embedding.close(), this.#parts.reader.close()])
    await Promise.all([this.#parts.folders.close(), this.#parts.index.close()])
  }

  async #changed(userId: string): Promise<void> {
    this.#synced.delete(userId)
    this.#parts.realtime.publish(userId, 'folders-changed', {})
    await this.#inSync(userId)
    this.#embedding.passagesChanged(userId)
  }

  /** The index holds what the account has, as of the last change. */
  #inSync(userId: string): Promise<void> {
    const known = this.#synced.get(userId)
    if (known) return known
    const syncing = this.#syncing(() => this.#sync(userId))
    this.#synced.set(userId, syncing)
    syncing.catch(() => {
      if (this.#synced.get(userId) === syncing) this.#synced.delete(userId)
    })
    return syncing
  }

  async #sync(userId: string): Promise<void> {
    const { folders, index } = this.#parts
    const records = await folders.recordFiles(userId)
    await index.sync(await folders.roomOf(userId), records)
  }
}
