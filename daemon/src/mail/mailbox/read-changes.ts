import type { ExpungeEvent, ImapFlow, MailboxObject } from 'imapflow'
import { AppError } from '../../errors.ts'
import type { FetchedMail, MailboxBatch, MailboxCursor } from '../ports.ts'
import { fetchMails } from './fetch-mails.ts'
import type { ImapConnection } from './imap-connection.ts'
import { openFolder } from './open-imap.ts'
import { packUids, searchUids, unpackUids } from './uid-set.ts'

/** What is read, and what is known of how well that goes. */
export interface Reading {
  readonly connection: ImapConnection
  readonly folder: string
  readonly plan: BatchPlan
}

/**
 * What differs in a folder, as `Mailbox.changes` promises. The connection is free between two
 * batches, and nothing else is asked of it while a batch arrives.
 */
export async function* readChanges(
  { connection, folder, plan }: Reading,
  since: MailboxCursor | null,
  known: () => Promise<readonly number[]>,
  signal: AbortSignal,
): AsyncGenerator<MailboxBatch> {
  const survey = await connection.run(
    (client) => surveyFolder(client, folder, since, known),
    signal,
    { isRepeatable: true },
  )
  const { state } = survey
  let { isReset, gone, wanted } = survey
  plan.under(state.uidValidity)
  while (wanted.length > 0) {
    const uids = plan.next(wanted)
    const mails = await connection.run(
      (client) => fetchBatch(client, state.uidValidity, uids, plan),
      signal,
    )
    const expected = wanted.length
    wanted = wanted.slice(uids.length)
    if (mails.length === 0) continue
    yield { isReset, expected, mails, gone, cursor: { ...state, missing: packUids(wanted) } }
    isReset = false
    gone = []
  }
  yield { isReset, expected: 0, mails: [], gone, cursor: { ...state, missing: '' } }
}

async function fetchBatch(
  client: ImapFlow,
  uidValidity: string,
  uids: readonly number[],
  plan: BatchPlan,
): Promise<FetchedMail[]> {
  if (!client.mailbox || String(client.mailbox.uidValidity) !== uidValidity) {
    throw new AppError('IMAP_NET', 'The mailbox was numbered anew while it was read.')
  }
  try {
    const mails = await fetchMails(client, uids, (uid) => plan.isUnreadable(uid))
    plan.arrived()
    return mails
  } catch (error) {
    plan.broke(uids, error)
    throw error
  }
}

/** What is to be done so that somebody who knows a cursor knows the folder. */
interface FolderSurvey {
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
async function surveyFolder(
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
  const memory = canTell ? { uidValidity: since.uidValidity, changedSince: since.modseq } : {}
  client.on('expunge', hear)
  try {
    return { opened: await openFolder(client, folder, memory), vanished }
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

/** Mails of one command. */
const LARGEST = 200

/**
 * How many mails are asked for at once: fewer after the connection broke while they arrived, so that
 * a bad line gets through too, and more again as they come. A mail for which the server hangs up
 * even where it is asked for alone is one that the server cannot read.
 */
export class BatchPlan {
  #size = LARGEST
  #uidValidity = ''
  readonly #unreadable = new Set<number>()

  /** The first of these numbers. */
  next(uids: readonly number[]): readonly number[] {
    return uids.slice(0, this.#size)
  }

  isUnreadable(uid: number): boolean {
    return this.#unreadable.has(uid)
  }

  /** Numbers hold under one UIDVALIDITY only. */
  under(uidValidity: string): void {
    if (uidValidity !== this.#uidValidity) this.#unreadable.clear()
    this.#uidValidity = uidValidity
  }

  arrived(): void {
    this.#size = Math.min(LARGEST, this.#size * 2)
  }

  /** The connection broke while these were on their way. */
  broke(uids: readonly number[], error: unknown): void {
    const [only] = uids
    if (!hasHungUp(error)) this.#size = Math.ceil(uids.length / 2)
    else if (uids.length > 1) this.#size = Math.ceil(uids.length / 8)
    else if (only !== undefined) this.#unreadable.add(only)
  }
}

/** The server has said goodbye (BYE), other than a network does. */
function hasHungUp(error: unknown): boolean {
  return error instanceof Error && 'reason' in error
}
