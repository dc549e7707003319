import { ImapFlow } from 'imapflow'
import { type Bench, runBench } from '../../.config/bench/measure.ts'
import { median, slope } from '../../.config/bench/statistics.ts'
import { MODEL_MS, startMailModel } from '../../.config/testing/mail-model.ts'
import { sequentialSync } from './arms/mail-sequential.ts'
import { type MailRun, type Mailroom, withDaemon, withMailroom } from './mail-run.ts'

/** How fast mail is read and analysed (M1 to M6 of the benchmark specification). */

const USER = 'ada@example.test'
const PASSWORD = 'abcd efgh ijkl mnop'
const ROUND_TRIP = 20

await runBench('mail', import.meta.dirname, async (bench) => {
  if (bench.wants('M1') || bench.wants('M2')) await againstIdeal(bench)
  if (bench.wants('M3')) await preliminaryList(bench)
  if (bench.wants('M4')) await firstAnalysis(bench)
  if (bench.wants('M5')) await nothingNew(bench)
  if (bench.wants('M6')) await someNew(bench)
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
    await bareFetch(room)
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

async function bareFetch({ relay }: Mailroom): Promise<number> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: relay.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user: USER, pass: PASSWORD },
    logger: false,
  })
  const start = performance.now()
  await client.connect()
  await client.mailboxOpen('INBOX')
  const query = {
    uid: true,
    flags: true,
    envelope: true,
    bodyStructure: true,
    internalDate: true,
    size: true,
    source: { start: 0, maxLength: 65_536 },
  }
  let bytes = 0
  for await (const { source } of client.fetch('1:*', query)) bytes += source?.length ?? 0
  const wall = performance.now() - start
  await client.logout()
  if (bytes === 0) throw new Error('nothing was fetched')
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
      what: 'first analysis without the model, ms',
      value: median(firsts),
      max,
    })
  })
}

/** M5: a mailbox of any size in which nothing has changed. */
async function nothingNew(bench: Bench): Promise<void> {
  const sizes = bench.sizes([1000, 10_000, 100_000])
  const points: [number, number][] = []
  for (const mails of sizes) {
    await withMailroom({ mails }, async (room) => {
      await withDaemon(room, { concurrency: 8 }, async (run) => {
        await run.sync()
        points.push([mails, await resync(bench, room, run, mails)])
      })
    })
  }
  bench.gate({ id: 'M5', what: 'slope of the time in mails', value: slope(points), max: 0.05 })
}

/** The median time of a sync that finds nothing, with what it may cost. */
async function resync(
  bench: Bench,
  { relay }: Mailroom,
  { sync }: MailRun,
  mails: number,
): Promise<number> {
  const [commands, received] = [relay.commands(), relay.received()]
  const rounds = 7
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push((await sync()).ended)
  const each = (relay.commands() - commands) / rounds
  const bytes = (relay.received() - received) / rounds
  bench.gate({ id: 'M5', what: `${mails} mails: commands`, value: each, max: 4, isExact: true })
  bench.check(bytes < 2_000, 'no body is fetched again')
  return median(times)
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
