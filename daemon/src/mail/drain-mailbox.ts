import { Readable } from 'node:stream'
import type { MailWarning } from '@shortlist/contracts/mail'
import { type AccountMail, previewBody } from './account-mail.ts'
import type { FetchedMail, MailboxBatch, ReadMessage } from './ports.ts'
import type { NewMail, RenumberedMail } from './store/mail-store.ts'

/** What one step of reading the mailbox has brought. */
export interface DrainStep {
  readonly fetched: number
  /** Mails that are stored now and were not known before, newest first. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Mails that are still to come. */
  readonly remaining: number
}

/**
 * Reads what differs in the mailbox and stores it, newest mails first, saying each step once it is
 * on disk; the screens are told of the newest cards at once, and in the end of all others and of
 * those that are gone. Rejects with what the mailbox or the disk says; the steps before stay. Waits
 * for another drain of the same account to end.
 */
export function drainMailbox(
  account: AccountMail,
  signal: AbortSignal,
  onStep: (step: DrainStep) => void = () => {},
): Promise<void> {
  return account.exclusively(async () => {
    const added: string[] = []
    const removed: string[] = []
    try {
      let isFirst = true
      for await (const step of steps(account, signal)) {
        // the newest cards come at once, and all others together, however many batches there are
        if (isFirst && step.remaining > 0) await account.tellChanged(step.added)
        else added.push(...step.added)
        isFirst = false
        removed.push(...step.removed)
        onStep(step)
      }
      account.noteDisk(null)
    } finally {
      await account.tellRemoved(removed)
      await account.tellChanged(added)
    }
  })
}

/** Each batch is read while the one before is stored and the next one is fetched. */
async function* steps(account: AccountMail, signal: AbortSignal): AsyncGenerator<DrainStep> {
  for await (const batch of fetchedAhead(readBatches(account, signal))) {
    signal.throwIfAborted()
    yield await storeBatch(account, batch)
  }
  signal.throwIfAborted()
  if (account.store.cursor?.missing === '') yield await removeStale(account)
}

interface ReadBatch {
  readonly batch: MailboxBatch
  readonly fresh: readonly NewMail[]
  readonly moved: readonly RenumberedMail[]
}

async function* readBatches(account: AccountMail, signal: AbortSignal): AsyncGenerator<ReadBatch> {
  const { mailbox, store, parts } = account
  const known = () => store.mails.uids()
  const taken = new Set<string>()
  const { cursor } = store
  // whatever is not listed is gone, be it that nobody knows any more how far the mailbox was read
  let isListedAnew = false
  for await (const batch of fetchedAhead(mailbox.changes(cursor, known, signal))) {
    if (!isListedAnew && (batch.isReset || cursor === null)) await store.mails.startEpoch()
    isListedAnew ||= batch.isReset || cursor === null
    const mails = await store.mails.recognise(batch.mails, taken)
    // those that wait for their analysis, too: later the mailbox would be listed again for each of them
    const reading = mails.map(async (mail) => {
      return { ...mail, message: mail.isWaiting ? await parts.reader.read(mail.fetched) : null }
    })
    const read = await Promise.all(reading)
    const storedAt = parts.now().toISOString()
    const fresh: NewMail[] = []
    const moved: RenumberedMail[] = []
    for (const { id, fetched, isStored, message } of read) {
      if (isStored) moved.push({ id, uid: fetched.uid, ...(message && { message }) })
      else if (message) fresh.push({ row: rowOfMail(fetched, message, { id, storedAt }), message })
    }
    yield { batch, fresh, moved }
  }
}

async function storeBatch(
  { store }: AccountMail,
  { batch, fresh, moved }: ReadBatch,
): Promise<DrainStep> {
  const { mails, gone, expected, cursor } = batch
  const removed = await store.mails.idsOf(gone)
  await store.add({ fresh, moved, gone: removed, cursor })
  return {
    fetched: mails.length,
    added: fresh.map(({ row }) => row.id),
    removed,
    remaining: Math.max(0, expected - mails.length),
  }
}

/** Once the whole mailbox is listed anew, what it has not named is not there any more. */
async function removeStale({ store }: AccountMail): Promise<DrainStep> {
  const removed = await store.mails.stale()
  await store.remove(removed)
  return { fetched: 0, added: [], removed, remaining: 0 }
}

/** The same items, each next one fetched while the one before is worked on. */
function fetchedAhead<Item>(source: AsyncIterable<Item>): AsyncIterable<Item> {
  return Readable.from(source, { highWaterMark: 1 })
}

/** More hidden characters than this are no accident. */
const HIDDEN_CHARACTERS = 40

/** A text of this length was cut by the reader (`ReadMessage.text`). */
const TEXT_CHARACTERS = 1024 * 1024

/** A Date header may run ahead of the receiving server by so much. */
const CLOCK_SKEW_MS = 24 * 3_600_000

/** As many references as a reply needs to be put into its conversation (RFC 5322, 3.6.4). */
const REFERENCES = 10

/** What is kept of a mail for good. */
function rowOfMail(
  { uid, receivedAt }: FetchedMail,
  message: ReadMessage,
  { id, storedAt }: { readonly id: string; readonly storedAt: string },
): NewMail['row'] {
  const { subject, from, replyTo, to, messageId, dateOffset } = message
  const { isSenderProven, arrivedAt, isBulk } = message
  const references = shortened(message.references)
  return {
    id,
    uid,
    date: plausible(message.date, receivedAt),
    dateOffset,
    storedAt,
    subject,
    from,
    replyTo,
    to: to.slice(0, 1),
    messageId,
    references,
    preview: previewBody(message.text),
    warnings: warningsOf(message),
    isSenderProven,
    arrivedAt,
    isBulk,
  }
}

/** When it was sent, unless that lies in the future of the server that received it. */
function plausible(sent: string | null, received: string): string {
  if (sent === null) return received
  return Date.parse(sent) > Date.parse(received) + CLOCK_SKEW_MS ? received : sent
}

/** The oldest and the latest ones. */
function shortened(references: readonly string[]): string[] {
  if (references.length <= REFERENCES) return [...references]
  return [...references.slice(0, 1), ...references.slice(1 - REFERENCES)]
}

/** What can be said without an analysis. */
function warningsOf(message: ReadMessage): MailWarning[] {
  const signs: readonly [MailWarning, boolean][] = [
    ['unreadable', message.problem !== null],
    ['hidden-text', message.hiddenCharacters > HIDDEN_CHARACTERS],
    ['sender-unproven', message.authentication === 'fail'],
    ['truncated', message.text.length >= TEXT_CHARACTERS],
  ]
  return signs.filter(([, holds]) => holds).map(([warning]) => warning)
}
