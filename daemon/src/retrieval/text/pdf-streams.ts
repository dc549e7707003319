import { constants, inflateSync } from 'node:zlib'

const MEGABYTE = 1024 * 1024
/** What one compressed part may expand to: a page of text takes a thousandth of it. */
const PART_MAX_BYTES = 64 * MEGABYTE
/** What all of them may: those of a file within the limits of an upload stay far below. */
const FILE_MAX_BYTES = 1024 * MEGABYTE
/** A part may be compressed more than once; nobody has a reason to do it three times. */
const LAYERS_MAX = 3

const KEYWORD = 'stream'
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Whether a compressed part of a PDF is a bomb: each is expanded and counted, whatever the file says
 * about it. Parts that are encrypted, or compressed by other means than zlib's, are not seen.
 */
export function holdsBomb(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = FILE_MAX_BYTES
  for (let at = file.indexOf(KEYWORD); at >= 0 && left > 0; at = file.indexOf(KEYWORD, at + 1)) {
    left -= expandedSize(file.subarray(dataStart(file, at + KEYWORD.length)))
  }
  return left <= 0
}

function dataStart(file: Buffer, afterKeyword: number): number {
  const start = file[afterKeyword] === CARRIAGE_RETURN ? afterKeyword + 1 : afterKeyword
  return file[start] === LINE_FEED ? start + 1 : start
}

/** In bytes, with that of what is compressed within; infinite where it is too much. */
function expandedSize(data: Buffer, layers = 0): number {
  if (!isZlib(data)) return 0
  if (layers === LAYERS_MAX) return Number.POSITIVE_INFINITY
  try {
    const expanded = inflateSync(data, {
      maxOutputLength: PART_MAX_BYTES,
      finishFlush: constants.Z_SYNC_FLUSH,
    })
    return expanded.length + expandedSize(expanded, layers + 1)
  } catch (failure) {
    const isTooMuch = failure instanceof RangeError
    return isTooMuch ? Number.POSITIVE_INFINITY : 0
  }
}

/** By the header of RFC 1950. */
function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0
}
