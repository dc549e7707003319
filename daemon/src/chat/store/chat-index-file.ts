import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppendFile } from '../../platform/storage/append-file.ts'
import { createLow } from '../../platform/storage/create-low.ts'
import { type DurableJsonFile, durableJsonFile } from '../../platform/storage/durable-json-file.ts'
import { isSystemError } from '../../platform/storage/file-system.ts'
import type { OpenFiles } from '../../platform/storage/open-files.ts'
import { rowsJson } from '../../platform/storage/rows-json.ts'
import type { ChatIndex } from './chat-index.ts'
import { readIndexLog } from './chat-index-log.ts'
import { fromRow, type IndexChange, type IndexedChat, toRow } from './chat-index-row.ts'

const INDEX_VERSION = 1

const FOLD_BYTES = 1024 * 1024
const FLUSH_MS = 200
const CHATS_PER_TURN = 5000
/** About what an entry takes in the snapshot. */
const ROW_BYTES = 200

export interface ChatIndexFileOptions {
  readonly folder: string
  readonly index: ChatIndex
  readonly files: OpenFiles
  readonly report: (sentence: string) => void
}

/**
 * The chat index on disk: a snapshot and a log of the changes since, folded into a new snapshot when
 * the log has passed 1 MB and the snapshot's size. Counters follow lazily, since the chat files can
 * tell them again; titles are durable when their promise resolves.
 */
export class ChatIndexFile {
  readonly #options: ChatIndexFileOptions
  readonly #snapshot: DurableJsonFile<readonly IndexedChat[]>
  readonly #log: AppendFile
  /** Chats to be written, by file id. */
  readonly #dirty = new Map<string, Pick<IndexedChat, 'userId' | 'chatId'>>()
  /** Chats whose entry is being stored: what memory says of them is not the latest. */
  readonly #storing = new Set<string>()
  /** The snapshot revision that the log continues. */
  #base = 0
  #snapshotBytes = 0
  #timer: NodeJS.Timeout | undefined
  #folding: Promise<void> | undefined
  #isBehind = false

