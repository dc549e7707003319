import { crc32 } from 'node:zlib'

const START = '{"c":"'
/** Of `{"c":"0123abcd","r":`. */
const BEFORE = 20
const BRACE_CLOSE = 125

/**
 * A line of a log, JSON as a whole: `{"c":"…","r":…}` where `c` is the CRC-32 of the record's JSON in
 * eight hexadecimal digits. It ends in a newline.
 */
export function lineOf(record: unknown): string {
  const text = JSON.stringify(record)
  const check = crc32(text).toString(16).padStart(8, '0')
  return `{"c":"${check}","r":${text}}\n`
}

/** The record's JSON in a line without its newline; undefined where the line is damaged. */
export function textIn(line: Buffer): Buffer | undefined {
  const text = knownTextIn(line)
  const before = line.toString('latin1', 0, BEFORE)
  const isWhole =
    line[line.length - 1] === BRACE_CLOSE &&
    before.startsWith(START) &&
    Number.parseInt(before.slice(START.length), 16) === crc32(text)
  return isWhole ? text : undefined
}

/** The same of a line that is known to be right. */
export function knownTextIn(line: Buffer): Buffer {
  return line.subarray(BEFORE, line.length - 1)
}
