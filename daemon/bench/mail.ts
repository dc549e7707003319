import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Bench, runBench } from '../../.config/bench/measure.ts'
import { median, slope } from '../../.config/bench/statistics.ts'
import { MODEL_MS, startMailModel } from '../../.config/testing/mail-model.ts'
import { sequentialSync } from './arms/mail-sequential.ts'
import { rowsOfAnySize } from './mail-rows.ts'
import { type MailRun, type Mailroom, withDaemon, withMailroom } from './mail-run.ts'

/** How fast mail is read and analysed (M1 to M7 of the benchmark specification). */

const USER = 'ada@example.test'
const PASSWORD = 'abcd efgh ijkl mnop'
const ROUND_TRIP = 20

/** Bytes of a mail where only their number matters. */
const SMALL_MAIL = 1_000
const bareArm = fileURLToPath(new URL('./arms/mail-fetch.ts', import.meta.url))

await runBench('mail', import.meta.dirname, async (bench) => {
  if (bench.wants('M1') || bench.wants('M2')) await againstIdeal(bench)
  if (bench.wants('M3')) await preliminaryList(bench)
  if (bench.wants('M4')) await firstAnalysis(bench)
  if (bench.wants('M5')) await nothingNew(bench)
  if (bench.wants('M6')) await someNew(bench)
  if (bench.wants('M7')) await rowsOfAnySize(bench)
})

/** M1: the whole pipeline against `ceil(N / c) x 300`; M2: against one mail after the other. */
async function againstIdeal(bench: Bench): Promise<void> {
  const [mails, few] = bench.sizes([1000, 100])
  const limits = { 4: 1.02, 16: 1.04, 64: 1.2 } as const
  await withMailroom({ mails }, async (room) => {
    const walls: Record<number, number> = {}
    for (const concurrency of [4, 16, 64] as const) {
      const rounds = concurrency === 4 ? 1 : 3
      const ended: number[] = []
      for (let round = 0; round < rounds; round++) {
        await withDaemon(room, { concurrency, model: {} }, async ({ sync, model }) => {
          const times = await sync()
          bench.check(times.end.name === 'sync-complete', 'the sync came to its end')
          bench.check(model?.calls() === mails, 'every mail took one call')
          ended.push(times.ended)
        })
      }
      walls[concurrency] = median(ended)
      const ideal = Math.ceil(mails / concurrency) * MODEL_MS
      const what = `${mails} mails at ${concurrency} / ideal`
      const value = median(ended) / ideal
      bench.gate({ id: 'M1', what, value, max: limits[concurrency] })
    }
    const one = await sequential(room, few)
    const value = (one * mails) / few / (walls[16] ?? Number.NaN)
    bench.gate({ id: 'M2', what: 'one by one / ours at 16', value, min: 15 })
  })
}

async function sequential(room: Mailroom, mails: number): Promise<number> {
  const model = await startMailModel()
  try {
    const start = performance.now()
    await sequentialSync(
      { port: room.relay.port, user: USER, password: PASSWORD, mails },
      model.url,
    )
    return performance.now() - start
  } finally {
    await model.stop()
  }
}

/** M3: the time until the list is there, against a bare fetch of the same mails. */
async function preliminaryList(bench: Bench): Promise<void> {
  const [mails] = bench.sizes([1000])
  await withMailroom({ mails }, async (room) => {
    const { ours, bare } = await bench.compare('M3', {
      ours: async () => {
        let answered = Number.NaN
        await withDaemon(room, { concurrency: 4, model: {} }, async ({ client }) => {
          const start = performance.now()
          const ending = client.next('sync-error')
          const { emails } = await client.sync()
          answered = performance.now() - start
          bench.check(emails.length === mails, 'the list has every mail')
          await client.post('/api/gmail/sync/cancel')
          await ending
        })
        return answered
      },
      bare: () => bareFetch(room),
    })
    const value = ours.median / bare.median
    bench.gate({ id: 'M3', what: 'list / bare fetch', value, max: 1.6 })
  })
}

/** The same mails through the vendor alone, on a connection that is open. */
async function bareFetch({ relay }: Mailroom): Promise<number> {
  const args = [bareArm, String(relay.port), USER, PASSWORD]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  child.stdin.write('go\n')
  const [wall, bytes] = String((await lines.next()).value)
    .split(' ')
    .map(Number)
  if (!wall || !bytes) throw new Error('nothing was fetched')
  return wall
}

