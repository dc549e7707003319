import { AppError } from '../../errors.ts'
import type { Clock } from '../../platform/realtime/clock.ts'
import type { Mailbox, MailboxHealth } from '../ports.ts'
import type { MailSource } from './mail-source.ts'
import { sourceChanges } from './source-changes.ts'
import { watchSource } from './watch-source.ts'

/** What a mailbox of files says about itself. */
export interface SourceMailboxSettings {
  readonly kind: 'files' | 'sample'
  readonly label: string
  readonly composeUrl: string
  readonly clock: Clock
}

/**
 * A mailbox over a collection of mails. It keeps no connection and takes no drafts; a failure of the
 * collection makes it `unreadable` until it can be read again.
 */
export function createSourceMailbox(source: MailSource, settings: SourceMailboxSettings): Mailbox {
  const hearers = new Set<(news: 'mail' | 'health') => void>()
  let stopWatching: (() => void) | undefined
  let problem: { state: MailboxHealth['state']; error: string | null } = {
    // The sample needs no reading to be there.
    state: settings.kind === 'sample' ? 'ready' : 'connecting',
    error: null,
  }

  function become(state: MailboxHealth['state'], error: string | null): void {
    const isNews = problem.state !== state || problem.error !== error
    problem = { state, error }
    if (isNews) tell('health')
  }

  function tell(news: 'mail' | 'health'): void {
    for (const hear of [...hearers]) hear(news)
  }

  async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      become('ready', null)
      return result
    } catch (failure) {
      if (failure instanceof AppError) become('unreadable', failure.message)
      throw failure
    }
  }

  const tried: MailSource = {
    identity: source.identity,
    version: (signal) => attempt(() => source.version(signal)),
    list: async (signal) => {
      const mails = await attempt(() => source.list(signal))
      return mails.map((mail) => ({ ...mail, read: () => attempt(() => mail.read()) }))
    },
  }

  return {
    identity: source.identity,
    health: () => ({
      kind: settings.kind,
      label: settings.label,
      composeUrl: settings.composeUrl,
      ...problem,
      provider: null,
      appPasswordUrl: null,
      retryAt: null,
      canSaveDrafts: false,
    }),
    async connect(signal) {
      await tried.version(signal)
    },
    changes: (since, known, signal) => sourceChanges(tried, since, known, signal),
    watch(hear) {
      hearers.add(hear)
      stopWatching ??= watchSource(tried.version, () => tell('mail'), settings.clock)
      return () => {
        hearers.delete(hear)
        if (hearers.size > 0) return
        stopWatching?.()
        stopWatching = undefined
      }
    },
    webLink: () => '',
    async saveDraft() {
      throw new AppError('MAIL_DRAFT', 'This mailbox takes no drafts.')
    },
    async close() {
      hearers.clear()
      stopWatching?.()
      stopWatching = undefined
    },
  }
}
