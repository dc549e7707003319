import type { ImapFlow } from 'imapflow'
import { AppError } from '../../errors.ts'
import type { FetchedMail } from '../message-ports.ts'
import type { MailboxBatch, MailboxCursor } from '../ports.ts'
import type { BatchPlan } from './batch-plan.ts'
import { fetchMails } from './fetch-mails.ts'
import type { ImapConnection } from './imap-connection.ts'
import { surveyFolder } from './survey-folder.ts'
import { packUids } from './uid-set.ts'

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
  const survey = await connection.runAfresh(
    (client) => surveyFolder(client, folder, since, known),
    signal,
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
