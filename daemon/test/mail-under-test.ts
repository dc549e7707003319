import type { CalendarStatus, EventProposal, MailEvent } from '@shortlist/contracts/calendar'
import type { Email, Finding } from '@shortlist/contracts/mail'
import { onTestFinished } from 'vitest'
import { AppError } from '../src/errors.ts'
import { AnalysisPace } from '../src/mail/analysis-pace.ts'
import { createMailAssistant } from '../src/mail/create-mail-assistant.ts'
import type { MailAssistant } from '../src/mail/mail-assistant.ts'
import type { MailParts } from '../src/mail/mail-parts.ts'
import { readMessage } from '../src/mail/message/read-message.ts'
import type { AnalyzedMail, Appointments, MailToAnalyze } from '../src/mail/ports.ts'
import { type Background, createBackground } from '../src/platform/background.ts'
import { freshFolder } from './fresh-folder.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'
import { type PlainMail, plainMail } from './plain-mail.ts'
import { type RecordingRealtime, recordingRealtime, type Told } from './recording-realtime.ts'
import { type ScriptedMailbox, scriptedMailbox } from './scripted-mailbox.ts'

const noMailbox: MailParts['noMailbox'] = {
  kind: 'none',
  state: 'not-configured',
  label: '',
  provider: null,
  appPasswordUrl: null,
  retryAt: null,
  canSaveDrafts: false,
  composeUrl: 'https://mail.example/compose',
  error: 'IMAP credentials not configured',
}

/** What an analyser of tests finds in every mail. */
export const finding: Finding = {
  priority: 'medium',
  category: 'job_application',
  sentiment: 'neutral',
  hasInterview: false,
  hasDeadline: false,
  summary: 'A letter.',
  actionItems: ['Read it'],
  draftResponse: 'Thank you.',
  analyzer: 'rules',
}

/** An appointment that an analyser of tests may find. */
export const proposal: EventProposal = {
  source: 'rules',
  method: 'request',
  uid: null,
  sequence: 0,
  recurrenceId: null,
  stamp: null,
  summary: 'Interview',
  location: 'Zürich',
  time: {
    kind: 'instant',
    start: '2026-12-01T09:00:00.000Z',
    end: '2026-12-01T10:00:00.000Z',
    timeZone: 'Europe/Zurich',
  },
  evidence: 'on 1 December at 10:00',
  isProven: true,
}

/** Analyses that wait for the test; each call is answered by hand or by `answer`. */
export interface ScriptedAnalysis {
  /** Subjects in the order in which they were asked about. */
  readonly asked: readonly string[]
  readonly running: number
  analyze: MailParts['analyze']
  /** What a mail is answered; by default the finding of tests at once. */
  answer: (mail: MailToAnalyze, signal: AbortSignal) => Promise<AnalyzedMail>
}

export function scriptedAnalysis(): ScriptedAnalysis {
  const asked: string[] = []
  let running = 0
  const script: ScriptedAnalysis = {
    asked,
    get running() {
      return running
    },
    answer: async () => ({ finding, proposals: [] }),
    async analyze(mail, signal) {
      asked.push(mail.message.subject)
      running += 1
      try {
        return await script.answer(mail, signal)
      } finally {
        running -= 1
      }
    },
  }
  return script
}

export interface ScriptedAppointments extends Appointments {
  /** Mails whose appointments were placed, in order; repeated calls included. */
  readonly placed: readonly string[]
  readonly forgotten: readonly string[]
  connected: boolean
  /** What `place` rejects with; undefined: it works. */
  failure: AppError | undefined
}

export function scriptedAppointments(): ScriptedAppointments {
  const events = new Map<string, readonly MailEvent[]>()
  const placed: string[] = []
  const forgotten: string[] = []
  const status = (): CalendarStatus => ({
    connected: calendar.connected,
    error: null,
    kind: 'local',
    canUseGoogle: false,
    feedUrl: null,
    timeZone: 'Europe/Zurich',
  })
  const calendar: ScriptedAppointments = {
    placed,
    forgotten,
    connected: true,
    failure: undefined,
    status,
    async check() {
      if (!calendar.connected) throw new AppError('CAL_NOT_CONNECTED', 'There is no calendar.')
    },
    async place(_, { emailId }, proposals) {
      if (calendar.failure) throw calendar.failure
      placed.push(emailId)
      events.set(emailId, proposals.map(eventOf))
      return events.get(emailId) ?? []
    },
    eventsOf: (_, emailId) => events.get(emailId) ?? [],
    retryFailed: async () => [],
    async forgetMails(_, emailIds) {
      forgotten.push(...emailIds)
      for (const id of emailIds) events.delete(id)
    },
  }
  return calendar
}

