import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { diskFileSystem, FILE_MODE, type FileSystem } from './file-system.ts'

interface OpenFile {
  readonly handle: Promise<FileHandle>
  users: number
}

const OPEN_OR_CREATE = constants.O_RDWR | constants.O_CREAT

/** Keeps descriptors open between uses: at most `limit`, the least recently used closed first. */
export class OpenFiles {
  readonly fs: FileSystem
  readonly #limit: number
  /** Least recently used first. */
  readonly #files = new Map<string, OpenFile>()

  constructor(fs: FileSystem = diskFileSystem, limit = 64) {
    this.fs = fs
    this.#limit = limit
  }

  /** Hands out the open file, which is created (0600) where there is none. */
  async use<Result>(path: string, work: (handle: FileHandle) => Promise<Result>): Promise<Result> {
    const file = this.#files.get(path) ?? {
      handle: this.fs.open(path, OPEN_OR_CREATE, FILE_MODE),
      users: 0,
    }
    this.#files.delete(path)
    this.#files.set(path, file)
    file.users += 1
    try {
      return await work(await file.handle)
    } catch (error) {
      // a descriptor that has failed once is not asked again
      await this.close(path)
      throw error
    } finally {
      file.users -= 1
      await this.#shrink()
    }
  }

  /** Closes the descriptor of a file, if there is one; nobody may be using it. */
  async close(path: string): Promise<void> {
    const file = this.#files.get(path)
    this.#files.delete(path)
    const [opened] = await Promise.allSettled([file?.handle])
    if (opened?.status === 'fulfilled') await opened.value?.close()
  }

  async closeAll(): Promise<void> {
    for (const path of [...this.#files.keys()]) await this.close(path)
  }

  async #shrink(): Promise<void> {
    for (const [path, { users }] of this.#files) {
      if (this.#files.size <= this.#limit) return
      if (users === 0) await this.close(path)
    }
  }
}
