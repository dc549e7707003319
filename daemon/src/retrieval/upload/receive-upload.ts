import { createHash, randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_FILES } from '@shortlist/contracts/limits'
import { maxBytesOf, safePath, sizeReason, skipReason } from '@shortlist/file-selection/skip-reason'
import { AppError } from '../../errors.ts'
import { atOnce } from '../../platform/at-once.ts'
import { cleanLine } from '../../platform/clean-text.ts'
import {
  diskFileSystem,
  FILE_MODE,
  type FileSystem,
  FOLDER_MODE,
  storageError,
} from '../../platform/storage/file-system.ts'
import type { ReceivedFile, ReceivedUpload, RefusedFile, UploadBody } from '../ports.ts'
import { type PartHeader, type PartSink, parseForm } from './form-parser.ts'

/**
 * Writes the files of a form to temporary files while it arrives; no more of it is in memory than
 * the disk has not taken yet. What is refused by name never reaches the disk; every file has its
 * place in `files` or in `refused`. Where this fails nothing is left, and the rest of the form has
 * been read, so that the client hears why. Throws `VALIDATION` for a form that is broken,
 * `TOO_LARGE` above the limits of an upload, `STORE_FULL` and `STORE_READONLY`.
 */
export async function receiveUpload(
  { contentType, stream }: UploadBody,
  spoolFolder: string,
  fs: FileSystem = diskFileSystem,
): Promise<ReceivedUpload> {
  const parts = new ReceivedParts(join(spoolFolder, randomUUID()), fs)
  const body = bytesOf(stream)
  try {
    const begin = (header: PartHeader) => parts.begin(header)
    await parseForm(contentType, body, begin, () => parts.written())
  } catch (failure) {
    await drain(body)
    await parts.dispose()
    throw failure
  }
  const { userId, total, fates } = parts
  const files = fates.filter((fate) => 'spool' in fate)
  const refused = fates.filter((fate) => 'reason' in fate)
  return { userId, total, files, refused, dispose: () => parts.dispose() }
}

/** The header of a part with the longest path, in bytes. */
const PART_OVERHEAD = 2048
const BODY_MAX_BYTES = UPLOAD_MAX_BYTES + UPLOAD_MAX_FILES * PART_OVERHEAD

/**
 * The body of an upload, and no more than an upload may have. Throws `VALIDATION` where it breaks
 * off, and `TOO_LARGE`.
 */
export async function* bytesOf(stream: UploadBody['stream']): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new AppError('VALIDATION', 'The upload is not complete.', { cause })
    })
    if (done) return
    bytes += value.length
    if (bytes > BODY_MAX_BYTES) {
      await reader.cancel()
      throw new AppError('TOO_LARGE', 'The upload is larger than its files may be.')
    }
    yield value
  }
}

/** Reads on to the end for nothing: most clients hear an answer only after they have sent all. */
export async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of body);
  } catch {
    // why it is refused is known
  }
}

/** Longer than any id of an account. */
const FIELD_MAX_BYTES = 1024
/** The files, the id, and what a client adds of its own. */
const PARTS_MAX = UPLOAD_MAX_FILES + 100
/** Of a name that is refused, what is shown of it. */
const SHOWN_MAX_CHARACTERS = 200

const encodings: ReadonlySet<string> = new Set(['', 'binary', '7bit', '8bit'])
const drained: PartSink = { write() {}, end() {} }

/** Files that are written at the same time. */
const AT_ONCE = 8

/** Decides what becomes of each part of an upload, and hands what is kept to the disk. */
class ReceivedParts {
  userId: string | undefined
  /** Of the temporary files alone; it is made with the first one. */
  readonly #folder: string
  readonly #fs: FileSystem
  #made: Promise<unknown> | undefined
  readonly #paths = new Set<string>()
  /** In the order of the form. */
  readonly #files: (RefusedFile | IncomingFile)[] = []
  /** Those the disk does not have all of. */
  readonly #incoming = new Set<IncomingFile>()
  #bytes = 0
  #parts = 0

  constructor(folder: string, fs: FileSystem) {
    this.#folder = folder
    this.#fs = fs
  }

  /** How many files the form has had so far. */
  get total(): number {
    return this.#files.length
  }

  /** What became of each file, in the order of the form, as far as that is known. */
  get fates(): (ReceivedFile | RefusedFile)[] {
    return this.#files
      .map((file) => (file instanceof IncomingFile ? file.fate : file))
      .filter((fate) => fate !== undefined)
  }

  /** Takes the next part. Throws `TOO_LARGE` above the limits of an upload, `VALIDATION`. */
  begin({ name, raw, encoding }: PartHeader): PartSink {
    if (++this.#parts > PARTS_MAX) throw tooManyFiles()
    if (name === null) return this.#refuse(shown(raw), 'The name of the file cannot be read.')
    if (name.fileName === null) return this.#field(name.field)
    if (name.field !== 'files') return drained
    return this.#file(name.fileName, encoding)
  }

  /** Resolves when the disk has all that has come so far. */
  async written(): Promise<void> {
    // whichever fails, nothing is being written any more when this ends
    await atOnce(this.#incoming, AT_ONCE, async (file) => {
      await file.flush()
      if (file.fate) this.#incoming.delete(file)
    })
  }

