import type { Bench } from '../../.config/bench/measure.ts'
import { median, slope } from '../../.config/bench/statistics.ts'
import { expectedText, type StreamClient } from './stream-client.ts'
import type { Cost, Peer, Peers } from './stream-peers.ts'

const TOKENS = 8_000
const RATE = 1_000
const ROUNDS = 7

interface Reply {
  readonly bytes: number
  /** CPU of the daemon, in milliseconds. */
  readonly cpu: number
}

/** S3, S4: one long reply in both dialects, against the whole text with every token. */
export async function longReply(bench: Bench, peers: Peers): Promise<void> {
  const rounds = bench.isQuick ? 1 : ROUNDS
  const kept = { naive: [] as Reply[], delta: [] as Reply[], full: [] as Reply[] }
  for (let round = 0; round < rounds; round++) {
    for (const [arm, server, dialect] of [
      ['naive', peers.naive, 'full'],
      ['delta', peers.ours, 'delta'],
      ['full', peers.ours, 'full'],
    ] as const) {
      kept[arm].push(await oneReply(bench, peers, server, dialect))
    }
  }
  const bytes = (arm: readonly Reply[]) => median(arm.map((reply) => reply.bytes))
  const cpu = (arm: readonly Reply[]) => median(arm.map((reply) => reply.cpu))
  const naive = bytes(kept.naive)
  const ofText = bytes(kept.delta) / (TOKENS * 4)
  const ofNaive = (bytes(kept.delta) / naive) * 100
  bench.note('S3', 'naive arm', naive / 1e6, 'MB')
  bench.gate({ id: 'S3', what: 'delta, wire / text', value: ofText, max: 4.5 })
  bench.gate({ id: 'S3', what: 'delta / naive, %', value: ofNaive, max: 0.15 })
  bench.gate({
    id: 'S4',
    what: 'full / naive, %',
    value: (bytes(kept.full) / naive) * 100,
    max: 3.5,
  })
  bench.gate({
    id: 'S4',
    what: 'CPU, full / naive',
    value: cpu(kept.full) / cpu(kept.naive),
    max: 0.7,
  })
}

/** S5: how the bytes of a reply grow with its length. */
export async function growth(bench: Bench, peers: Peers): Promise<void> {
  // below 500 tokens full frames come at their shortest distance, which says nothing about growth
  const sizes = bench.isQuick ? [500, 1_000, 2_000, 4_000] : [1_000, 2_000, 4_000, 8_000, 16_000]
  const gates = {
    delta: { max: 1.12 },
    'paced full': { max: 1.25 },
    naive: { min: 1.8 },
  } as const
  for (const [arm, gate] of Object.entries(gates)) {
    const server = arm === 'naive' ? peers.naive : peers.ours
    const client = await peers.client(server, arm === 'delta' ? 'delta' : 'full')
    const points: [number, number][] = []
    for (const tokens of sizes) {
      const { bytes, text } = await client.ask(tokens, 2_000)
      bench.check(text === expectedText(tokens), `S5: ${arm} delivers ${tokens} tokens`)
      points.push([tokens, bytes])
    }
    client.close()
    bench.gate({ id: 'S5', what: `slope of bytes, ${arm}`, value: slope(points), ...gate })
  }
}

async function oneReply(
  bench: Bench,
  peers: Peers,
  server: Peer,
  dialect: 'delta' | 'full',
): Promise<Reply> {
  const client: StreamClient = await peers.client(server, dialect)
  const before = await server.ask<Cost>('cost')
  const { bytes, text } = await client.ask(TOKENS, RATE)
  const after = await server.ask<Cost>('cost')
  client.close()
  bench.check(text === expectedText(TOKENS), 'S3: the whole text arrives')
  return { bytes, cpu: after.cpu - before.cpu }
}
