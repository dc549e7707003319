import type { Email } from '@shortlist/contracts/mail'
import { onTestFinished } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { type PlainMail, plainMail } from '../../.config/testing/plain-mail.ts'
import type { MailParts } from '../src/mail/account-mail.ts'
import { AnalysisPace } from '../src/mail/analysis-pace.ts'
import { createMailAssistant, type MailAssistant } from '../src/mail/mail-assistant.ts'
import { readMessage } from '../src/mail/message/read-message.ts'
import { openMailRecords } from '../src/mail/store/mail-projection.ts'
import { createBackground } from '../src/platform/background.ts'
import { RecordStore } from '../src/platform/projection/record-store.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'
import { noMailbox } from './no-mailbox.ts'
import { type RecordingRealtime, recordingRealtime, type Told } from './recording-realtime.ts'
import { type ScriptedAnalysis, scriptedAnalysis } from './scripted-analysis.ts'
import { ScriptedAppointments } from './scripted-appointments.ts'
import { ScriptedMailbox } from './scripted-mailbox.ts'

export interface MailUnderTest {
  readonly assistant: MailAssistant
  readonly mailbox: ScriptedMailbox
  readonly calendar: ScriptedAppointments
  readonly analysis: ScriptedAnalysis
  readonly realtime: RecordingRealtime
  readonly clock: ManualClock
  readonly folder: string
  /** What went wrong in the background. */
  readonly failures: readonly unknown[]
  /** Puts plain mails with these numbers into the mailbox, the higher the newer. */
  deliver(...mails: readonly (number | PlainMail)[]): readonly number[]
  /** Syncs ada's mail and lets the sync end. */
  syncToEnd(): Promise<void>
  /** Lets time pass until nothing runs in the background any more. */
  settle(): Promise<void>
  /** Lets everything go on that waits for the disk and not for the time. */
  letRun(): Promise<void>
  /** Lets time pass until the promise is settled. */
  passUntil<Result>(promise: Promise<Result>): Promise<Result>
  /** Ada's mails, newest first. */
  emails(): Promise<readonly Email[]>
  told(...names: readonly Told['name'][]): readonly Told[]
  /** Lets time pass until everything is closed. */
  close(): Promise<void>
  /** Closes everything and opens the same folder again; the events so far are forgotten. */
  reopen(settings?: MailSettings): Promise<MailUnderTest>
}

export type MailSettings = Partial<MailParts> & {
  readonly mailbox?: ScriptedMailbox
  readonly calendar?: ScriptedAppointments
  readonly analysis?: ScriptedAnalysis
  readonly concurrency?: number
}

/** Seconds that pass with each look at the time, from 1 October 2026 on. */
function tickingNow(): () => Date {
  let time = Date.UTC(2026, 9, 1)
  return () => {
    time += 1000
    return new Date(time)
  }
}

/** The mail assistant of ada, who owns a scripted mailbox; everything else is scripted too. */
export async function startMail(settings: MailSettings = {}): Promise<MailUnderTest> {
  const { concurrency = 2, mailbox = new ScriptedMailbox(), ...others } = settings
  const { analysis = scriptedAnalysis(), calendar = new ScriptedAppointments(), ...own } = others
  const folder = own.folder ?? (await freshFolder())
  const failures: unknown[] = []
  const background = createBackground((error) => failures.push(error))
  const realtime = recordingRealtime()
  const clock = manualClock()
  const { report = () => {} } = own
  const store = new RecordStore({ folder, report, ...(own.fs && { fs: own.fs }) })
  const parts: MailParts = {
    folder,
    records: await openMailRecords(store),
    report,
    now: tickingNow(),
    clock,
    background,
    realtime,
    log: { info() {}, warn() {}, error() {} },
    appointments: calendar,
    analyze: analysis.analyze,
    hasModel: () => true,
    pace: new AnalysisPace(() => concurrency),
    reader: { read: readMessage, close: () => {} },
    ownUrl: () => 'http://localhost:4000',
    zoneOf: () => 'Europe/Zurich',
    ownerId: async () => 'ada',
    openOwn: async () => undefined,
    ownUsers: () => [],
    openConfigured: () => mailbox,
    openSample: async () => new ScriptedMailbox({ identity: 'sample', kind: 'sample' }),
    startsWithSample: false,
    noMailbox,
    ...own,
  }
  const assistant = await createMailAssistant(parts)
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= assistant.close().finally(() => store.close())
    return closed
  }
  onTestFinished(close)

  const settle = () => passUntil(clock, parts.background.idle())
  return {
    assistant,
    mailbox,
    calendar,
    analysis,
    realtime,
    clock,
    folder,
    failures,
    settle,
    letRun,
    passUntil: (promise) => passUntil(clock, promise),
    deliver: (...mails) => mailbox.deliver(...mails.map((mail) => plainMail(dated(mail)))),
    async syncToEnd() {
      await assistant.sync('ada')
      await settle()
    },
    emails: async () => (await assistant.emails('ada')).emails,
    told: (...names) => realtime.told.filter(({ name }) => names.includes(name)),
    close: () => passUntil(clock, close()),
    async reopen(changed = {}) {
      await passUntil(clock, close())
      return startMail({ ...settings, mailbox, calendar, analysis, folder, ...changed })
    },
  }
}

/** Turns of the event loop in which work that waits for no clock gets from one step to the next. */
const TURNS = 200

async function letRun(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}

async function passUntil<Result>(clock: ManualClock, promise: Promise<Result>): Promise<Result> {
  let isPending = true
  const done = () => {
    isPending = false
  }
  promise.then(done, done)
  while (isPending) {
    clock.pass(100)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return promise
}

function dated(mail: number | PlainMail): PlainMail {
  if (typeof mail !== 'number') return mail
  return { number: mail, date: new Date(Date.UTC(2026, 8, 1) + mail * 3_600_000) }
}
