import { type Clock, realClock } from '../../platform/clock.ts'
import { type MailSource, SourceMailbox } from '../files/source-mailbox.ts'
import type { Mailbox } from '../ports.ts'
import type { SampleContext } from './sample-mails.ts'

export interface SampleMailboxSettings extends SampleContext {
  /** As in `MailboxInfo`. */
  readonly composeUrl: string
  readonly clock?: Clock
}

/**
 * A mailbox of sixty made-up mails of a developer's job search. They were sent in the eight weeks
 * before the anchor day, and their appointments lie in the two weeks after it. The same anchor day
 * gives the same mails with the same numbers.
 */
export function createSampleMailbox(settings: SampleMailboxSettings): Mailbox {
  const { composeUrl, clock = realClock, ...context } = settings
  const info = { kind: 'sample', label: 'Sample mail', composeUrl, clock } as const
  // in Swedish a day is 2026-03-05
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone: context.userZone })
  const source: MailSource = {
    identity: `sample:${days.format(context.anchor)}`,
    version: async () => 'sample',
    list: async () => (await import('./sample-mails.ts')).sampleMails(context),
  }
  return new SourceMailbox(source, info)
}
