import { isUtf8 } from 'node:buffer'
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
 * one of them, readable or not. `onRead` is waited for before more is read, and at the end. Throws
 * `VALIDATION` for what is no form, and what the body, `onPart`, its sinks and `onRead` throw.
 */
export async function parseForm(
  contentType: string,
  body: AsyncIterator<Uint8Array>,
  onPart: (header: PartHeader) => PartSink,
  onRead: () => Promise<void>,
): Promise<void> {
  const dicer = new Dicer({ boundary: readBoundary(contentType) })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let failure: unknown
  /** The form and its parts that have not ended. */
  let open = 1
  const fail = (cause: unknown) => {
    failure ??= cause
    reject(failure)
  }
  const breakOff = (cause: Error) =>
    fail(new AppError('VALIDATION', 'The upload is not complete.', { cause }))
  const settle = () => {
    open -= 1
    if (open === 0) resolve()
  }
  /** Nothing is thrown into the parser, which would not come out of it. */
  const guard = (work: () => void) => {
    try {
      if (failure === undefined) work()
    } catch (cause) {
      fail(cause)
    }
  }

  dicer.on('part', (part) => {
    open += 1
    let sink: PartSink | undefined
    const sinkOf = (header: DicerHeader) => {
      sink ??= onPart(readHeader(header))
      return sink
    }
    part.on('header', (header) => guard(() => sinkOf(header as DicerHeader)))
    part.on('data', (bytes: Buffer) => guard(() => sink?.write(bytes)))
    part.on('error', breakOff)
    part.on('end', () => {
      // a part that ends within its header has none
      guard(() => sinkOf({}).end())
      settle()
    })
  })
  dicer.on('error', breakOff)
  dicer.once('finish', settle)
  // it is waited for at the end
  promise.catch(() => {})

  for (let read = await body.next(); !read.done; read = await body.next()) {
    for (let at = 0; at < read.value.length; at += PIECE) {
      // what follows the end of the form is nobody's
      if (failure !== undefined || !dicer.writable) break
      const { buffer, byteOffset, length } = read.value
      const piece = Buffer.from(buffer, byteOffset + at, Math.min(PIECE, length - at))
      await new Promise<void>((taken) => dicer.write(piece, () => taken()))
      // the streams of the parts hand on what they have before anything else is read
      await nextTurn()
    }
    if (failure !== undefined) throw failure
    await onRead()
  }
  if (dicer.writable) dicer.end()
  await promise
  await onRead()
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
  const text = Buffer.from(header).toString()
  if (!isUtf8(header) || !/^\s*form-data\s*(?:;|$)/i.test(text)) return null
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
