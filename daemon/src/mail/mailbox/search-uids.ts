import type { ImapFlow, SearchObject } from 'imapflow'
import { LostConnection } from './open-folder.ts'

/** Numbers of the mails in the open folder that fit, lowest first. */
export async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true })
  // a search that was refused or cut off answers `false` or nothing
  if (!Array.isArray(found)) throw new LostConnection()
  return found.sort((one, other) => one - other)
}
