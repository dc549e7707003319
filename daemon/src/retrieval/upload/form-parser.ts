import { setImmediate as nextTurn } from 'node:timers/promises'
import { Dicer } from '@fastify/busboy'
import { AppError } from '../../errors.ts'

/** Takes the content of one part. */
export interface PartSink {
  write(bytes: Buffer): void
  end(): void
}

export interface PartHeader {
  /** What the part says it is; null where that cannot be read. */
  readonly name: PartName | null
  /** What is shown of a part that cannot be read. */
  readonly raw: string
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
  const [raw = '', second] = header['content-disposition'] ?? []
  const encoding = header['content-transfer-encoding']?.[0] ?? 'binary'
  // the parser makes one character of each byte
  const bytes = Buffer.from(raw, 'latin1')
  const name = second === undefined ? partName(bytes) : null
  return { name, raw: String(bytes), encoding: encoding.trim().toLowerCase() }
}

function brokenOff(cause: unknown): AppError {
  return new AppError('VALIDATION', 'The upload is not complete.', { cause })
}

/** What the header of a part says it is; null where the part is no file. */
interface PartName {
  readonly field: string
  readonly fileName: string | null
}

const quoted = /"((?:[^"\\]|\\.)*)"/
const token = /([^\s";,]+)/
const parameter = new RegExp(
  `\\s*;\\s*([\\w-]+\\*?)\\s*=\\s*(?:${quoted.source}|${token.source})`,
  'y',
)
const end = /\s*;?\s*$/y

/**
 * Reads a Content-Disposition as forms have it (RFC 7578), from the bytes of its value; null where it
 * is another one or cannot be read as UTF-8. Nothing is decoded but `\"` and the extended form of
 * RFC 5987: what browsers write as %22, %0D and %0A stays, since they leave a `%` as it is.
 */
export function partName(header: Uint8Array): PartName | null {
  const text = utf8(header)
  if (text === null || !/^\s*form-data\s*(?:;|$)/i.test(text)) return null
  const parameters = readParameters(text, text.toLowerCase().indexOf('form-data') + 9)
  const field = parameters?.get('name')
  if (!parameters || field === undefined) return null
  const extended = parameters.get('filename*')
  if (extended === undefined) return { field, fileName: parameters.get('filename') ?? null }
  const fileName = readExtended(extended)
  return fileName === null ? null : { field, fileName }
}

/** By name in small letters; null where one is not whole, or given twice. */
function readParameters(text: string, from: number): Map<string, string> | null {
  const found = new Map<string, string>()
  let at = from
  for (;;) {
    parameter.lastIndex = at
    const match = parameter.exec(text)
    if (!match) break
    const [whole, name = '', inQuotes, bare = ''] = match
    const key = name.toLowerCase()
    if (found.has(key)) return null
    found.set(key, inQuotes?.replaceAll('\\"', '"') ?? bare)
    at += whole.length
  }
  end.lastIndex = at
  return end.test(text) ? found : null
}

/** UTF-8, the one character set that anybody uses there. */
function readExtended(value: string): string | null {
  const [, encoded] = /^utf-?8'[^']*'(.*)$/i.exec(value) ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
