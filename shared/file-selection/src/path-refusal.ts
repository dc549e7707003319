import { PATH_MAX_BYTES, PATH_MAX_DEPTH } from '@shortlist/contracts/limits'

type SafePath = { readonly path: string } | { readonly reason: string }

/** Bidirectional marks and controls: they make a name read as another one. */
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** Names of devices on Windows, with any ending: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i
const drive = /^[a-z]:/i

/** Nothing that could be refused, as most names are. */
const plain = /^[\w][\w-]*(?:\.[\w-]+)*$/

/**
 * The path of a file within its folder as it is kept, or the sentence why it is refused. NFC is all
 * that is changed about a name: nothing is cut, decoded or replaced, so two names become one path
 * only where they are the same text. `/` alone separates.
 */
export function safePath(raw: string): SafePath {
  // a UTF-16 unit is at least one byte, and what is too long need not be looked at
  if (raw.length > PATH_MAX_BYTES) return { reason: tooLong }
  const path = raw.normalize('NFC')
  const reason = shapeRefusal(path) ?? path.split('/').map(nameRefusal).find(Boolean)
  return reason === undefined ? { path } : { reason }
}

/** Why a path of names that are fine each is refused; undefined where it is not. */
export function shapeRefusal(path: string): string | undefined {
  if (path === '') return 'The file has no name.'
  if (path.startsWith('/') || drive.test(path)) return absolute
  if (isTooLong(path)) return tooLong
  const isTooDeep = path.split('/').length > PATH_MAX_DEPTH
  return isTooDeep ? `The path has more than ${PATH_MAX_DEPTH} names.` : undefined
}

/** Why one name of a path, in NFC, is refused; undefined where it is not. */
export function nameRefusal(name: string): string | undefined {
  if (plain.test(name) && !device.test(name)) return undefined
  if (name === '') return 'The path has an empty name.'
  if (name === '.' || name === '..') return 'The path has a name of dots alone.'
  if (drive.test(name) && name.length === 2) return absolute
  if (name.includes('\\')) return 'The path has a backslash.'
  if (control.test(name)) return 'The path has control characters.'
  if (bidi.test(name)) return 'The path has characters that turn the direction of writing.'
  if (!name.isWellFormed() || name.includes('\ufffd')) {
    return 'The path has characters that cannot be read.'
  }
  if (name.endsWith('.') || name.endsWith(' ')) {
    return 'A name of the path ends in a dot or a space.'
  }
  if (device.test(name)) return 'A name of the path is reserved by Windows.'
  return undefined
}

const absolute = 'The path does not begin in the folder.'
const tooLong = `The path is longer than ${PATH_MAX_BYTES} bytes.`

function isTooLong(path: string): boolean {
  // a unit of UTF-16 is at most three bytes of UTF-8
  if (path.length * 3 <= PATH_MAX_BYTES) return false
  let bytes = 0
  for (const char of path) {
    const code = char.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes > PATH_MAX_BYTES
}
