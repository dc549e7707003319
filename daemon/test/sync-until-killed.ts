// A process of its own: it syncs a scripted mailbox until it is killed. Every analysis that begins
// and every one that was told is printed, so that the parent knows what may be repeated.
import { writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { plainMail } from '../../.config/testing/plain-mail.ts'
import { AnalysisPace } from '../src/mail/analysis-pace.ts'
import { createMailAssistant } from '../src/mail/create-mail-assistant.ts'
import { readMessage } from '../src/mail/message/read-message.ts'
import { openMailRecords } from '../src/mail/store/mail-records.ts'
import { createBackground } from '../src/platform/background.ts'
import { RecordStore } from '../src/platform/projection/record-store.ts'
import { noMailbox } from './no-mailbox.ts'
import { finding, proposal } from './scripted-analysis.ts'
import { ScriptedAppointments } from './scripted-appointments.ts'
import { ScriptedMailbox } from './scripted-mailbox.ts'

const [folder = '', mails = '0', concurrency = '1'] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const background = createBackground((error) => say(`failed ${error}`))
const mailbox = new ScriptedMailbox({ batchSize: 7 })
for (let number = 1; number <= Number(mails); number++) {
  mailbox.deliver(plainMail({ number, date: new Date(number * 60_000) }))
}
const store = new RecordStore({ folder, report: () => say('repaired') })
const assistant = await createMailAssistant({
  folder,
  records: await openMailRecords(store),
  report: () => say('repaired'),
  now: () => new Date(),
  clock: { now: () => performance.now(), after: (_, run) => laterOn(run) },
  background,
  realtime: {
    publish(_, name, payload) {
      if (name === 'email-analyzed' && 'emailId' in payload) say(`told ${payload.emailId}`)
      if (name === 'sync-progress') say('step')
      if (name === 'sync-complete' || name === 'sync-error') say(name)
    },
  },
  log: { info() {}, warn() {}, error: (_: unknown, sentence?: string) => say(`${sentence}`) },
  appointments: new ScriptedAppointments(),
  analyze: async ({ message }) => {
    say(`asked ${message.messageId}`)
    await setTimeout(Math.random() * 8)
    return { finding: { ...finding, summary: message.messageId }, proposals: [proposal] }
  },
  hasModel: () => false,
  pace: new AnalysisPace(() => Number(concurrency)),
  reader: { read: readMessage, close: () => {} },
  ownUrl: () => 'http://localhost:4000',
  userZone: 'Europe/Zurich',
  ownerId: async () => 'ada',
  openConfigured: () => mailbox,
  openSample: async () => mailbox,
  startsWithSample: false,
  noMailbox,
})
// what the disk holds at the start: mails that are analysed, by the id that they were asked about
for (const { id, summary } of (await assistant.emails('ada')).emails)
  if (summary) say(`kept ${id} ${summary}`)
say('ready')
assistant.start()
await assistant.sync('ada')

function laterOn(run: () => void): () => void {
  const timer = globalThis.setTimeout(run, 1)
  return () => clearTimeout(timer)
}
