import { TextDecoder } from 'node:util'
import type {
  ExpungeEvent,
  FetchMessageObject,
  FetchQueryObject,
  ImapFlow,
  MailboxObject,
  MessageStructureObject,
  SearchObject,
} from 'imapflow'
import { AppError } from '../../errors.ts'
import type { FetchedMail, FetchedPart, Mailbox, MailboxBatch, MailboxCursor } from '../ports.ts'
import {
  type ConnectionParts,
  ImapConnection,
  LostConnection,
  openFolder,
} from './imap-connection.ts'
import { findProvider, type ImapSettings, imapHost, webLink } from './providers.ts'
import { saveDraft } from './save-draft.ts'

/**
 * A mailbox on any IMAP server (RFC 3501), over one kept connection that is opened when it is first
 * needed. Throws `IMAP_NOT_CONFIGURED` where the settings do not tell the server.
 */
export function createImapMailbox(settings: ImapSettings, parts: ConnectionParts): Mailbox {
  const { user, folder } = settings
  const host = imapHost(settings)
  if (host === undefined) {
    const sentence = 'The address does not tell its mail server. Set IMAP_HOST.'
    throw new AppError('IMAP_NOT_CONFIGURED', sentence)
  }
  const provider = findProvider({ host, user })
  const connection = new ImapConnection(settings, parts)
  const reading = { connection, folder, plan: new BatchPlan() }

  return {
    identity: `imap://${encodeURIComponent(user)}@${host.toLowerCase()}/${encodeURI(folder)}`,
    health: () => ({
      kind: 'imap',
      label: user,
      provider: provider?.name ?? null,
      ...(!provider && { host }),
      appPasswordUrl: provider?.appPasswordUrl ?? null,
      canSaveDrafts: true,
      composeUrl: settings.composeUrl ?? provider?.composeUrl ?? 'mailto:',
      ...connection.condition,
    }),
    connect: (signal) => connection.connect(signal),
    changes: (since, known, signal) => readChanges(reading, since, known, signal),
    watch: (hear) => connection.watch(hear),
    webLink: (messageId) => webLink({ host, user }, messageId),
    saveDraft: (raw, messageId, previous, signal) =>
      connection.run((client) => saveDraft(client, raw, messageId, previous), signal),
    close: () => connection.close(),
  }
}

/** What is read, and what is known of how well that goes. */
interface Reading {
  readonly connection: ImapConnection
  readonly folder: string
  readonly plan: BatchPlan
}

/**
 * What differs in a folder, as `Mailbox.changes` promises. The connection is free between two
 * batches, and nothing else is asked of it while a batch arrives.
 */
