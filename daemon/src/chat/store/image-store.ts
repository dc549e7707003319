import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { StoredImage } from '@shortlist/contracts/chat'
import { z } from 'zod'
import type { PromptImage } from '../../platform/llm/llm.ts'
import {
  diskFileSystem,
  type FileSystem,
  FOLDER_MODE,
  isSystemError,
  newerVersion,
  storageError,
  syncFolder,
  writeFileDurably,
} from '../../platform/storage/file-system.ts'
import { parseJson } from '../../platform/storage/parse-json.ts'

export interface ImageFile {
  readonly image: StoredImage
  readonly bytes: Uint8Array
}

const IMAGE_VERSION = 1
const Header = StoredImage.extend({ v: z.int().min(1), crc: z.int().optional() })

/**
 * Where an image of a chat is stored: its file lies in the folder of the chat's log. No id that a
 * client sends becomes a path.
 */
export class ImageStore {
  readonly #folder: string
  readonly #fs: FileSystem

  constructor(folder: string, fs: FileSystem = diskFileSystem) {
    this.#folder = folder
    this.#fs = fs
  }

  async open(): Promise<void> {
    await this.#fs.mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE })
    await this.#fs.chmod(this.#folder, FOLDER_MODE)
  }

  /** Stores an image of a chat, a header line with their CRC-32 and then its bytes. Throws `STORE_FULL` or `STORE_READONLY`. */
  async save(log: string, image: StoredImage, bytes: Uint8Array): Promise<void> {
    const crc = crc32(bytes)
    const header = Buffer.from(`${JSON.stringify({ v: IMAGE_VERSION, crc, ...image })}\n`)
    const fs = this.#fs
    try {
      await fs.mkdir(join(this.#folder, log), { recursive: true, mode: FOLDER_MODE })
      await syncFolder(fs, this.#folder)
      const path = this.#path(log, image.id)
      await writeFileDurably(path, Buffer.concat([header, bytes]), { fs })
    } catch (error) {
      throw storageError(error)
    }
  }

  /** The stored image of a chat; undefined where it is missing or damaged. Throws `STORE_NEWER` for a newer schema version. */
  async read(log: string, imageId: string): Promise<PromptImage | undefined> {
    const found = await this.#open(this.#path(log, imageId))
    return found && { type: found.image.type, bytes: found.bytes }
  }

  /** Every image of a chat, one at a time. */
  async *of(log: string): AsyncGenerator<ImageFile> {
    const folder = join(this.#folder, log)
    for (const name of await this.#names(folder)) {
      const found = await this.#open(join(folder, name))
      if (found) yield found
    }
  }

  async removeAll(log: string): Promise<void> {
    await this.#fs.rm(join(this.#folder, log), { recursive: true, force: true })
  }

  /** The chats that have images, by log. */
  owners(): Promise<readonly string[]> {
    return this.#names(this.#folder)
  }

  #path(log: string, imageId: string): string {
    return join(this.#folder, log, createHash('sha256').update(imageId).digest('hex'))
  }

  async #open(path: string): Promise<ImageFile | undefined> {
    const content = await this.#fs.readFile(path).catch(missing)
    if (!content) return undefined
    const border = content.indexOf('\n')
    const header = Header.safeParse(parseJson(content.subarray(0, border))).data
    if (header && header.v > IMAGE_VERSION) throw newerVersion(path)
    if (!header) return undefined
    const { v: _, crc, ...image } = header
    const bytes = content.subarray(border + 1)
    return crc === undefined || crc === crc32(bytes) ? { image, bytes } : undefined
  }

  async #names(folder: string): Promise<readonly string[]> {
    return (await this.#fs.readdir(folder).catch(missing)) ?? []
  }
}

function missing(error: unknown): undefined {
  if (!isSystemError(error, 'ENOENT', 'EISDIR')) throw error
}
