import { AppError } from '../../errors.ts'
import type { Mailbox } from '../ports.ts'
import { type ConnectionParts, ImapConnection } from './imap-connection.ts'
import { findProvider, type ImapSettings, imapHost } from './providers.ts'
import { BatchPlan, readChanges } from './read-changes.ts'
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
      provider: provider.name,
      appPasswordUrl: provider.appPasswordUrl,
      canSaveDrafts: true,
      composeUrl: settings.composeUrl ?? provider.composeUrl,
      ...connection.condition,
    }),
    connect: (signal) => connection.connect(signal),
    changes: (since, known, signal) => readChanges(reading, since, known, signal),
    watch: (hear) => connection.watch(hear),
    webLink: (messageId) => provider.webLink(messageId, user),
    saveDraft: (raw, messageId, previous, signal) =>
      connection.run((client) => saveDraft(client, raw, messageId, previous), signal),
    close: () => connection.close(),
  }
}
