import type { FetchedMail, MailboxBatch, MailboxCursor } from '../ports.ts'
import { type MailSource, type SourceMail, sourceUid, UID_LIMIT } from './mail-source.ts'

const BATCH_MAILS = 100
const BATCH_BYTES = 8 * 1024 * 1024

/**
 * What differs in a collection since a cursor, as `Mailbox.changes` has it. Numbers follow no order
 * here, so what is new is found by comparing them with the known ones; until a reading has ended its
 * cursors therefore call everything missing.
 */
export async function* sourceChanges(
  source: MailSource,
  since: MailboxCursor | null,
  known: () => Promise<readonly number[]>,
  signal: AbortSignal,
): AsyncGenerator<MailboxBatch> {
  const uidValidity = String(sourceUid('numbers of version 1', source.identity))
  const ended = {
    uidValidity,
    uidNext: UID_LIMIT,
    modseq: await source.version(signal),
    missing: '',
  }
  const base = since?.uidValidity === uidValidity ? since : null
  if (base?.missing === '' && base.modseq === ended.modseq) {
    yield { isReset: false, expected: 0, mails: [], gone: [], cursor: base }
    return
  }
  const stored = new Set(base ? await known() : [])
  const listed = await source.list(signal)
  const wanted = await newestFirst(listed.filter(({ uid }) => !stored.has(uid)))
  let isReset = since !== null && base === null
  let expected = wanted.length
  for await (const mails of inBatches(wanted, signal)) {
    const cursor = { ...ended, modseq: null, missing: '1:*' }
    yield { isReset, expected, mails, gone: [], cursor }
    isReset = false
    expected -= mails.length
  }
  for (const { uid } of listed) stored.delete(uid)
  yield { isReset, expected: 0, mails: [], gone: [...stored], cursor: ended }
}

async function newestFirst(mails: readonly SourceMail[]): Promise<SourceMail[]> {
  const dated: { mail: SourceMail; at: string }[] = []
  for (const mail of mails) {
    const at = await mail.receivedAt()
    if (at !== null) dated.push({ mail, at })
  }
  return dated.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).map(({ mail }) => mail)
}

async function* inBatches(
  wanted: readonly SourceMail[],
  signal: AbortSignal,
): AsyncGenerator<readonly FetchedMail[]> {
  let batch: FetchedMail[] = []
  let bytes = 0
  for (const { read } of wanted) {
    signal.throwIfAborted()
    const mail = await read()
    if (!mail) continue
    batch.push(mail)
    bytes += mail.source.length
    if (batch.length < BATCH_MAILS && bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}
