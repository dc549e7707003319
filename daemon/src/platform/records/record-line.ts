import { crc32 } from 'node:zlib'

const START = Buffer.from('{"c":"')
/** Of `{"c":"0123abcd","r":`. */
const BEFORE = 20
const BRACE_CLOSE = 125

/**
 * A line of a log, JSON as a whole: `{"c":"…","r":…}` where `c` is the CRC-32 of the record's JSON in
 * eight hexadecimal digits. It ends in a newline.
 */
export function lineOf(record: unknown): string {
  const text = JSON.stringify(record)
  return `{"c":"${digits(text)}","r":${text}}\n`
}

/** The record's JSON in a line without its newline; undefined where the line is damaged. */
export function textIn(line: Buffer): Buffer | undefined {
  const text = line.subarray(BEFORE, -1)
  const isWhole =
    line.length > BEFORE &&
    line.at(-1) === BRACE_CLOSE &&
    START.equals(line.subarray(0, START.length)) &&
    line.toString('latin1', START.length, START.length + 8) === digits(text)
  return isWhole ? text : undefined
}

function digits(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, '0')
}
