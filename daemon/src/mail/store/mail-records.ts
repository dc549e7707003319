import { hash } from 'node:crypto'
import type { ProjectedLogs } from '../../platform/projection/projected-logs.ts'
import type { RecordStore } from '../../platform/projection/record-store.ts'
import { mailProjection } from './mail-projection.ts'
import { MailboxHead, MailRecord, StoredText, TextsHead } from './mail-rows.ts'
import { textsProjection } from './text-store.ts'

/** What is stored of all mailboxes. */
export interface MailRecords {
  /** A log for each mailbox, named by `logOf`. */
  readonly mails: ProjectedLogs<MailRecord, MailboxHead>
  readonly texts: ProjectedLogs<StoredText, TextsHead>
  /** Logs of mailboxes that records are missing in: how far they were read counts no more. */
  readonly lost: Set<string>
}

/** Schema version of the records. */
const VERSION = 1

export async function openMailRecords(store: RecordStore): Promise<MailRecords> {
  const lost = new Set<string>()
  const mails = await store.open({
    version: VERSION,
    row: MailRecord,
    head: MailboxHead,
    projection: mailProjection,
    onLoss: (log) => void lost.add(log),
  })
  const texts = await store.open({
    version: VERSION,
    row: StoredText,
    head: TextsHead,
    projection: textsProjection,
  })
  return { mails, texts, lost }
}

/** The name of a mailbox's log. */
export function logOf({ userId, identity, isSample }: MailboxHead): string {
  return hash('sha256', JSON.stringify([userId, identity, isSample])).slice(0, 32)
}
