import { hash } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { AppError } from '../../errors.ts'
import type { SavedDraft } from '../ports.ts'
import { openFolder } from './imap-connection.ts'

/**
 * Appends a raw message to the Drafts folder and then removes `previous`, unless that is not byte
 * for byte ours any more. Leaves the Drafts folder open. Throws `MAIL_DRAFT`.
 */
export async function saveDraft(
  client: ImapFlow,
  raw: Uint8Array,
  messageId: string,
  previous: SavedDraft | null,
): Promise<SavedDraft> {
  const folder = await draftsFolder(client)
  // before it is appended to: the flags are those that the folder that is open allows
  const { uidValidity } = await openFolder(client, folder, { readOnly: false })
  const uid = (await append(client, folder, raw)) ?? (await findDraft(client, messageId))
  const draft = { uid, uidValidity: String(uidValidity), messageId }
  // some servers store a message otherwise than they were given it
  const sha256 = (await hashOf(client, uid)) ?? hash('sha256', raw)
  if (previous?.uidValidity === draft.uidValidity && previous.uid !== uid) {
    if ((await hashOf(client, previous.uid)) === previous.sha256) {
      await remove(client, previous.uid)
    }
  }
  return { ...draft, sha256 }
}

async function draftsFolder(client: ImapFlow): Promise<string> {
  const folders = await client.list()
  const drafts = folders.find(({ specialUse }) => specialUse === '\\Drafts')
  if (!drafts) throw new AppError('MAIL_DRAFT', 'This mailbox has no folder for drafts.')
  return drafts.path
}

/** The number of the new draft, or null where the server does not tell it. */
async function append(client: ImapFlow, folder: string, raw: Uint8Array): Promise<number | null> {
  try {
    const appended = await client.append(folder, Buffer.from(raw), ['\\Draft', '\\Seen'])
    if (!appended) throw new AppError('MAIL_DRAFT', 'The mail server did not take the draft.')
    return appended.uid ?? null
  } catch (error) {
    const status = error instanceof Error && 'responseStatus' in error
    if (!status) throw error
    const code = 'serverResponseCode' in error ? error.serverResponseCode : ''
    const sentence =
      code === 'OVERQUOTA'
        ? 'The mailbox is full, so that the draft could not be saved.'
        : 'The mail server did not take the draft.'
    throw new AppError('MAIL_DRAFT', sentence, { cause: error })
  }
}

async function findDraft(client: ImapFlow, messageId: string): Promise<number> {
  const found = await client.search({ header: { 'message-id': messageId } }, { uid: true })
  const uid = Array.isArray(found) ? Math.max(0, ...found) : 0
  if (uid === 0) throw new AppError('MAIL_DRAFT', 'The draft was saved, but cannot be found.')
  return uid
}

/** Null where there is no such draft. */
async function hashOf(client: ImapFlow, uid: number): Promise<string | null> {
  const row = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true })
  if (!row) return null
  return row.source ? hash('sha256', row.source) : null
}

async function remove(client: ImapFlow, uid: number): Promise<void> {
  if (client.capabilities.has('UIDPLUS')) await client.messageDelete(String(uid), { uid: true })
  // EXPUNGE would take along what the user has only marked
  else await client.messageFlagsAdd(String(uid), ['\\Deleted'], { uid: true })
}
