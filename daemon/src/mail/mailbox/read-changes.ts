import type { ImapFlow } from 'imapflow'
import { AppError } from '../../errors.ts'
import type { FetchedMail, MailboxBatch, MailboxCursor } from '../ports.ts'
import { fetchMails } from './fetch-mails.ts'
import type { ImapConnection } from './imap-connection.ts'
import { type FolderSurvey, surveyFolder } from './survey-folder.ts'
import { packUids } from './uid-set.ts'

/** Mails of one command. */
const BATCH_MAILS = 200

/**
 * What differs in a folder, as `Mailbox.changes` promises. The connection is free between two
 * batches, and nothing is asked of it while a batch arrives.
 */
export async function* readChanges(
  connection: ImapConnection,
  folder: string,
  since: MailboxCursor | null,
  known: () => readonly number[],
  signal: AbortSignal,
): AsyncGenerator<MailboxBatch> {
  const survey = await connection.runAfresh(
    (client) => surveyFolder(client, folder, since, known),
    signal,
  )
  let { isReset, gone } = survey
  const { wanted, state } = survey
  for (let at = 0; at < wanted.length; at += BATCH_MAILS) {
    const uids = wanted.slice(at, at + BATCH_MAILS)
    const mails = await connection.run((client) => fetchBatch(client, survey, uids), signal)
    if (mails.length === 0) continue
    const missing = packUids(wanted.slice(at + BATCH_MAILS))
    yield { isReset, expected: wanted.length - at, mails, gone, cursor: { ...state, missing } }
    isReset = false
    gone = []
  }
  yield { isReset, expected: 0, mails: [], gone, cursor: { ...state, missing: '' } }
}

async function fetchBatch(
  client: ImapFlow,
  { state }: FolderSurvey,
  uids: readonly number[],
): Promise<FetchedMail[]> {
  if (!client.mailbox || String(client.mailbox.uidValidity) !== state.uidValidity) {
    throw new AppError('IMAP_NET', 'The mailbox was numbered anew while it was read.')
  }
  return fetchMails(client, uids)
}
