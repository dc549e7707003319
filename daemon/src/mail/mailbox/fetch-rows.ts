import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow'
import { LostConnection } from './open-folder.ts'
import { packUids } from './uid-set.ts'

/** What is asked of each mail, and the field by which an answer to it is known. */
export interface RowQuery {
  readonly items: FetchQueryObject
  readonly proof: keyof FetchMessageObject
}

/**
 * What the server says of the mails with these numbers, in one command. Where it refuses in the
 * middle the rows so far remain, so that the caller has to look for those that lack.
 */
export async function fetchRows(
  client: ImapFlow,
  uids: readonly number[],
  { items, proof }: RowQuery,
): Promise<Map<number, FetchMessageObject>> {
  const rows = new Map<number, FetchMessageObject>()
  if (uids.length === 0) return rows
  const asked = new Set(uids)
  try {
    // nothing else is asked in here: a command within the loop would wait for the loop's end
    for await (const row of client.fetch(packUids(uids), items, { uid: true })) {
      // changed flags of any mail come in between
      if (asked.has(row.uid) && row[proof] !== undefined) rows.set(row.uid, row)
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  if (!client.usable || !client.mailbox) throw new LostConnection()
  return rows
}

/** A refused command leaves the connection as it was; one that is throttled has to wait. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseStatus' in error && !('throttleReset' in error)
}
