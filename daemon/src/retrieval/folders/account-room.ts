import { AppError } from '../../errors.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import { storageError } from '../../platform/storage/storage-error.ts'
import type { FolderChange, StoredFile, StoredFolder } from '../ports.ts'
import { newId } from './account-places.ts'
import { type AccountParts, commitUpdates, type FolderUpdate } from './commit-updates.ts'
import { FolderDraft, type Size } from './folder-draft.ts'
import type { KeptFolder } from './folder-shelf.ts'

export interface RoomParts extends AccountParts {
  readonly now: () => Date
  /** What the account may hold. */
  readonly limits: Size
}

/** The folders of one account, changed one after the other. */
export class AccountRoom {
  readonly #parts: RoomParts
  readonly #exclusively = serialQueue()

  constructor(parts: RoomParts) {
    this.#parts = parts
  }

  get folders(): readonly StoredFolder[] {
    return this.#parts.shelf.all
  }

  recordOf(fileId: string): string | undefined {
    const owned = this.#parts.shelf.file(fileId)
    return owned && this.#parts.places.record(owned.folderId, fileId)
  }

  change(name: string, work: (change: FolderChange) => Promise<void>): Promise<StoredFolder> {
    return this.#alone(async () => {
      const kept = this.#parts.shelf.named(name) ?? this.#begin(name)
      const draft = this.#draft(kept)
      try {
        try {
          await work(draft)
        } finally {
          await draft.end()
        }
        return await this.#keep(kept, draft)
      } catch (error) {
        await this.#forget(kept, draft)
        throw error
      }
    })
  }

  removeFiles(fileIds: readonly string[]): Promise<number> {
    return this.#alone(async () => {
      const { shelf } = this.#parts
      const owned = [...new Set(fileIds)].flatMap((id) => shelf.file(id) ?? [])
      const updates: FolderUpdate[] = []
      for (const [folderId, files] of Map.groupBy(owned, (file) => file.folderId)) {
        const kept = shelf.get(folderId)
        if (!kept) continue
        const dropped = files.map(({ file }) => file)
        const left = new Map(kept.folder.files)
        for (const { path } of dropped) left.delete(path)
        updates.push(removal(this.#with(kept, left), dropped))
      }
      await commitUpdates(this.#parts, updates)
      return owned.length
    })
  }

  removeFolder(folderId: string): Promise<boolean> {
    return this.#alone(async () => {
      const kept = this.#parts.shelf.get(folderId)
      if (!kept) return false
      const dropped = [...kept.folder.files.values()]
      await commitUpdates(this.#parts, [removal(this.#with(kept, new Map()), dropped)])
      return true
    })
  }

  /** Resolves when the changes that were handed over so far are done. */
  settled(): Promise<void> {
    return this.#exclusively(async () => {})
  }

  #begin(name: string): KeptFolder {
    const id = newId()
    const folder = { id, name, updatedAt: this.#time(), files: new Map<string, StoredFile>() }
    return { folder, manifest: this.#parts.manifestOf(id) }
  }

  #draft({ folder: { id, files } }: KeptFolder): FolderDraft {
    const { records, shelf, limits } = this.#parts
    let prepared: Promise<void> | undefined
    return new FolderDraft({
      files,
      held: shelf.size,
      limits,
      async writeRecord(fileId, record) {
        prepared ??= records.prepare(id)
        await prepared
        await records.write(id, fileId, record)
      },
    })
  }

  async #keep(kept: KeptFolder, draft: FolderDraft): Promise<StoredFolder> {
    const { files, added, dropped, unneeded } = draft.result()
    if (added.length === 0 && dropped.length === 0) {
      await this.#clear(kept, unneeded)
      return kept.folder
    }
    if (added.length > 0) await this.#parts.records.sync(kept.folder.id)
    const next = this.#with(kept, files)
    await commitUpdates(this.#parts, [{ kept: next, added, dropped, unneeded }])
    return next.folder
  }

  /** Takes away what a failed change wrote, unless its manifest may be the one on disk. */
  async #forget(kept: KeptFolder, draft: FolderDraft): Promise<void> {
    if (await kept.manifest.isAsBefore()) await this.#clear(kept, draft.written)
  }

  async #clear({ folder }: KeptFolder, fileIds: Iterable<string>): Promise<void> {
    const { records, report, shelf } = this.#parts
    try {
      if (shelf.get(folder.id)) await records.remove(folder.id, fileIds)
      else await records.removeAll(folder.id)
    } catch {
      report('Records that are not needed could not be removed; it is tried again.')
    }
  }

  #with({ folder, manifest }: KeptFolder, files: ReadonlyMap<string, StoredFile>): KeptFolder {
    return { manifest, folder: { ...folder, files, updatedAt: this.#time() } }
  }

  #time(): string {
    return this.#parts.now().toISOString()
  }

  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#exclusively(() => work().catch(fail))
  }
}

function removal(kept: KeptFolder, dropped: readonly StoredFile[]): FolderUpdate {
  return { kept, added: [], dropped, unneeded: dropped.map(({ id }) => id) }
}

function fail(error: unknown): never {
  throw error instanceof AppError ? error : storageError(error)
}
