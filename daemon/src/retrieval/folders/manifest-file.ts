import { AppError } from '../../errors.ts'
import { type DurableJsonFile, durableJsonFile } from '../../platform/storage/durable-json-file.ts'
import { type FileSystem, isSystemError } from '../../platform/storage/file-system.ts'
import { setAside } from '../../platform/storage/set-aside.ts'
import { syncFolder } from '../../platform/storage/sync-folder.ts'
import type { AccountPlaces } from './account-places.ts'
import {
  contentOf,
  type FolderContent,
  itemsOf,
  MANIFEST_VERSION,
  manifestJson,
} from './manifest-rows.ts'

export interface ManifestOptions {
  readonly places: AccountPlaces
  readonly fs: FileSystem
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
}

export interface ManifestReading {
  readonly content: FolderContent
  /** True where the latest generation is lost and this is the one before it. */
  readonly isOlder: boolean
}

type Items = Awaited<ReturnType<typeof manifestJson.parse>>

/** The list of a folder's files on disk. What it promises survives a power cut. */
export class ManifestFile {
  readonly #options: ManifestOptions
  readonly #path: string
  readonly #removed: string
  readonly #file: DurableJsonFile<Items>
  #isRepaired = false

  constructor(folderId: string, options: ManifestOptions) {
    this.#options = options
    this.#path = options.places.manifest(folderId)
    this.#removed = options.places.removed(folderId)
    this.#file = this.#open(() => {
      this.#isRepaired = true
    })
  }

  /**
   * Undefined where there is none, `'damaged'` where neither the manifest nor its backup can be used.
   * Throws `STORE_NEWER`, and the system's error where the disk cannot be read.
   */
  async read(): Promise<ManifestReading | 'damaged' | undefined> {
    try {
      const items = await this.#file.read()
      if (!items) return undefined
      const content = await contentOf(items)
      return content ? { content, isOlder: this.#isRepaired } : 'damaged'
    } catch (error) {
      const isDamaged = error instanceof AppError ? error.code === 'INTERNAL' : !hasCode(error)
      if (isDamaged) return 'damaged'
      throw error
    }
  }

  /** Throws `STORE_FULL` or `STORE_READONLY`. */
  write(content: FolderContent): Promise<void> {
    return this.#file.write([...itemsOf(content)])
  }

  /** The generation before the last write counts again. */
  async undoWrite(): Promise<void> {
    await this.#options.fs.rename(`${this.#path}.bak`, this.#path)
    await this.#sync()
  }

  /** From now on the folder counts as removed; `clear` takes away what is left of it. */
  async remove(): Promise<void> {
    try {
      await this.#options.fs.rename(this.#path, this.#removed)
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw error
    }
    try {
      await this.#sync()
    } catch (error) {
      await Promise.allSettled([this.#options.fs.rename(this.#removed, this.#path)])
      throw error
    }
  }

  async undoRemove(): Promise<void> {
    await this.#options.fs.rename(this.#removed, this.#path)
    await this.#sync()
  }

  /** The mark of a removed folder goes last: while it lies there, clearing begins again. */
  async clear(): Promise<void> {
    const { fs } = this.#options
    await fs.rm(`${this.#path}.bak`, { force: true })
    await this.#sync()
    await fs.rm(this.#removed, { force: true })
  }

  /** False where the file names what a failed write was to bring, or cannot be asked. */
  async isAsBefore(): Promise<boolean> {
    try {
      const onDisk = this.#open(this.#options.report)
      await onDisk.read()
      return onDisk.rev <= this.#file.rev
    } catch {
      return false
    }
  }

  /** Writes a manifest in the place of a damaged one, which goes to `corrupt/` with its backup. */
  async replaceDamaged(content: FolderContent): Promise<void> {
    await this.#setAside(`${this.#path}.bak`)
    await this.write(content)
    // the damaged one, which lay in its place until now
    await this.#setAside(`${this.#path}.bak`)
  }

  /** Moves a damaged manifest and its backup to `corrupt/`. */
  async setAside(): Promise<void> {
    await this.#setAside(`${this.#path}.bak`)
    await this.#setAside(this.#path)
  }

  async #setAside(path: string): Promise<void> {
    try {
      await setAside(path, this.#options.fs)
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw error
    }
  }

  #sync(): Promise<void> {
    return syncFolder(this.#options.fs, this.#options.places.folders)
  }

  #open(report: (sentence: string) => void): DurableJsonFile<Items> {
    return durableJsonFile(this.#path, {
      version: MANIFEST_VERSION,
      report,
      fs: this.#options.fs,
      json: manifestJson,
      isInLargeFolder: true,
    })
  }
}

/** True for an error of the system, as opposed to rows of another shape. */
function hasCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error
}