async function* readChanges(
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
  const { noModseq, highestModseq } = opened
  const modseq = noModseq || highestModseq === undefined ? null : String(highestModseq)
  const found = hasTold(client, base, modseq)
    ? await newSince(client, opened, base)
    : { uids: opened.exists === 0 ? [] : await searchUids(client, { all: true }), isAll: true }
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

/** How much of a mail is read at once; almost all mails are smaller. */
const SOURCE_BYTES = 64 * 1024

const beginning: RowQuery = {
  items: {
    uid: true,
    size: true,
    internalDate: true,
    source: { start: 0, maxLength: SOURCE_BYTES },
  },
  proof: 'internalDate',
}
const date: RowQuery = { items: { uid: true, internalDate: true }, proof: 'internalDate' }
const structure: RowQuery = { items: { uid: true, bodyStructure: true }, proof: 'bodyStructure' }

/** A server that leaves out more than these has another trouble than some mails. */
const MAX_UNREADABLE = 20

/**
 * The mails with these numbers, newest first, without those that have gone meanwhile; one that the
 * server itself cannot read, as is known or found out, has an empty source. One command, and where
 * mails are long one for their structures and one for the parts of each.
 */
async function fetchMails(
  client: ImapFlow,
  uids: readonly number[],
  isUnreadable: (uid: number) => boolean,
): Promise<FetchedMail[]> {
  const readable = uids.filter((uid) => !isUnreadable(uid))
  const rows = await fetchRows(client, readable, beginning)
  const unreadable = [...uids.filter(isUnreadable), ...(await fillGaps(client, readable, rows))]
  const long = [...rows.values()].filter((row) => !isWhole(row)).map(({ uid }) => uid)
  const structures = await fetchRows(client, long, structure)
  const mails = [...(await fetchRows(client, unreadable, date)).values()].map((row) => mailOf(row))
  for (const [uid, row] of rows) {
    const bodyStructure = structures.get(uid)?.bodyStructure
    const parts = bodyStructure ? await fetchParts(client, uid, bodyStructure) : []
    mails.push(mailOf(row, parts))
  }
  return mails.sort((one, other) => other.uid - one.uid)
}

/**
 * Asks once more, one by one, for mails that are there and have not come. Resolves to those that
 * still do not come.
 */
async function fillGaps(
  client: ImapFlow,
  uids: readonly number[],
  rows: Map<number, FetchMessageObject>,
): Promise<number[]> {
  const absent = uids.filter((uid) => !rows.has(uid))
  if (absent.length === 0) return []
  const there = new Set(await searchUids(client, { uid: packUids(absent) }))
  const unreadable: number[] = []
  for (const uid of absent.filter((each) => there.has(each))) {
    const row = (await fetchRows(client, [uid], beginning)).get(uid)
    if (row) rows.set(uid, row)
    else if (unreadable.push(uid) > MAX_UNREADABLE) throw new LostConnection()
  }
  return unreadable
}

function mailOf(row: FetchMessageObject, parts: readonly FetchedPart[] = []): FetchedMail {
  const { uid, source = new Uint8Array() } = row
  return { uid, receivedAt: receivedAt(row), source, isWhole: isWhole(row), parts }
}

/** Less than was asked for is all there is; sizes that servers tell may be estimates. */
function isWhole({ source, size }: FetchMessageObject): boolean {
  const length = source?.length ?? 0
  return length < SOURCE_BYTES || length === size
}

/** The beginning of 1970 where the server tells a date that is none. */
function receivedAt({ internalDate }: FetchMessageObject): string {
  const at = new Date(internalDate ?? Number.NaN).getTime()
  return new Date(Number.isNaN(at) ? 0 : at).toISOString()
}

/** The longest text of a part, in bytes. */
const TEXT_BYTES = 1024 * 1024

/** So much of a part is fetched: base64 takes 4 bytes for 3, and line ends. */
const ENCODED_BYTES = Math.ceil(TEXT_BYTES * 1.4)

/** Texts and invitations of one mail, each at most 1 MB; none where the mail has gone. */
async function fetchParts(
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

/** What is asked of each mail, and the field by which an answer to it is known. */
interface RowQuery {
  readonly items: FetchQueryObject
  readonly proof: keyof FetchMessageObject
}

/**
 * What the server says of the mails with these numbers, in one command. Where it refuses in the
 * middle the rows so far remain, so that the caller has to look for those that lack.
 */
async function fetchRows(
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

/** A part that is worth reading, and how it is to be decoded. */
interface TextPart {
  /** Its number in the message (RFC 3501, 6.4.5). */
  readonly part: string
  readonly type: FetchedPart['type']
  /** Of its transfer (RFC 2045, section 6), lower case. */
  readonly encoding: string
  readonly charset: string
}

/** A mail with more of them is not a letter. */
const MAX_PARTS = 16

/** Texts that are no attachments, and every invitation wherever it lies, in their order. */
export function findTextParts(structure: MessageStructureObject): TextPart[] {
  const found: TextPart[] = []
  const toLookAt = [structure]
  for (let node = toLookAt.shift(); node; node = toLookAt.shift()) {
    const type = typeOf(node)
    if (type) {
      found.push({
        part: node.part ?? '1',
        type,
        encoding: node.encoding?.toLowerCase() ?? '',
        charset: node.parameters?.charset ?? 'utf-8',
      })
    }
    toLookAt.unshift(...(node.childNodes ?? []))
  }
  // an invitation is worth more than one text of many
  const rank = ({ type }: TextPart) => (type === 'text/calendar' ? 0 : 1)
  const ranked = found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_PARTS)
  return found.filter((part) => ranked.includes(part))
}

function typeOf({ type, disposition }: MessageStructureObject): FetchedPart['type'] | null {
  if (type === 'text/calendar' || type === 'application/ics') return 'text/calendar'
  const isText = type === 'text/plain' || type === 'text/html'
  return isText && disposition !== 'attachment' ? type : null
}

/** Undoes a transfer encoding (RFC 2045, section 6); what is cut off at its end is left out. */
export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1'), 'base64')
  if (encoding !== 'quoted-printable') return bytes
  const text = bytes
    .toString('latin1')
    .replace(/[ \t]+(?=\r?$)/gm, '')
    .replace(/=(\r?\n|$)/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  return Buffer.from(text, 'latin1')
}

/** Bytes as text; a charset that nobody knows is read as UTF-8, what does not fit becomes U+FFFD. */
export function decodeCharset(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

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
async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true, returnOptions: ['ALL'] })
  // a search that was refused or cut off answers `false` or nothing
  if (!found) throw new LostConnection()
  try {
    const uids = Array.isArray(found) ? found : unpackUids(found.all ?? '')
    return uids.sort((one, other) => one - other)
  } catch (cause) {
    throw new LostConnection('the server has told nonsense', { cause })
  }
}
