import type { FetchedMail, Mailbox, MailboxBatch, MailboxCursor } from '../../ports.ts'

/** What one reading of a mailbox has brought. */
export interface Reading {
  readonly batches: readonly MailboxBatch[]
  readonly mails: readonly FetchedMail[]
  readonly gone: readonly number[]
  /** Of the last batch. */
  readonly cursor: MailboxCursor
}

/** All batches of one reading. */
export async function collect(changes: AsyncIterable<MailboxBatch>): Promise<MailboxBatch[]> {
  const batches: MailboxBatch[] = []
  for await (const batch of changes) batches.push(batch)
  return batches
}

/** Reads a mailbox to the end, knowing the mails of earlier readings. */
export async function readMailbox(
  mailbox: Mailbox,
  ...earlier: readonly Reading[]
): Promise<Reading> {
  const known = new Set<number>()
  for (const { mails, gone } of earlier) {
    for (const { uid } of mails) known.add(uid)
    for (const uid of gone) known.delete(uid)
  }
  const since = earlier.at(-1)?.cursor ?? null
  const { signal } = new AbortController()
  const batches = await collect(mailbox.changes(since, async () => [...known], signal))
  const cursor = batches.at(-1)?.cursor
  if (!cursor) throw new Error('A reading without any batch')
  return {
    batches,
    mails: batches.flatMap(({ mails }) => mails),
    gone: batches.flatMap(({ gone }) => gone),
    cursor,
  }
}

/** The Subject headers of mails, in their order. */
export function subjectsOf({ mails }: Reading): string[] {
  return mails.map(
    ({ source }) => /^Subject: (.*)$/m.exec(Buffer.from(source).toString())?.[1] ?? '',
  )
}
