import { UPLOAD_MAX_BYTES, UPLOAD_MAX_FILES } from '@shortlist/contracts/limits'
import { maxBytesOf, sizeReason } from '@shortlist/file-selection/file-size'
import { safePath } from '@shortlist/file-selection/path-refusal'
import { skipReason } from '@shortlist/file-selection/skip-reason'
import { AppError } from '../../errors.ts'
import { cutLine, plainLine } from '../../platform/plain-line.ts'
import type { ReceivedFile, RefusedFile } from '../ports.ts'
import type { PartHeader, PartSink } from './form-parser.ts'
import { partName } from './part-name.ts'
import type { SpoolFile, SpoolFiles } from './spool-files.ts'

/** Longer than any id of an account. */
const FIELD_MAX_BYTES = 1024
/** Beside the files: the id, and what a client adds of its own. */
const FIELDS_MAX = 100
/** Of a name that is refused, what is shown of it. */
const SHOWN_MAX_CHARACTERS = 200

const encodings: ReadonlySet<string> = new Set(['', 'binary', '7bit', '8bit'])
const drained: PartSink = { write() {}, end() {} }

/** Decides what becomes of each part of an upload, and has what is kept written in order. */
export class ReceivedParts {
  readonly files: ReceivedFile[] = []
  readonly refused: RefusedFile[] = []
  /** How many files the form has had so far. */
  total = 0
  userId: string | undefined
  readonly #spool: SpoolFiles
  readonly #paths = new Set<string>()
  /** What the disk has to do; the form is not read on before it is done. */
  readonly #writes: (() => Promise<void>)[] = []
  #bytes = 0
  #fields = 0

  constructor(spool: SpoolFiles) {
    this.#spool = spool
  }

  /** Takes the next part. Throws `TOO_LARGE` above the limits of an upload, `VALIDATION`. */
  begin({ disposition, encoding }: PartHeader): PartSink {
    const name = disposition ? partName(disposition) : null
    if (name === null)
      return this.#refuse(shown(disposition), 'The name of the file cannot be read.')
    if (name.fileName === null) return this.#field(name.field)
    if (name.field !== 'files') return drained
    return this.#file(name.fileName, encoding)
  }

  /** Resolves when the disk has all that has come so far. */
  async written(): Promise<void> {
    for (const write of this.#writes) await write()
    this.#writes.length = 0
  }

  #field(field: string): PartSink {
    if (++this.#fields > FIELDS_MAX) {
      throw new AppError('TOO_LARGE', `An upload has at most ${FIELDS_MAX} fields.`)
    }
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
    this.#count()
    this.refused.push({ path, status: 'skipped', reason })
    return { write: ({ length }) => this.#weigh(length), end() {} }
  }

  #receive(path: string): PartSink {
    this.#count()
    const most = maxBytesOf(path)
    let spool: SpoolFile | undefined
    let bytes = 0
    return {
      write: (piece) => {
        this.#weigh(piece.length)
        bytes += piece.length
        const isTooLarge = bytes > most
        this.#writes.push(async () => {
          if (isTooLarge) {
            await spool?.drop()
            spool = undefined
          } else {
            spool ??= await this.#spool.create()
            await spool.write(piece)
          }
        })
      },
      end: () => {
        this.#writes.push(async () => {
          const reason = sizeReason(path, bytes)
          if (reason !== null) this.refused.push({ path, status: 'skipped', reason })
          else if (spool) {
            this.files.push({ path, spool: spool.path, bytes, sha256: await spool.finish() })
          }
        })
      },
    }
  }

  #count(): void {
    if (++this.total > UPLOAD_MAX_FILES) {
      throw new AppError('TOO_LARGE', `An upload has at most ${UPLOAD_MAX_FILES} files.`)
    }
  }

  #weigh(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > UPLOAD_MAX_BYTES) {
      throw new AppError('TOO_LARGE', `An upload has at most ${UPLOAD_MAX_BYTES / 1024 / 1024} MB.`)
    }
  }
}

/** A name that goes no further, fit to be shown. */
function shown(raw: string | Buffer | undefined): string {
  return cutLine(plainLine(String(raw ?? '')), SHOWN_MAX_CHARACTERS)
}
