import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import type { MailOfEvents } from '../ports.ts'

/** A Friday; everything in tests lies around it. */
export const NOW = new Date('2026-11-20T12:00:00.000Z')

/** Half an hour from an instant on. */
export function halfHour(start: string): Extract<EventTime, { kind: 'instant' }> {
  const end = new Date(Date.parse(start) + 30 * 60_000).toISOString()
  return { kind: 'instant', start: new Date(start).toISOString(), end, timeZone: 'Europe/Berlin' }
}

/** An invitation to half an hour on the Tuesday after `NOW`, unless told otherwise. */
export function invitation(changes: Partial<EventProposal> = {}): EventProposal {
  return {
    source: 'invitation',
    method: 'request',
    uid: 'interview@acme.example',
    sequence: 0,
    recurrenceId: null,
    stamp: '2026-11-19T08:00:00.000Z',
    summary: 'Interview at Acme',
    location: 'https://meet.acme.example/abc',
    time: halfHour('2026-11-24T09:00Z'),
    evidence: 'Invitation: Interview at Acme',
    isProven: true,
    ...changes,
  }
}

/** The same as the text of a mail says it. */
export function inText(changes: Partial<EventProposal> = {}): EventProposal {
  return invitation({
    source: 'rules',
    uid: null,
    stamp: null,
    location: '',
    evidence: 'Tuesday, 24 November, 10:00',
    ...changes,
  })
}

let mails = 0

/** A mail of a recruiter; each has an id and a thread of its own unless told otherwise. */
export function mail(changes: Partial<MailOfEvents> = {}): MailOfEvents {
  mails += 1
  return {
    emailId: `mail-${mails}`,
    threadKey: `thread-${mails}`,
    subject: 'Your interview',
    sender: { name: 'Jane', address: 'Jane@acme.example' },
    date: '2026-11-19T08:00:00.000Z',
    doubt: null,
    ...changes,
  }
}
