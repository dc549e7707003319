import { TextDecoder } from 'node:util'

/** Undoes a transfer encoding (RFC 2045, section 6); what is cut off at its end is left out. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1'), 'base64')
  if (encoding !== 'quoted-printable') return bytes
  const text = bytes
    .toString('latin1')
    .replace(/[ \t]+(?=\r?$)/gm, '')
    .replace(/=(\r?\n|$)/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  return Buffer.from(text, 'latin1')
}

/** Bytes as text; a charset that nobody knows is read as UTF-8, what does not fit becomes U+FFFD. */
export function decodeCharset(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
