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
  return new SourceMailbox(sampleSource(context), info)
}

function sampleSource(context: SampleContext): MailSource {
  return {
    identity: `sample:${dayIn(context.userZone, context.anchor)}`,
    version: async () => 'sample',
    list: async () => (await import('./sample-mails.ts')).sampleMails(context),
  }
}

/** The day that a clock of the zone shows, as 2026-03-05. */
function dayIn(zone: string, instant: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(instant)
}
