import { extensionOf } from './kind-of.ts'

/** Formats that hold their text inside something else. */
export type Container = 'pdf' | 'zip' | 'old-office' | 'rtf'

const signs: readonly (readonly [Container, readonly number[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['old-office', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['rtf', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
]

/** What readers of PDF allow before its beginning, in bytes. */
const PDF_HEAD_BYTES = 1024

/** What the bytes begin as, whatever the file's name says; undefined where they are text or unknown. */
export function containerOf(path: string, bytes: Uint8Array): Container | undefined {
  const found = signs.find(([, sign]) => sign.every((byte, nth) => bytes[nth] === byte))
  if (found) return found[0]
  return extensionOf(path) === 'pdf' && holdsPdf(bytes) ? 'pdf' : undefined
}

function holdsPdf(bytes: Uint8Array): boolean {
  return Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, PDF_HEAD_BYTES),
  ).includes('%PDF-')
}
