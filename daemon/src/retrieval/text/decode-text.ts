import { TextDecoder } from 'node:util'
import { analyse } from 'chardet'

/** How much of the bytes the encoding is guessed from. */
const SAMPLE_BYTES = 64 * 1024
/** Of 100: below it the guess is worth less than the encoding most old files have. */
const SURE = 50
const USUAL = 'windows-1252'

/** Encodings of Latin scripts, whose texts are mostly ASCII. */
const latin = /^(iso-8859-(1|2|9)|windows-125(0|2|4|7))$/i

/**
 * Bytes as text, in the encoding that their mark names or that they are in by all signs; what does
 * not fit becomes U+FFFD. Undefined where they are no text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const marked = markedEncoding(bytes)
  if (marked) return decode(bytes, marked)
  const wide = wideEncoding(bytes)
  if (wide) return decode(bytes, wide)
  if (isBinary(bytes)) return undefined
  return decodeUtf8(bytes) ?? decode(bytes, guessEncoding(bytes))
}

/** The encoding that a byte order mark names. */
function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

/**
 * UTF-16 without a mark: its spaces, newlines and Latin letters have a zero for their other byte,
 * which no text of any other encoding has.
 */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  if (!sample.includes(0)) return undefined
  return ['utf-16le', 'utf-16be'].find((encoding) => isPlausible(decode(sample, encoding)))
}

/** Spaces or newlines as often as text has them, and hardly a character that is none. */
function isPlausible(text: string): boolean {
  const odd = text.match(/[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/gu)?.filter((char) => !/\s/.test(char))
  const blank = text.match(/[\s\u3000]/g)
  return (odd?.length ?? 0) <= text.length / 100 && (blank?.length ?? 0) >= text.length / 200
}

/** How many of the first bytes decide. */
const HEAD_BYTES = 8_192

/** Whether the first bytes are no text in any encoding: a NUL, or more control characters than a text has. */
function isBinary(file: Uint8Array): boolean {
  const bytes = file.subarray(0, HEAD_BYTES)
  let controls = 0
  for (const byte of bytes) {
    if (byte === 0) return true
    if (isControl(byte)) controls++
  }
  return controls > bytes.length / 20
}

/** Backspace, white space and escape do occur in texts of terminals and old encodings. */
function isControl(byte: number): boolean {
  return byte < 8 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127
}

/** Undefined where another encoding explains the bytes better. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  const text = decode(bytes, 'utf-8')
  const broken = text.match(/\ufffd/g)?.length ?? 0
  if (broken === 0) return text
  // a byte of another encoding in a log, or a cut end, makes the rest no less UTF-8
  const whole = text.match(/[\u0080-\ufffc]|[\u{10000}-\u{10ffff}]/gu)?.length ?? 0
  return whole >= broken ? text : undefined
}

function guessEncoding(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const start = Math.max(0, first - SAMPLE_BYTES / 4)
  const sample = bytes.subarray(start, start + SAMPLE_BYTES)
  const isForeign = isMostlyForeign(sample)
  const best = analyse(sample).find(({ name }) => !(isForeign && latin.test(name)))
  return best && (isForeign || best.confidence >= SURE) ? best.name : USUAL
}

/** Whether the letters of ASCII are fewer than the bytes that it does not have. */
function isMostlyForeign(bytes: Uint8Array): boolean {
  let balance = 0
  for (const byte of bytes) {
    if (byte > 0x7f) balance++
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) balance--
  }
  return balance > 0
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    // the guess is an encoding that the platform does not know
    return new TextDecoder(USUAL).decode(bytes)
  }
}
