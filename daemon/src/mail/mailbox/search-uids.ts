import type { ImapFlow, SearchObject } from 'imapflow'
import { LostConnection } from './open-folder.ts'
import { unpackUids } from './uid-set.ts'

/**
 * Numbers of the mails in the open folder that fit, lowest first; they come as ranges where the
 * server can do that (RFC 4731).
 */
export async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true, returnOptions: ['ALL'] })
  // a search that was refused or cut off answers `false` or nothing
  if (!found) throw new LostConnection()
  const uids = Array.isArray(found) ? found : unpackRanges(found.all ?? '')
  return uids.sort((one, other) => one - other)
}

function unpackRanges(set: string): number[] {
  try {
    return unpackUids(set)
  } catch (cause) {
    throw new LostConnection('the server has told nonsense', { cause })
  }
}
