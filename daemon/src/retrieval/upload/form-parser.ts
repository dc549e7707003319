import { setImmediate as nextTurn } from 'node:timers/promises'
import { Dicer } from '@fastify/busboy'
import { AppError } from '../../errors.ts'

/** Takes the content of one part. */
export interface PartSink {
  write(bytes: Buffer): void
  end(): void
}

export interface PartHeader {
  /** The bytes of its value; undefined where there is none that can be read, or two. */
  readonly disposition: Buffer | undefined
  /** In small letters. */
  readonly encoding: string
}

/**
 * How much is parsed in one turn of the event loop, in bytes: of the smallest parts that there are,
 * some milliseconds.
 */
const PIECE = 16 * 1024

const boundaryOf =
  /^\s*multipart\/form-data\s*;(?:.*;)?\s*boundary\s*=\s*(?:"([\x20-\x7e]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i

type DicerHeader = Readonly<Record<string, readonly string[] | undefined>>

/**
 * Takes a form apart while it arrives. Each part is announced to `onPart` before its content, every
 * one of them, readable or not. Throws `VALIDATION` for what is no form, and what `onPart` and its
 * sinks throw.
 */
export class FormParser {
  readonly #dicer: Dicer
  readonly #onPart: (header: PartHeader) => PartSink
  readonly #done = Promise.withResolvers<void>()
  #open = 0
  #isFinished = false
  #failure: unknown

  constructor(contentType: string, onPart: (header: PartHeader) => PartSink) {
    this.#onPart = onPart
    this.#dicer = new Dicer({ boundary: readBoundary(contentType) })
    this.#dicer.on('part', (part) => this.#follow(part))
    this.#dicer.on('error', (cause) => this.#fail(brokenOff(cause)))
    this.#dicer.on('finish', () => {
      this.#isFinished = true
      this.#settle()
    })
    // whoever ends the form hears of it there
    this.#done.promise.catch(() => {})
  }

  /** Resolves when all content that was complete has gone to its sinks. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += PIECE) {
      this.#throwFailure()
      // what follows the end of the form is nobody's
      if (this.#isFinished || !this.#dicer.writable) return
      const piece = Buffer.from(
        bytes.buffer,
        bytes.byteOffset + at,
        Math.min(PIECE, bytes.length - at),
      )
      await new Promise<void>((resolve) => this.#dicer.write(piece, () => resolve()))
      // the streams of the parts hand on what they have before anything else is read
      await nextTurn()
    }
    this.#throwFailure()
  }

  /** The form is whole, and every sink has heard its end. */
  async end(): Promise<void> {
    if (this.#dicer.writable) this.#dicer.end()
    await this.#done.promise
  }

  #follow(part: Dicer.PartStream): void {
    this.#open++
    let sink: PartSink | undefined
    const sinkOf = (header: DicerHeader) => {
      sink ??= this.#onPart(readHeader(header))
      return sink
    }
    part.on('header', (header) => this.#guard(() => sinkOf(header as DicerHeader)))
    part.on('data', (bytes: Buffer) => this.#guard(() => sink?.write(bytes)))
    part.on('error', (cause) => this.#fail(brokenOff(cause)))
    part.on('end', () => {
      // a part that ends within its header has none
      this.#guard(() => sinkOf({}).end())
      this.#open--
      this.#settle()
    })
  }

  /** Nothing is thrown into the parser, which would not come out of it. */
  #guard(work: () => void): void {
    if (this.#failure !== undefined) return
    try {
      work()
    } catch (failure) {
      this.#fail(failure)
    }
  }

  #fail(failure: unknown): void {
    this.#failure ??= failure
    this.#done.reject(this.#failure)
  }

  #settle(): void {
    if (this.#isFinished && this.#open === 0) this.#done.resolve()
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure
  }
}

function readBoundary(contentType: string): string {
  const [, inQuotes, bare] = boundaryOf.exec(contentType) ?? []
  const boundary = inQuotes ?? bare
  if (boundary === undefined) {
    throw new AppError('VALIDATION', 'The upload must be form data with a boundary.')
  }
  return boundary
}

function readHeader(header: DicerHeader): PartHeader {
  const [disposition, second] = header['content-disposition'] ?? []
  const encoding = header['content-transfer-encoding']?.[0] ?? 'binary'
  return {
    // the parser makes one character of each byte
    disposition:
      disposition === undefined || second !== undefined
        ? undefined
        : Buffer.from(disposition, 'latin1'),
    encoding: encoding.trim().toLowerCase(),
  }
}

function brokenOff(cause: unknown): AppError {
  return new AppError('VALIDATION', 'The upload is not complete.', { cause })
}
