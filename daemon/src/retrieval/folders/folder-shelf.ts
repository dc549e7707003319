import type { StoredFile, StoredFolder } from '../ports.ts'
import type { Size } from './folder-draft.ts'
import type { ManifestFile } from './manifest-file.ts'

/** A folder with its manifest; `folder` is never changed but put in the place of another. */
export interface KeptFolder {
  readonly folder: StoredFolder
  readonly manifest: ManifestFile
}

export interface OwnedFile {
  readonly folderId: string
  readonly file: StoredFile
}

export interface ShelfChange {
  /** Without files the folder goes. */
  readonly kept: KeptFolder
  readonly added: Iterable<StoredFile>
  readonly dropped: Iterable<StoredFile>
}

/** The folders of one account in memory. A change costs what it changes, not what there is. */
export class FolderShelf {
  readonly #folders = new Map<string, KeptFolder>()
  readonly #ids = new Map<string, string>()
  readonly #files = new Map<string, OwnedFile>()
  #sorted: readonly StoredFolder[] | undefined
  #bytes = 0

  get size(): Size {
    return { files: this.#files.size, bytes: this.#bytes }
  }

  /** By name. */
  get all(): readonly StoredFolder[] {
    this.#sorted ??= Array.from(this.#folders.values(), ({ folder }) => folder).sort(byName)
    return this.#sorted
  }

  get(folderId: string): KeptFolder | undefined {
    return this.#folders.get(folderId)
  }

  named(name: string): KeptFolder | undefined {
    return this.#folders.get(this.#ids.get(name) ?? '')
  }

  file(fileId: string): OwnedFile | undefined {
    return this.#files.get(fileId)
  }

  apply({ kept, added, dropped }: ShelfChange): void {
    const { id, name, files } = kept.folder
    for (const file of dropped) {
      if (this.#files.delete(file.id)) this.#bytes -= file.bytes
    }
    for (const file of added) {
      this.#files.set(file.id, { folderId: id, file })
      this.#bytes += file.bytes
    }
    if (files.size > 0) {
      this.#folders.set(id, kept)
      this.#ids.set(name, id)
    } else {
      this.#folders.delete(id)
      this.#ids.delete(name)
      // one that could not be read for a while may have the name too
      for (const { folder } of this.#folders.values()) {
        if (folder.name === name) this.#ids.set(name, folder.id)
      }
    }
    this.#sorted = undefined
  }
}

function byName(a: StoredFolder, b: StoredFolder): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return a.id < b.id ? -1 : 1
}
