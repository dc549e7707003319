import { MailStatus } from '@shortlist/contracts/mail'
import { readDaemonAddress } from '../host/daemon-address.ts'

/** The part of the status that says how a sync goes. */
const SyncStatus = MailStatus.pick({ lastSync: true, sync: true })
export type SyncStatus = Pick<MailStatus, 'lastSync' | 'sync'>

/**
 * How the sync of an account goes, or null where that account is not signed in any more. Throws
 * where the daemon does not answer as agreed.
 */
export async function askSync(userId: string, signal: AbortSignal): Promise<SyncStatus | null> {
  const address = `${await readDaemonAddress()}/api/gmail/status/${encodeURIComponent(userId)}`
  const answer = await fetch(`${address}?emails=none`, { credentials: 'include', signal })
  if (answer.status === 401 || answer.status === 403) return null
  if (!answer.ok) throw new Error(`the status was answered with ${answer.status}`)
  return SyncStatus.parse(await answer.json())
}
