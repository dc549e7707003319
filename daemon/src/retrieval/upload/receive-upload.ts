import { UPLOAD_MAX_BYTES, UPLOAD_MAX_FILES } from '@shortlist/contracts/limits'
import { AppError } from '../../errors.ts'
import { diskFileSystem, type FileSystem } from '../../platform/storage/file-system.ts'
import type { ReceivedUpload, UploadBody } from '../ports.ts'
import { FormParser } from './form-parser.ts'
import { ReceivedParts } from './received-parts.ts'
import { SpoolFiles } from './spool-files.ts'

/**
 * Writes the files of a form to temporary files while it arrives; no more of it is in memory than
 * the disk has not taken yet. What is refused by name never reaches the disk; every file has its
 * place in `files` or in `refused`. Where this fails nothing is left, and the rest of the form has
 * been read, so that the client hears why. Throws `VALIDATION` for a form that is broken,
 * `TOO_LARGE` above the limits of an upload, `STORE_FULL` and `STORE_READONLY`.
 */
export async function receiveUpload(
  body: UploadBody,
  spoolFolder: string,
  fs: FileSystem = diskFileSystem,
): Promise<ReceivedUpload> {
  const spool = new SpoolFiles(spoolFolder, fs)
  const parts = new ReceivedParts(spool)
  try {
    await receive(body, parts)
  } catch (failure) {
    await spool.dispose()
    throw failure
  }
  const { userId, total, fates } = parts
  const files = fates.filter((fate) => 'spool' in fate)
  const refused = fates.filter((fate) => 'reason' in fate)
  return { userId, total, files, refused, dispose: () => spool.dispose() }
}

async function receive({ contentType, stream }: UploadBody, parts: ReceivedParts): Promise<void> {
  const body = new BodyReader(stream)
  try {
    const parser = new FormParser(contentType, (header) => parts.begin(header))
    for (let bytes = await body.next(); bytes; bytes = await body.next()) {
      await parser.write(bytes)
      await parts.written()
    }
    await parser.end()
    await parts.written()
  } catch (failure) {
    await body.drain()
    throw failure
  }
}

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
