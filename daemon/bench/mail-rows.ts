import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '@shortlist/contracts/mail'
import type { Bench } from '../../.config/bench/measure.ts'
import { quantile, slope } from '../../.config/bench/statistics.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { openMailRecords } from '../src/mail/store/mail-projection.ts'
import type { MailRecord } from '../src/mail/store/mail-records.ts'
import { logOf } from '../src/mail/store/mail-store.ts'
import { RecordStore } from '../src/platform/projection/record-store.ts'
import { mailClient } from '../test/mail-client.ts'
import { cpuTime } from './cpu-time.ts'

const USER = 'ada@example.test'
const PLACE = { IMAP_HOST: '127.0.0.1', IMAP_SECURITY: 'none', IMAP_USER: USER }
const DAY = 86_400_000
const APPENDED_AT_ONCE = 500
const ROUNDS = 200
const categories = ['job_interview', 'other', 'newsletter', 'tools', 'learning'] as const

/** M7: what the first screen of mail asks for, from mailboxes of any size. */
export async function rowsOfAnySize(bench: Bench): Promise<void> {
  const sizes = bench.sizes([100, 1000, 10_000, 100_000])
  const bytes: number[] = []
  const walls: [number, number][] = []
  const work: [number, number][] = []
  for (const mails of sizes) {
    const figures = await firstScreen(mails)
    bytes.push(figures.bytes)
    walls.push([mails, figures.wall])
    work.push([mails, figures.cpu])
    bench.note('M7', `${mails} mails: 95 of 100 first pages within`, figures.wall, 'ms')
    bench.note('M7', `${mails} mails: CPU time of a first page`, figures.cpu, 'ms')
  }
  const most = Math.max(...bytes)
  const [what, spread] = ['bytes of status and first page', 'spread of the bytes']
  bench.gate({ id: 'M7', what, value: most, max: 26_000, isExact: true })
  bench.gate({ id: 'M7', what: spread, value: most / Math.min(...bytes), max: 1.05, isExact: true })
  bench.gate({ id: 'M7', what: 'slope of the CPU time in mails', value: slope(work), max: 0.05 })
  const slowest = Math.max(...walls.map(([, wall]) => wall))
  bench.gate({ id: 'M7', what: 'the slowest first page, ms', value: slowest, max: 150 })
}

/** Bytes, and milliseconds at the 95th percentile and of CPU time. */
async function firstScreen(mails: number) {
  const room = await mkdtemp(join(tmpdir(), 'shortlist-bench-'))
  // nobody listens there: what is shown is what is stored
  const env = { ...PLACE, IMAP_PORT: '9', IMAP_APP_PASSWORD: 'abcd efgh ijkl mnop' }
  const options = { dataFolder: join(room, 'data'), env }
  const first = await startDaemon(options)
  const ada = await mailClient(first.url, USER)
  const { caller } = ada
  ada.close()
  await first.stop()
  await fill(options.dataFolder, caller.account.id, mails)
  const daemon = await startDaemon({ ...options, port: first.port })
  const paths = [
    `/api/gmail/status/${caller.account.id}?emails=none`,
    `/api/mail/${caller.account.id}/rows`,
  ]
  const ask = async () => {
    const answers = await Promise.all(paths.map((path) => caller.call('GET', path)))
    const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    return bodies.reduce((sum, body) => sum + body.byteLength, 0)
  }
  try {
    for (let warm = 0; warm < ROUNDS; warm++) await ask()
    const before = cpuTime(daemon.process.pid ?? 0)
    const walls: number[] = []
    let bytes = 0
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now()
      bytes = await ask()
      walls.push(performance.now() - start)
    }
    const cpu = (cpuTime(daemon.process.pid ?? 0) - before) / ROUNDS
    return { bytes, wall: quantile(walls, 0.95), cpu }
  } finally {
    await daemon.stop()
    await rm(room, { recursive: true, force: true })
  }
}

/** Stores so many analysed mails of the last days, ten minutes between two of them. */
async function fill(folder: string, userId: string, mails: number): Promise<void> {
  const store = new RecordStore({ folder, report: () => {} })
  const records = await openMailRecords(store)
  const identity = `imap://${encodeURIComponent(USER)}@127.0.0.1/INBOX`
  const head = { userId, identity, isSample: false }
  for (let at = 0; at < mails; at += APPENDED_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(APPENDED_AT_ONCE, mails - at) }, (_, k) => at + k)
    await records.mails.append(logOf(head), head, numbers.flatMap(recordsOf))
  }
  await store.close()
}

function recordsOf(number: number): MailRecord[] {
  const id = String(number).padStart(32, '0')
  const date = new Date(Date.now() - (number * DAY) / 144).toISOString()
  const person = number % 97
  const finding: Finding = {
    priority: 'medium',
    category: categories[number % categories.length] ?? 'other',
    sentiment: 'neutral',
    hasInterview: false,
    hasDeadline: false,
    summary: `They write about the role of engineer ${person} and ask when you could begin.`,
    actionItems: ['Answer by the end of the week, and name two times that suit you'],
    draftResponse: 'Thank you.',
    analyzer: 'rules',
  }
  return [
    {
      kind: 'mail',
      texts: null,
      row: {
        ...{ id, uid: number + 1, epoch: 1, date, dateOffset: 0, storedAt: date },
        subject: `Your application, letter ${number % 1000} about the next steps`,
        from: { name: `Person ${person}`, address: `p${person}@northwind.example` },
        ...{ replyTo: null, to: [], messageId: `<${number}@northwind.example>`, references: [] },
        ...{ threadKey: id, preview: 'Thank you for your application.', warnings: [] },
      },
    },
    {
      ...{ kind: 'finding', id, finding, isSuspicious: false, proposals: [], isPlaced: true },
      asks: { isReply: number % 30 === 0, isChange: false, dues: [] },
    },
  ]
}
