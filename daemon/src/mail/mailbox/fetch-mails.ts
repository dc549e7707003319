import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow'
import type { FetchedMail, FetchedPart } from '../ports.ts'
import { fetchParts } from './fetch-parts.ts'
import { LostConnection } from './open-folder.ts'
import { search } from './survey-folder.ts'
import { packUids } from './uid-set.ts'

/** How much of a mail is read at once; almost all mails are smaller. */
const SOURCE_BYTES = 64 * 1024

const head: FetchQueryObject = {
  uid: true,
  size: true,
  internalDate: true,
  source: { start: 0, maxLength: SOURCE_BYTES },
}

/**
 * The mails with these numbers, newest first, without those that have gone meanwhile. One command,
 * and where a mail is long one for all structures and one for the parts of each.
 */
export async function fetchMails(
  client: ImapFlow,
  uids: readonly number[],
): Promise<FetchedMail[]> {
  const rows = await fetchRows(client, uids, head)
  await refuseGaps(client, uids, rows)
  const long = [...rows.values()].filter((row) => !isWhole(row)).map(({ uid }) => uid)
  const parts = await partsOf(client, long)
  return [...rows.values()]
    .sort((one, other) => other.uid - one.uid)
    .map((row) => ({
      uid: row.uid,
      receivedAt: receivedAt(row),
      source: row.source ?? new Uint8Array(),
      isWhole: isWhole(row),
      parts: parts.get(row.uid) ?? [],
    }))
}

/** Collects the rows and only then lets go: a command within the loop would wait for itself. */
async function fetchRows(
  client: ImapFlow,
  uids: readonly number[],
  query: FetchQueryObject,
): Promise<Map<number, FetchMessageObject>> {
  const asked = new Set(uids)
  const rows = new Map<number, FetchMessageObject>()
  if (uids.length === 0) return rows
  for await (const row of client.fetch(packUids(uids), query, { uid: true })) {
    // changes of flags come in between, and may lack a number
    if (asked.has(row.uid)) rows.set(row.uid, { ...rows.get(row.uid), ...row })
  }
  if (!client.usable || !client.mailbox) throw new LostConnection()
  return rows
}

/** A server may answer with less than it was asked for; what is still there must have come. */
async function refuseGaps(
  client: ImapFlow,
  uids: readonly number[],
  rows: ReadonlyMap<number, FetchMessageObject>,
): Promise<void> {
  const absent = uids.filter((uid) => !rows.has(uid))
  if (absent.length === 0) return
  const asked = new Set(absent)
  const there = await search(client, packUids(absent))
  if (there.some((uid) => asked.has(uid))) throw new LostConnection()
}

async function partsOf(
  client: ImapFlow,
  uids: readonly number[],
): Promise<Map<number, readonly FetchedPart[]>> {
  const structures = await fetchRows(client, uids, { uid: true, bodyStructure: true })
  const parts = new Map<number, readonly FetchedPart[]>()
  for (const [uid, { bodyStructure }] of structures) {
    if (bodyStructure) parts.set(uid, await fetchParts(client, uid, bodyStructure))
  }
  return parts
}

/** Less than was asked for is all there is; sizes that servers tell may be estimates. */
function isWhole({ source, size }: FetchMessageObject): boolean {
  const length = source?.length ?? 0
  return length < SOURCE_BYTES || length === size
}

function receivedAt({ internalDate }: FetchMessageObject): string {
  const date = new Date(internalDate ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString()
}
