import type { ImapFlow, MailboxObject } from 'imapflow'

/** The connection has ended where the vendor only answers with nothing. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection'
  readonly code = 'NoConnection'
}

/** What was known of a folder, so that the server tells what has vanished since (RFC 7162). */
export interface FolderMemory {
  readonly uidValidity: string
  readonly modseq: string
}

/**
 * Opens a folder, for reading unless told otherwise. Throws what the vendor throws;
 * `mailboxMissing` stands on it where there is no such folder.
 */
export async function openFolder(
  client: ImapFlow,
  folder: string,
  { since, isWritable = false }: { since?: FolderMemory | undefined; isWritable?: boolean } = {},
): Promise<MailboxObject> {
  const memory = since && { uidValidity: since.uidValidity, changedSince: since.modseq }
  const options = { readOnly: !isWritable, ...memory }
  const opened: MailboxObject | undefined = await client.mailboxOpen(folder, options)
  if (!opened || !client.mailbox) throw new LostConnection()
  return opened
}