  constructor(options: ChatIndexFileOptions) {
    const { folder, files, report } = options
    const path = join(folder, 'index.json')
    const json = rowsJson(toRow, fromRow)
    this.#options = options
    this.#snapshot = durableJsonFile(path, {
      version: INDEX_VERSION,
      report,
      fs: files.fs,
      json,
      isInLargeFolder: true,
    })
    const header = () => JSON.stringify({ v: INDEX_VERSION, rev: this.#base })
    this.#log = new AppendFile({ path: join(folder, 'index.log'), files, header })
  }

  /** False once a change could not be written: the chat files then know more than the index. */
  get isComplete(): boolean {
    return !this.#isBehind
  }

  /** True where there is a snapshot to start from. */
  get hasSnapshot(): boolean {
    return this.#snapshot.rev > 0
  }

  /** Fills the index from disk; resolves to true where the chat files have to be asked. */
  async read(): Promise<boolean> {
    const { files, report, index } = this.#options
    const low = createLow<readonly IndexedChat[]>(this.#snapshot, [])
    await low.read()
    const old = new AppendFile({ path: this.#oldLog, files, header: () => '' })
    const earlier = await readIndexLog(old, INDEX_VERSION, report)
    const latest = await readIndexLog(this.#log, INDEX_VERSION, report)
    // the log before the last fold counts only where that fold's snapshot is not the one at hand
    const changed = new Map<string, IndexedChat | undefined>()
    if (earlier.rev >= this.#snapshot.rev) apply(earlier.changes, changed)
    apply(latest.changes, changed)
    this.#base = Math.max(latest.rev, this.#snapshot.rev)
    this.#snapshotBytes = low.data.length * ROW_BYTES
    let taken = 0
    for (const chat of low.data) {
      if (!changed.has(chat.fileId)) index.set(chat)
      if (++taken % CHATS_PER_TURN === 0) await setImmediate()
    }
    for (const chat of changed.values()) if (chat) index.set(chat)
    const isCut = latest.rev > this.#snapshot.rev
    return earlier.isDamaged || latest.isDamaged || isCut || !this.hasSnapshot
  }

  /** Writes the chat's entry within a moment; losing it costs a look at the chat's file. */
  note({ fileId, userId, chatId }: IndexedChat): void {
    this.#dirty.set(fileId, { userId, chatId })
    this.#flushLater()
  }

  /** Writes the entry durably and then puts its title into the index. */
  async store(chat: IndexedChat): Promise<void> {
    const { index } = this.#options
    this.#storing.add(chat.fileId)
    try {
      await this.#append([{ set: toRow(chat) }], true)
    } finally {
      this.#storing.delete(chat.fileId)
    }
    const { title } = chat
    const current = index.get(chat.userId, chat.chatId)
    if (current?.fileId === chat.fileId) index.set({ ...current, title })
  }

  /**
   * Forgets chats whose files are gone. Where that cannot be written it is reported alone: the next
   * start sees that the files are gone.
   */
  async drop(chats: readonly IndexedChat[]): Promise<void> {
    for (const { fileId } of chats) this.#dirty.delete(fileId)
    const changes = chats.map(({ fileId }) => ({ remove: fileId }))
    await this.#appendOrReport(changes, true)
  }

  /** Writes what was noted; a failure is reported and leaves the index behind. */
  async flush({ isDurable = false } = {}): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#appendOrReport(this.#takeNoted(), isDurable)
  }

  /** Writes a new snapshot and starts a new log. */
  async fold(): Promise<void> {
    const { files, index } = this.#options
    // an older log is still needed where the fold that put it aside did not finish
    if (this.#base <= this.#snapshot.rev) {
      await this.#log.whileClosed(async () => {
        await files.fs.rename(this.#log.path, this.#oldLog).catch(ignoreMissing)
        this.#base = this.#snapshot.rev + 1
      })
    }
    const chats = [...index.all()].reverse()
    const low = createLow<readonly IndexedChat[]>(this.#snapshot, chats)
    await low.write()
    this.#snapshotBytes = chats.length * ROW_BYTES
    this.#isBehind = false
  }

  get #oldLog(): string {
    return `${this.#log.path}.bak`
  }

  #takeNoted(): readonly IndexChange[] {
    const changes: IndexChange[] = []
    for (const [fileId, { userId, chatId }] of this.#dirty) {
      if (this.#storing.has(fileId)) continue
      this.#dirty.delete(fileId)
      const chat = this.#options.index.get(userId, chatId)
      if (chat?.fileId === fileId) changes.push({ set: toRow(chat) })
    }
    if (this.#dirty.size > 0) this.#flushLater()
    return changes
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  async #appendOrReport(changes: readonly IndexChange[], isDurable: boolean): Promise<void> {
    try {
      if (changes.length > 0) await this.#append(changes, isDurable)
    } catch {
      this.#options.report(
        'The chat index could not be written; it is made good at the next start.',
      )
    }
  }

  async #append(changes: readonly IndexChange[], isDurable: boolean): Promise<void> {
    try {
      const text = changes.map((change) => `${JSON.stringify(change)}\n`).join('')
      await this.#log.append(text, { isDurable })
    } catch (error) {
      this.#isBehind = true
      throw error
    }
    if ((this.#log.size ?? 0) > Math.max(FOLD_BYTES, this.#snapshotBytes)) this.#foldLater()
  }

  #foldLater(): void {
    this.#folding ??= this.fold()
      .catch(() => this.#options.report('The chat index could not be folded; it is tried again.'))
      .finally(() => {
        this.#folding = undefined
      })
  }

  /** Resolves when no fold runs. */
  async settled(): Promise<void> {
    await this.#folding
  }
}

/** Notes the last word on each file; undefined where its chat is gone. */
function apply(
  changes: readonly IndexChange[],
  changed: Map<string, IndexedChat | undefined>,
): void {
  for (const change of changes) {
    if ('remove' in change) changed.set(change.remove, undefined)
    else changed.set(change.set[2], fromRow(change.set))
  }
}

function ignoreMissing(error: unknown): void {
  if (!isSystemError(error, 'ENOENT')) throw error
}
