/** From here on a line is longer than people write code, in UTF-16 units. */
const LONG_LINE = 2_000

/** A line of this length without spaces is data, whatever it stands in. */
const BLOB_LINE = 20_000

/**
 * Minified code against prose, tables and exports in one line: in published packages the one has
 * 1 to 4 % of spaces and 2 to 13 % of brackets, the others over 6 % of the first or under 2 % of the
 * second.
 */
const MINIFIED_MAX_SPACES = 0.05
const MINIFIED_MIN_BRACKETS = 0.02
const BLOB_MAX_SPACES = 0.005

/** Where generators introduce themselves. */
const HEAD = 4_000
const bundlers = /^(?:\/\*{6}\/ ?)?\(.{0,100}webpack(?:Bootstrap|UniversalModuleDefinition)/m
/** Go's convention, taken up by others: https://go.dev/s/generatedcode */
const generators = /^(?:\/\/|\/\*|#|--|;) ?Code generated .{0,200}DO NOT EDIT\b/m
/** What compilers and bundlers write below their output. */
const sourceMap = /^(?:\/\/|\/\*)[#@] ?sourceMappingURL=\S/

const keyHeader =
  /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|^PuTTY-User-Key-File-/gm
/** How much of the text after a header is searched for the key. */
const KEY_REACH = 1_000
/** A line of a key, between what source code or JSON puts around it. */
const keyLine = /^[\s"'`,;+\\]*[A-Za-z0-9+/]{16,}={0,2}[\s"'`,;+\\]*$/

/**
 * Why a text is not worth reading or must not be kept, as a sentence; null where nothing speaks
 * against it. Looks at the whole text, in time that grows with its length alone.
 */
export function contentRefusal(text: string): string | null {
  if (holdsPrivateKey(text)) return 'This file holds a private key.'
  if (isGenerated(text)) return 'This file is generated.'
  if (isMinified(text)) return 'This file is minified.'
  return null
}

/** A header that a manual shows without a key below it is harmless. */
function holdsPrivateKey(text: string): boolean {
  for (const { index, 0: header } of text.matchAll(keyHeader)) {
    if (header.startsWith('PuTTY')) return true
    const start = index + header.length
    const lines = text.slice(start, start + KEY_REACH).split(/\\[nr]|[\n\r]/)
    if (lines.some((line) => keyLine.test(line))) return true
  }
  return false
}

function isGenerated(text: string): boolean {
  const head = text.slice(0, HEAD)
  if (bundlers.test(head) || generators.test(head)) return true
  const written = text.trimEnd()
  return sourceMap.test(written.slice(written.lastIndexOf('\n') + 1))
}

function isMinified(text: string): boolean {
  let dense = 0
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    if (end - start >= LONG_LINE && isDense(text, start, end)) dense += end - start
    start = end + 1
  }
  return dense * 2 > text.length
}

function isDense(text: string, start: number, end: number): boolean {
  let spaces = 0
  let brackets = 0
  let foreign = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 32 || code === 9) spaces++
    else if (code === 123 || code === 125 || code === 40 || code === 41) brackets++
    // scripts without spaces between words are no code
    else if (code > 0x2e80) foreign++
  }
  const length = end - start
  if (foreign * 2 > length) return false
  const isCode =
    spaces <= length * MINIFIED_MAX_SPACES && brackets >= length * MINIFIED_MIN_BRACKETS
  return isCode || (length >= BLOB_LINE && spaces <= length * BLOB_MAX_SPACES)
}

/** How many of the first bytes decide. */
const SAMPLE = 8_192

/**
 * Whether the first bytes of a file (8 KB suffice) are no text in any encoding: a NUL outside
 * UTF-16 with its mark, or more control characters than a text has. No bytes are text.
 */
export function isBinary(head: Uint8Array): boolean {
  const bytes = head.subarray(0, SAMPLE)
  if (hasWideMark(bytes)) return false
  let controls = 0
  for (const byte of bytes) {
    if (byte === 0) return true
    if (isControl(byte)) controls++
  }
  return controls > bytes.length / 20
}

/** The mark with which UTF-16 begins (and UTF-32 of the small-endian kind). */
function hasWideMark(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

/** Backspace, white space and escape do occur in texts of terminals and old encodings. */
function isControl(byte: number): boolean {
  return byte < 8 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127
}
