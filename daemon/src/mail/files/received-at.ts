import { readDate } from '../message/read-date.ts'

/** How much of a mail is looked at for its dates. */
export const HEAD_BYTES = 64 * 1024

/**
 * When a mail arrived, ISO 8601 in UTC: the topmost Received header, else the Date header, else
 * `otherwise`, which is for instance when its file was written.
 */
export function receivedAt(head: Uint8Array, otherwise: Date): string {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const headers = text.slice(0, end).replace(/\r?\n[ \t]+/g, ' ')
  const received = /^received:.*;([^;\r\n]+)$/im.exec(headers)?.[1]
  const sent = /^date:(.*)$/im.exec(headers)?.[1]
  return readDate(received).date ?? readDate(sent).date ?? otherwise.toISOString()
}