/** M4: the first analysis, apart from the model's own time. */
async function firstAnalysis(bench: Bench): Promise<void> {
  await withMailroom({ mails: 10, roundTrip: ROUND_TRIP }, async (room) => {
    const firsts: number[] = []
    for (let round = 0; round < 7; round++) {
      await withDaemon(room, { concurrency: 4, model: {} }, async ({ sync }) => {
        firsts.push((await sync()).first - MODEL_MS)
      })
    }
    const max = 150 + 6 * ROUND_TRIP
    bench.gate({
      id: 'M4',
      what: 'from the call to the first analysis, less the model, ms',
      value: median(firsts),
      max,
    })
  })
}

/** M5: a mailbox of any size in which nothing has changed. */
async function nothingNew(bench: Bench): Promise<void> {
  const sizes = bench.sizes([250, 1000, 5000, 25_000])
  const mailbox: [number, number][] = []
  const walls: [number, number][] = []
  for (const mails of sizes) {
    await withMailroom({ mails, bytes: SMALL_MAIL }, async (room) => {
      await withDaemon(room, { concurrency: 1, model: {} }, async (run) => {
        await readOnly(run)
        const { reading, answering } = await resync(bench, room, run, mails)
        mailbox.push([mails, reading])
        walls.push([mails, answering])
      })
    })
  }
  const what = 'slope of the time on the mailbox in mails'
  bench.gate({ id: 'M5', what, value: slope(mailbox), max: 0.05 })
  bench.note('M5', 'slope of the time to the answer, which lists all mails', slope(walls), '')
}

/** Stores the mails; the analysis, which is not what is measured, ends with the first of them. */
async function readOnly({ client }: MailRun): Promise<void> {
  const begun = client.next('email-analyzing')
  const ending = client.next('sync-error')
  await client.sync()
  await begun
  await client.post('/api/gmail/sync/cancel')
  await ending
}

/** What a sync that finds nothing takes, in milliseconds, and what it may cost. */
async function resync(
  bench: Bench,
  { relay }: Mailroom,
  { client, model }: MailRun,
  mails: number,
) {
  const rounds = 7
  const [commands, received, calls] = [relay.commands(), relay.received(), model?.calls() ?? 0]
  const reading: number[] = []
  const answering: number[] = []
  for (let round = 0; round < rounds; round++) {
    const exchange = relay.watchExchange()
    const begun = client.next('email-analyzing')
    const ending = client.next('sync-error')
    const start = performance.now()
    const { emails } = await client.sync()
    answering.push(performance.now() - start)
    reading.push(exchange())
    bench.check(emails.length === mails, 'the answer lists every mail')
    await begun
    await client.post('/api/gmail/sync/cancel')
    await ending
  }
  const each = (relay.commands() - commands) / rounds
  const bytes = (relay.received() - received) / rounds
  bench.gate({ id: 'M5', what: `${mails} mails: commands`, value: each, max: 4, isExact: true })
  bench.check(bytes < 2_000, 'no body is fetched again')
  bench.check((model?.calls() ?? 0) - calls <= rounds, 'the model is not asked about known mails')
  return { reading: median(reading), answering: median(answering) }
}

/** M6: a few new mails in a mailbox that is known. */
async function someNew(bench: Bench): Promise<void> {
  const [mails] = bench.sizes([1000])
  await withMailroom({ mails }, async (room) => {
    await withDaemon(room, { concurrency: 16, model: {} }, async ({ client, sync, model }) => {
      await sync()
      const points: [number, number][] = []
      for (const fresh of [1, 10, 100]) {
        const before = model?.calls() ?? 0
        const start = performance.now()
        room.deliver(fresh)
        const all = ({ emails, sync: running }: Awaited<ReturnType<typeof client.status>>) =>
          running === null && emails.every(({ status }) => status === 'analyzed')
        await sync()
        const { emails } = await client.until(all)
        points.push([fresh, performance.now() - start])
        const calls = (model?.calls() ?? 0) - before
        bench.gate({
          id: 'M6',
          what: `${fresh} new: calls`,
          value: calls,
          max: fresh,
          min: fresh,
          isExact: true,
        })
        bench.check(emails.length > mails, 'the new mails are there')
      }
      bench.gate({
        id: 'M6',
        what: 'slope of the time in new mails',
        value: slope(points),
        max: 1.05,
      })
    })
  })
}
