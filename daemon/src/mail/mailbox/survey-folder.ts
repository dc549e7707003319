import type { ExpungeEvent, ImapFlow, MailboxObject } from 'imapflow'
import type { MailboxCursor } from '../ports.ts'
import { openFolder } from './open-folder.ts'
import { searchUids } from './search-uids.ts'
import { unpackUids } from './uid-set.ts'

/** What is to be done so that somebody who knows a cursor knows the folder. */
export interface FolderSurvey {
  readonly isReset: boolean
  /** Numbers to fetch, newest first. */
  readonly wanted: readonly number[]
  readonly gone: readonly number[]
  /** Of the cursor once everything is fetched. */
  readonly state: Omit<MailboxCursor, 'missing'>
}

/**
 * Compares a folder with what was read of it. One command where the server knows QRESYNC and nothing
 * is new, a search of the new numbers besides; elsewhere a search of all numbers.
 */
export async function surveyFolder(
  client: ImapFlow,
  folder: string,
  since: MailboxCursor | null,
  known: () => Promise<readonly number[]>,
): Promise<FolderSurvey> {
  const { opened, vanished } = await reopen(client, folder, since)
  const isReset = since !== null && since.uidValidity !== String(opened.uidValidity)
  const base = isReset ? null : since
  const modseq = modseqOf(opened)
  const found = hasTold(client, base, modseq)
    ? await newSince(client, opened, base)
    : { uids: await allUids(client, opened), isAll: true }
  const highest = found.uids.at(-1) ?? 0
  const uidNext = opened.uidNext || Math.max(highest + 1, base?.uidNext ?? 1)
  const state = { uidValidity: String(opened.uidValidity), uidNext, modseq }
  if (!base) return { isReset, wanted: found.uids.toReversed(), gone: [], state }

  const there = new Set(found.uids)
  const missing = new Set(unpackUids(base.missing))
  const isGone = (uid: number) => (found.isAll ? !there.has(uid) : vanished.has(uid))
  const wanted = [
    ...found.uids.filter((uid) => uid >= base.uidNext),
    ...[...missing].filter((uid) => !isGone(uid)),
  ]
  const stored = found.isAll
    ? await known()
    : [...vanished].filter((uid) => uid < base.uidNext && !missing.has(uid))
  const gone = stored.filter(isGone)
  return { isReset, wanted: wanted.sort((one, other) => other - one), gone, state }
}

/** Opens the folder, and hears what the server says has vanished. */
async function reopen(client: ImapFlow, folder: string, since: MailboxCursor | null) {
  const vanished = new Set<number>()
  const hear = ({ uid, earlier }: ExpungeEvent) => {
    if (uid !== undefined && earlier) vanished.add(uid)
  }
  const canTell = client.enabled.has('QRESYNC') && since !== null && since.modseq !== null
  const memory = canTell
    ? { uidValidity: since.uidValidity, modseq: since.modseq ?? '' }
    : undefined
  client.on('expunge', hear)
  try {
    return { opened: await openFolder(client, folder, { since: memory }), vanished }
  } finally {
    client.off('expunge', hear)
  }
}

function modseqOf({ noModseq, highestModseq }: MailboxObject): string | null {
  return noModseq || highestModseq === undefined ? null : String(highestModseq)
}

/** Whether the server has said all that has vanished; a lower count than before is another past. */
function hasTold(
  client: ImapFlow,
  base: MailboxCursor | null,
  modseq: string | null,
): base is MailboxCursor {
  if (!base?.modseq || modseq === null || !client.enabled.has('QRESYNC')) return false
  return BigInt(modseq) >= BigInt(base.modseq)
}

async function newSince(client: ImapFlow, { uidNext }: MailboxObject, base: MailboxCursor) {
  if (uidNext && uidNext <= base.uidNext) return { uids: [], isAll: false }
  const uids = await searchUids(client, { uid: `${base.uidNext}:*` })
  // "*" is the last mail, also where that is an old one
  return { uids: uids.filter((uid) => uid >= base.uidNext), isAll: false }
}

async function allUids(client: ImapFlow, { exists }: MailboxObject): Promise<number[]> {
  return exists === 0 ? [] : searchUids(client, { all: true })
}
