import { DOCUMENT_MAX_BYTES, FILE_MAX_BYTES } from '@shortlist/contracts/limits'

const MEGABYTE = 1024 * 1024
const document = /\.(?:pdf|docx)$/i

/** How large a file of this name may be, in bytes. */
export function maxBytesOf(path: string): number {
  return document.test(path) ? DOCUMENT_MAX_BYTES : FILE_MAX_BYTES
}

/** Why a file of this name is not read for its size in bytes; null where it is. */
export function sizeReason(path: string, bytes: number): string | null {
  if (bytes === 0) return 'The file is empty.'
  const most = maxBytesOf(path)
  return bytes > most ? `The file is larger than ${most / MEGABYTE} MB.` : null
}