function eventOf({ summary, location, time, source, evidence }: EventProposal): MailEvent {
  const { start, end } = time.kind === 'unclear' ? { start: '', end: '' } : time
  const shown = { summary, startTime: start, endTime: end, location, link: '' }
  const id = `event${start.replace(/\D/g, '')}`
  return { ...shown, id, time, state: 'created', reason: null, source, evidence, hasIcs: true }
}

export interface MailUnderTest {
  readonly assistant: MailAssistant
  readonly mailbox: ScriptedMailbox
  readonly realtime: RecordingRealtime
  readonly clock: ManualClock
  readonly calendar: ScriptedAppointments
  readonly analysis: ScriptedAnalysis
  readonly background: Background
  readonly folder: string
  /** What went wrong in the background. */
  readonly failures: readonly unknown[]
  /** Puts plain mails with these numbers into the mailbox. */
  deliver(...mails: readonly (number | PlainMail)[]): readonly number[]
  /** Syncs ada's mail until the sync has ended. */
  syncToEnd(): Promise<void>
  /** Lets the time pass that the first event of a sync waits for, and everything run. */
  settle(): Promise<void>
  emails(): readonly Email[]
  told(name: Told['name']): readonly Told[]
  /** Opens the same folder again, after closing this one. */
  reopen(): Promise<MailUnderTest>
}

export type MailSettings = Partial<MailParts> & {
  readonly mailbox?: ScriptedMailbox
  readonly calendar?: ScriptedAppointments
  readonly analysis?: ScriptedAnalysis
  readonly concurrency?: number
}

/** The mail assistant of ada, who owns a scripted mailbox, with everything else scripted too. */
export async function startMail(settings: MailSettings = {}): Promise<MailUnderTest> {
  const { concurrency = 2, mailbox = scriptedMailbox(), ...rest } = settings
  const { analysis = scriptedAnalysis(), calendar = scriptedAppointments(), ...parts } = rest
  const folder = parts.folder ?? (await freshFolder())
  const failures: unknown[] = []
  const background = createBackground((error) => failures.push(error))
  const realtime = recordingRealtime()
  const clock = manualClock()
  let time = Date.UTC(2026, 9, 1)
  const assistant = await createMailAssistant({
    folder,
    report: () => {},
    now: () => new Date((time += 1000)),
    clock,
    background,
    realtime,
    log: { info() {}, warn() {}, error() {} },
    appointments: calendar,
    analyze: analysis.analyze,
    pace: new AnalysisPace(() => concurrency),
    reader: { read: readMessage, close: () => {} },
    isSuspicious: () => false,
    datesOf: async () => ({ invitations: [], jsonLd: [] }),
    userZone: 'Europe/Zurich',
    ownerId: () => 'ada',
    openConfigured: () => mailbox,
    openSample: () => scriptedMailbox({ identity: 'sample', kind: 'sample' }),
    startsWithSample: false,
    noMailbox,
    ...parts,
  })
  onTestFinished(() => assistant.close())

  async function settle(): Promise<void> {
    let isIdle = false
    void background.idle().then(() => {
      isIdle = true
    })
    while (!isIdle) {
      clock.pass(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return {
    assistant,
    mailbox,
    realtime,
    clock,
    calendar,
    analysis,
    background,
    folder,
    failures,
    settle,
    deliver: (...mails) =>
      mailbox.deliver(
        ...mails.map((mail) => plainMail(typeof mail === 'number' ? dated(mail) : mail)),
      ),
    async syncToEnd() {
      await assistant.sync('ada')
      await settle()
    },
    emails: () => assistant.emails('ada'),
    told: (name) => realtime.told.filter((event) => event.name === name),
    async reopen() {
      await assistant.close()
      return startMail({ ...settings, mailbox, calendar, analysis, folder })
    },
  }
}

/** A mail whose number tells its age: the higher, the newer. */
function dated(number: number): PlainMail {
  return { number, date: new Date(Date.UTC(2026, 8, 1) + number * 3_600_000) }
}
