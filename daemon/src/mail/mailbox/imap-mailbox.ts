import { AppError } from '../../errors.ts'
import { type Clock, realClock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailbox } from '../ports.ts'
import { BatchPlan } from './batch-plan.ts'
import { ImapConnection } from './imap-connection.ts'
import type { ImapSettings } from './imap-settings.ts'
import { type ImapTimers, imapTimers } from './open-imap.ts'
import { findProvider, imapHost } from './providers.ts'
import { readChanges } from './read-changes.ts'
import { saveDraft } from './save-draft.ts'

export interface ImapMailboxParts {
  readonly log: Pick<Log, 'warn'>
  readonly now?: () => Date
  readonly clock?: Clock
  /** From 0 up to 1. */
  readonly random?: () => number
  readonly timers?: Partial<ImapTimers>
  /** How often news are assumed although the server has told none; 5 minutes. */
  readonly pollMs?: number
}

const POLL_MS = 5 * 60_000

/**
 * A mailbox on any IMAP server (RFC 3501), over one kept connection that is opened when it is first
 * needed. Throws `IMAP_NOT_CONFIGURED` where the settings do not tell the server.
 */
export function createImapMailbox(settings: ImapSettings, parts: ImapMailboxParts): Mailbox {
  const { user, folder } = settings
  const host = imapHost(settings)
  if (host === undefined) {
    const sentence = 'The address does not tell its mail server. Set IMAP_HOST.'
    throw new AppError('IMAP_NOT_CONFIGURED', sentence)
  }
  const provider = findProvider({ host, user })
  const { log, now = () => new Date(), clock = realClock } = parts
  const { random = Math.random, pollMs = POLL_MS } = parts
  const timers = { ...imapTimers, ...parts.timers }
  const connection = new ImapConnection(settings, { now, log, clock, random, timers, pollMs })

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
