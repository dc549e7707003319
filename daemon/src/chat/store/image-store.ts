import { join } from 'node:path'
import { StoredImage } from '@shortlist/contracts/chat'
import { z } from 'zod'
import type { PromptImage } from '../../platform/llm/llm.ts'
import { type FileSystem, FOLDER_MODE, isSystemError } from '../../platform/storage/file-system.ts'
import { newerVersion } from '../../platform/storage/newer-version.ts'
import { json } from '../../platform/storage/split-journal.ts'
import { storageError } from '../../platform/storage/storage-error.ts'
import { syncFolder } from '../../platform/storage/sync-folder.ts'
import { writeFileDurably } from '../../platform/storage/write-file-durably.ts'
import type { ChatFolders } from './chat-folders.ts'

export interface ImageFile {
  readonly image: StoredImage
  readonly bytes: Uint8Array
}

const IMAGE_VERSION = 1
const Header = StoredImage.extend({ v: z.int().min(1) })

/** The images of chats: one folder per chat, each file a header line and then the image's bytes. */
export class ImageStore {
  readonly #folders: ChatFolders
  readonly #fs: FileSystem

  constructor(folders: ChatFolders, fs: FileSystem) {
    this.#folders = folders
    this.#fs = fs
  }

  /** Throws `STORE_FULL` or `STORE_READONLY`. */
  async save(fileId: string, image: StoredImage, bytes: Uint8Array): Promise<void> {
    const header = Buffer.from(`${JSON.stringify({ v: IMAGE_VERSION, ...image })}\n`)
    const fs = this.#fs
    try {
      await fs.mkdir(this.#folders.imagesOf(fileId), { recursive: true, mode: FOLDER_MODE })
      await syncFolder(fs, this.#folders.images)
      const path = this.#folders.image(fileId, image.id)
      await writeFileDurably(path, Buffer.concat([header, bytes]), { fs })
    } catch (error) {
      throw storageError(error)
    }
  }

  /** Throws `STORE_NEWER` for a newer schema version. */
  async read(fileId: string, imageId: string): Promise<PromptImage | undefined> {
    const found = await this.#open(this.#folders.image(fileId, imageId))
    return found && { type: found.image.type, bytes: found.bytes }
  }

  /** Every image of a chat, one at a time. */
  async *of(fileId: string): AsyncGenerator<ImageFile> {
    const folder = this.#folders.imagesOf(fileId)
    for (const name of await this.#names(folder)) {
      const found = await this.#open(join(folder, name))
      if (found) yield found
    }
  }

  async removeAll(fileId: string): Promise<void> {
    await this.#fs.rm(this.#folders.imagesOf(fileId), { recursive: true, force: true })
  }

  /** The chats that have images, by file id. */
  owners(): Promise<readonly string[]> {
    return this.#names(this.#folders.images)
  }

  async #open(path: string): Promise<ImageFile | undefined> {
    const content = await this.#fs.readFile(path).catch(missing)
    if (!content) return undefined
    const border = content.indexOf('\n')
    const header = Header.safeParse(json(content.subarray(0, border))).data
    if (header && header.v > IMAGE_VERSION) throw newerVersion(path)
    if (!header) return undefined
    const { v: _, ...image } = header
    return { image, bytes: content.subarray(border + 1) }
  }

  async #names(folder: string): Promise<readonly string[]> {
    return (await this.#fs.readdir(folder).catch(missing)) ?? []
  }
}

function missing(error: unknown): undefined {
  if (!isSystemError(error, 'ENOENT')) throw error
}