  /** Removes the temporary files, as far as the disk lets it: `removeLeftUploads` removes what stays. */
  async dispose(): Promise<void> {
    await Promise.allSettled([...this.#incoming].map((file) => file.close()))
    if (!this.#made) return
    await Promise.allSettled([this.#fs.rm(this.#folder, { recursive: true, force: true })])
  }

  #field(field: string): PartSink {
    if (field !== 'userId') return drained
    const pieces: Buffer[] = []
    let bytes = 0
    return {
      write(piece) {
        bytes += piece.length
        if (bytes <= FIELD_MAX_BYTES) pieces.push(piece)
      },
      end: () => {
        if (bytes > FIELD_MAX_BYTES) throw new AppError('VALIDATION', 'userId is too long')
        const value = Buffer.concat(pieces).toString()
        // two ids would leave open whose upload this is
        if (this.userId !== undefined && this.userId !== value) {
          throw new AppError('VALIDATION', 'userId is given twice')
        }
        this.userId = value
      },
    }
  }

  #file(raw: string, encoding: string): PartSink {
    if (raw === '') return this.#unnamed()
    const safe = safePath(raw)
    if ('reason' in safe) return this.#refuse(shown(raw), safe.reason)
    const { path } = safe
    if (this.#paths.has(path))
      return this.#refuse(path, 'The upload has another file of this path.')
    this.#paths.add(path)
    const reason = encodings.has(encoding)
      ? skipReason(path)
      : `The file is sent as ${shown(encoding)}, which is not taken.`
    return reason === null ? this.#receive(path) : this.#refuse(path, reason)
  }

  /** What browsers send where nothing was chosen is no file. */
  #unnamed(): PartSink {
    let sink: PartSink | undefined
    return {
      write: (piece) => {
        sink ??= this.#refuse('', 'The file has no name.')
        sink.write(piece)
      },
      end() {},
    }
  }

  #refuse(path: string, reason: string): PartSink {
    this.#add({ path, status: 'skipped', reason })
    return { write: ({ length }) => this.#weigh(length), end() {} }
  }

  #receive(path: string): PartSink {
    const file = new IncomingFile(path, this.#fs, () => this.#open())
    this.#add(file)
    this.#incoming.add(file)
    return {
      write: (piece) => {
        this.#weigh(piece.length)
        file.write(piece)
      },
      end: () => file.end(),
    }
  }

  /** Begins a temporary file under a random name. */
  async #open(): Promise<SpoolFile> {
    this.#made ??= this.#fs.mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE })
    await this.#made
    const path = join(this.#folder, randomUUID())
    return { path, handle: await this.#fs.open(path, 'wx', FILE_MODE) }
  }

  #add(file: RefusedFile | IncomingFile): void {
    if (this.#files.length === UPLOAD_MAX_FILES) throw tooManyFiles()
    this.#files.push(file)
  }

  #weigh(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > UPLOAD_MAX_BYTES) {
      throw new AppError('TOO_LARGE', `An upload has at most ${UPLOAD_MAX_BYTES / 1024 / 1024} MB.`)
    }
  }
}

function tooManyFiles(): AppError {
  return new AppError('TOO_LARGE', `An upload has at most ${UPLOAD_MAX_FILES} files.`)
}

/** A name that goes no further, fit to be shown. */
function shown(raw: string): string {
  return cleanLine(raw, SHOWN_MAX_CHARACTERS)
}

interface SpoolFile {
  /** Absolute. */
  readonly path: string
  readonly handle: FileHandle
}

/** A file of an upload on its way to the disk. */
class IncomingFile {
  /** What became of it; undefined until the disk has all of it. */
  fate: ReceivedFile | RefusedFile | undefined
  readonly #path: string
  readonly #fs: FileSystem
  readonly #open: () => Promise<SpoolFile>
  readonly #hash = createHash('sha256')
  /** What the disk does not have yet. */
  #pieces: Buffer[] = []
  #file: SpoolFile | undefined
  #bytes = 0
  #isEnded = false

  constructor(path: string, fs: FileSystem, open: () => Promise<SpoolFile>) {
    this.#path = path
    this.#fs = fs
    this.#open = open
  }

  write(bytes: Buffer): void {
    this.#bytes += bytes.length
    if (this.#isTooLarge()) this.#pieces = []
    else this.#pieces.push(bytes)
  }

  end(): void {
    this.#isEnded = true
  }

  /**
   * Hands what has come to the disk; a file that is too large is taken back from there. Throws
   * `STORE_FULL` and `STORE_READONLY`.
   */
  async flush(): Promise<void> {
    try {
      await this.#flush()
      if (this.#isEnded) this.fate = await this.#finish()
    } catch (failure) {
      throw storageError(failure)
    }
  }

  async close(): Promise<void> {
    await this.#file?.handle.close()
  }

  async #flush(): Promise<void> {
    const pieces = this.#pieces
    this.#pieces = []
    if (this.#isTooLarge()) {
      await this.close()
      if (this.#file) await this.#fs.rm(this.#file.path)
      this.#file = undefined
    } else if (pieces.length > 0) {
      this.#file ??= await this.#open()
      const bytes = Buffer.concat(pieces)
      this.#hash.update(bytes)
      await this.#file.handle.writeFile(bytes)
    }
  }

  async #finish(): Promise<ReceivedFile | RefusedFile> {
    const [path, bytes, file] = [this.#path, this.#bytes, this.#file]
    const reason = sizeReason(path, bytes)
    if (reason !== null || !file) return { path, status: 'skipped', reason: reason ?? '' }
    await this.close()
    return { path, spool: file.path, bytes, sha256: this.#hash.digest('hex') }
  }

  #isTooLarge(): boolean {
    return this.#bytes > maxBytesOf(this.#path)
  }
}
