import { maxBytesOf, sizeReason } from '@shortlist/file-selection/file-size'
import type { ReceivedFile, RefusedFile } from '../ports.ts'
import type { PartSink } from './form-parser.ts'
import type { SpoolFile, SpoolFiles } from './spool-files.ts'

/** A file of an upload on its way to the disk. */
export class IncomingFile implements PartSink {
  readonly #path: string
  readonly #spool: SpoolFiles
  /** What the disk does not have yet. */
  #pieces: Buffer[] = []
  #file: SpoolFile | undefined
  #bytes = 0
  #isEnded = false
  #fate: ReceivedFile | RefusedFile | undefined

  constructor(path: string, spool: SpoolFiles) {
    this.#path = path
    this.#spool = spool
  }

  /** What became of it; undefined until the disk has all of it. */
  get fate(): ReceivedFile | RefusedFile | undefined {
    return this.#fate
  }

  write(bytes: Buffer): void {
    this.#bytes += bytes.length
    if (this.#isTooLarge()) this.#pieces = []
    else this.#pieces.push(bytes)
  }

  end(): void {
    this.#isEnded = true
  }

  /** Hands what has come to the disk; a file that is too large is taken back from there. */
  async flush(): Promise<void> {
    const pieces = this.#pieces
    this.#pieces = []
    if (this.#isTooLarge()) {
      await this.#file?.drop()
      this.#file = undefined
    } else if (pieces.length > 0) {
      this.#file ??= await this.#spool.create()
      await this.#file.write(pieces)
    }
    if (this.#isEnded) this.#fate = await this.#finish()
  }

  async #finish(): Promise<ReceivedFile | RefusedFile> {
    const path = this.#path
    const bytes = this.#bytes
    const reason = sizeReason(path, bytes)
    if (reason !== null || !this.#file) return { path, status: 'skipped', reason: reason ?? '' }
    return { path, spool: this.#file.path, bytes, sha256: await this.#file.finish() }
  }

  #isTooLarge(): boolean {
    return this.#bytes > maxBytesOf(this.#path)
  }
}
