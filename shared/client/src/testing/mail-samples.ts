import type { CalendarStatus, MailEvent } from '@shortlist/contracts/calendar'
import type { Analysis, Email, MailboxInfo, MailStatus } from '@shortlist/contracts/mail'

/** Where the popup of a fake client goes. */
export const CONSENT_PAGE = 'https://accounts.example/consent'

/** What a mailbox that works says of itself. */
export function aMailbox(parts: Partial<MailboxInfo> = {}): MailboxInfo {
  return {
    kind: 'imap',
    state: 'ready',
    label: 'ada@example.com',
    provider: 'Gmail',
    appPasswordUrl: 'https://myaccount.google.com/apppasswords',
    retryAt: null,
    canSaveDrafts: true,
    composeUrl: 'https://mail.google.com/mail/?view=cm&fs=1',
    ...parts,
  }
}

/** The status of a mailbox that works and holds nothing. */
export function aMailStatus(parts: Partial<MailStatus> = {}): MailStatus {
  const empty = { emails: [], lastSync: null, sync: null }
  return { connected: true, error: null, ...empty, mailbox: aMailbox(), ...parts }
}

/** The status before anybody has configured a mailbox. */
export function noMailbox(parts: Partial<MailStatus> = {}): MailStatus {
  const nothing = { kind: 'none', state: 'not-configured', label: '', provider: null } as const
  const mailbox = aMailbox({ ...nothing, appPasswordUrl: null, canSaveDrafts: false })
  return aMailStatus({
    connected: false,
    error: 'IMAP credentials not configured',
    mailbox,
    ...parts,
  })
}

/** A Google calendar that is connected. */
export function aCalendarStatus(parts: Partial<CalendarStatus> = {}): CalendarStatus {
  return {
    connected: true,
    error: null,
    kind: 'google',
    canUseGoogle: true,
    isGoogleSignedIn: true,
    wasChosen: true,
    feedUrl: null,
    timeZone: 'Europe/Berlin',
    ...parts,
  }
}

/** No calendar yet, where a Google one can be connected. */
export function noCalendar(parts: Partial<CalendarStatus> = {}): CalendarStatus {
  return aCalendarStatus({
    connected: false,
    kind: null,
    isGoogleSignedIn: false,
    wasChosen: false,
    ...parts,
  })
}

/** A mail that waits for its analysis. */
export function anEmail(parts: Partial<Email> = {}): Email {
  return {
    id: 'mail-0001',
    subject: 'Interview confirmation',
    from: 'Dana Reyes <dana@northwind.example>',
    replyTo: 'dana@northwind.example',
    date: '2026-11-21T08:12:00.000Z',
    snippet: 'Hi, thanks for applying.',
    bodyPreview: 'Hi, thanks for applying. We would love to meet you on Tuesday.',
    webLink: 'https://mail.google.com/mail/u/0/#all/1',
    analyzed: false,
    status: 'pending',
    failure: null,
    analysis: null,
    summary: null,
    category: null,
    priority: null,
    corrected: [],
    isNewSinceLastSync: true,
    events: [],
    warnings: [],
    draftSavedAt: null,
    ...parts,
  }
}

/** What the analysis of an invitation to an interview says. */
export function anAnalysis(parts: Partial<Analysis> = {}): Analysis {
  return {
    priority: 'high',
    category: 'job_interview',
    sentiment: 'positive',
    hasInterview: true,
    hasDeadline: false,
    summary: 'They want a technical interview on 24 November at 10:00.',
    actionItems: ['Confirm the time'],
    draftResponse: 'Thank you, Tuesday at 10:00 suits me well.',
    analyzer: 'model',
    calendarEvents: [],
    ...parts,
  }
}

/** A mail with its analysis and the copies of it. */
export function anAnalyzedEmail(
  parts: Partial<Email> = {},
  finding: Partial<Analysis> = {},
): Email {
  const analysis = anAnalysis(finding)
  const { summary, category, priority } = analysis
  const done = { analyzed: true, status: 'analyzed', analysis } as const
  return anEmail({ ...done, summary, category, priority, ...parts })
}

/** An interview that was read in an invitation and is in the calendar. */
export function aMailEvent(parts: Partial<MailEvent> = {}): MailEvent {
  const start = '2026-11-24T09:00:00.000Z'
  const end = '2026-11-24T10:00:00.000Z'
  return {
    id: 'event0001',
    summary: 'Northwind technical interview',
    startTime: start,
    endTime: end,
    location: 'Google Meet',
    link: 'https://calendar.google.com/event?eid=1',
    time: { kind: 'instant', start, end, timeZone: 'Europe/Berlin' },
    state: 'created',
    reason: null,
    source: 'invitation',
    evidence: 'Northwind technical interview, 24 November 2026, 10:00',
    hasIcs: true,
    ...parts,
  }
}
