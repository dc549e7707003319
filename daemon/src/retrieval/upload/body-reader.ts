import { UPLOAD_MAX_BYTES, UPLOAD_MAX_FILES } from '@shortlist/contracts/limits'
import { AppError } from '../../errors.ts'

/** The header of a part with the longest path, in bytes. */
const PART_OVERHEAD = 2048
const BODY_MAX_BYTES = UPLOAD_MAX_BYTES + UPLOAD_MAX_FILES * PART_OVERHEAD

/** Reads the body of an upload, and no more than an upload may have. */
export class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #bytes = 0
  #isOver = false

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader()
  }

  /** Undefined at the end. Throws `VALIDATION` where the body breaks off, and `TOO_LARGE`. */
  async next(): Promise<Uint8Array | undefined> {
    const value = await this.#read()
    this.#bytes += value?.length ?? 0
    if (this.#bytes > BODY_MAX_BYTES) {
      this.#isOver = true
      await this.#reader.cancel()
      throw new AppError('TOO_LARGE', 'The upload is larger than its files may be.')
    }
    return value
  }

  /** Reads on to the end for nothing: most clients hear an answer only after they have sent all. */
  async drain(): Promise<void> {
    while (!this.#isOver) await this.next().catch(() => {})
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#reader.read()
      if (done) this.#isOver = true
      return value
    } catch (cause) {
      this.#isOver = true
      throw new AppError('VALIDATION', 'The upload is not complete.', { cause })
    }
  }
}
