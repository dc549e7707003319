import type { ImapFlow, SearchObject } from 'imapflow'
import { LostConnection } from './open-imap.ts'

/** The numbers as a set of RFC 3501 (section 9, `sequence-set`): "1:200,205"; empty for none. */
export function packUids(uids: Iterable<number>): string {
  const sorted = [...new Set(uids)].sort((one, other) => one - other)
  const ranges: { first: number; last: number }[] = []
  for (const uid of sorted) {
    const range = ranges.at(-1)
    if (range && uid === range.last + 1) range.last = uid
    else ranges.push({ first: uid, last: uid })
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}:${last}`)).join()
}

/** More numbers than any mailbox has: a set that holds them is nonsense. */
const MAX_UIDS = 2 ** 24

/** The numbers of a packed set, in its order. Throws `RangeError` for a set that nobody means. */
export function unpackUids(set: string): number[] {
  const uids: number[] = []
  for (const range of set === '' ? [] : set.split(',')) {
    const [one = Number.NaN, other = one] = range.split(':').map(Number)
    const [first, last] = [Math.min(one, other), Math.max(one, other)]
    if (!(last - first + uids.length < MAX_UIDS)) throw new RangeError('not a set of numbers')
    for (let uid = first; uid <= last; uid++) uids.push(uid)
  }
  return uids
}

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
