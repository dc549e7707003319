import type { ImapFlow, MessageStructureObject } from 'imapflow'
import type { FetchedPart } from '../ports.ts'
import { decodeCharset, decodeTransfer } from './decode-part.ts'
import { fetchRows, type RowQuery } from './fetch-rows.ts'
import { findTextParts } from './text-parts.ts'

/** The longest text of a part, in bytes. */
const TEXT_BYTES = 1024 * 1024

/** So much of a part is fetched: base64 takes 4 bytes for 3, and line ends. */
const ENCODED_BYTES = Math.ceil(TEXT_BYTES * 1.4)

/** Texts and invitations of one mail, each at most 1 MB; none where the mail has gone. */
export async function fetchParts(
  client: ImapFlow,
  uid: number,
  structure: MessageStructureObject,
): Promise<FetchedPart[]> {
  const wanted = findTextParts(structure)
  if (wanted.length === 0) return []
  const bodyParts = wanted.map(({ part }) => ({ key: part, start: 0, maxLength: ENCODED_BYTES }))
  const query: RowQuery = { items: { uid: true, bodyParts }, proof: 'bodyParts' }
  const row = (await fetchRows(client, [uid], query)).get(uid)
  if (!row) return []
  return wanted.flatMap(({ part, type, encoding, charset }) => {
    const raw = row.bodyParts?.get(part)
    if (!raw) return []
    const bytes = decodeTransfer(raw, encoding).subarray(0, TEXT_BYTES)
    return [{ type, text: decodeCharset(bytes, charset) }]
  })
}
