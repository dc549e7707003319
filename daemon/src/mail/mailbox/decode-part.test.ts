import { describe, expect, it } from 'vitest'
import { decodeCharset, decodeTransfer } from './imap-mailbox.ts'

describe('decodeTransfer', () => {
  it.each([
    ['quoted-printable', 'a=3Db =\r\nc  \r\nd=20\r\n', 'a=b c\r\nd \r\n'],
    ['quoted-printable', 'broken =ZZ and cut=', 'broken =ZZ and cut'],
    ['base64', 'SGVsbG8s\r\nIHdvcmxk\r\n', 'Hello, world'],
    ['base64', 'SGVsbG8sIHd', 'Hello, w'],
    ['7bit', 'as=20it is', 'as=20it is'],
    ['x-unknown', 'as it is', 'as it is'],
  ])('undoes %s', (encoding, encoded, text) => {
    expect(decodeTransfer(Buffer.from(encoded), encoding).toString()).toBe(text)
  })
})

describe('decodeCharset', () => {
  it.each([
    ['utf-8', [0xc3, 0xa9], 'é'],
    ['ISO-8859-1', [0xe9], 'é'],
    ['windows-1252', [0x80], '€'],
    ['gb2312', [0xc4, 0xe3], '你'],
    ['klingon', [0xc3, 0xa9], 'é'],
    ['utf-8', [0xe9], '\ufffd'],
  ])('reads %s', (charset, bytes, text) => {
    expect(decodeCharset(Uint8Array.from(bytes), charset)).toBe(text)
  })
})
