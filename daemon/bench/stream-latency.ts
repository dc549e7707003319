import OpenAI from 'openai'
import type { Bench } from '../../.config/bench/measure.ts'
import { median } from '../../.config/bench/statistics.ts'
import { expectedText, now, type StreamClient } from './stream-client.ts'
import type { Peer, Peers, Said } from './stream-peers.ts'

const ROUNDS = 50
const RATE = 100
const CHARACTERS = 4

interface Delays {
  readonly first: number
  /** From leaving the model server to being shown, the middle one of all tokens. */
  readonly token: number
}

/** S1, S2: the first token and every other, against the SDK that talks to the model server itself. */
export async function latency(bench: Bench, peers: Peers): Promise<void> {
  const tokens = bench.isQuick ? 20 : 60
  const client = await peers.client(peers.ours, 'delta')
  const openai = new OpenAI({ baseURL: peers.model.url, apiKey: 'none', maxRetries: 0 })
  const delays = { daemon: [] as number[], direct: [] as number[] }
  await throughDaemon(client, peers.model, tokens)
  await directly(openai, peers.model, tokens)

  const { daemon, direct } = await bench.compare(
    'S1',
    {
      async daemon() {
        const { first, token } = await throughDaemon(client, peers.model, tokens)
        delays.daemon.push(token)
        return first
      },
      async direct() {
        const { first, token } = await directly(openai, peers.model, tokens)
        delays.direct.push(token)
        return first
      },
    },
    { rounds: ROUNDS },
  )
  const added = daemon.median - direct.median
  const tokenDelay = median(delays.daemon) - median(delays.direct)
  const ratio = daemon.median / direct.median
  bench.gate({ id: 'S1', what: 'first token, daemon / direct', value: ratio, max: 1.5 })
  bench.gate({ id: 'S1', what: 'first token, ms more', value: added, max: 1.5 })
  bench.gate({ id: 'S2', what: 'token delay, ms more', value: tokenDelay, max: 0.3 })

  async function throughDaemon(via: StreamClient, model: Peer, count: number): Promise<Delays> {
    const titled = new Promise((resolve) => via.socket.once('chat-titled', resolve))
    const { text, frames, askedAt } = await via.ask(count, RATE)
    // the title is made after the reply, in what would be the time of the next round
    await titled
    bench.check(text === expectedText(count), 'S1: the daemon delivers the whole text')
    const said = await model.ask<Said>('said')
    return delaysOf(frames, askedAt, said)
  }

  async function directly(sdk: OpenAI, model: Peer, count: number): Promise<Delays> {
    const askedAt = now()
    const frames: { at: number; length: number }[] = []
    const messages = [{ role: 'user' as const, content: `tokens=${count} rate=${RATE}` }]
    const stream = await sdk.chat.completions.create({ model: 'scripted', messages, stream: true })
    let length = 0
    for await (const chunk of stream) {
      length += chunk.choices[0]?.delta.content?.length ?? 0
      frames.push({ at: now(), length })
    }
    return delaysOf(frames, askedAt, await model.ask<Said>('said'))
  }
}

function delaysOf(
  frames: readonly { at: number; length: number }[],
  askedAt: number,
  { sentAt }: Said,
): Delays {
  let frame = 0
  const delays = sentAt.map((sent, token) => {
    while ((frames[frame]?.length ?? Number.POSITIVE_INFINITY) < (token + 1) * CHARACTERS)
      frame += 1
    return (frames[frame]?.at ?? Number.NaN) - sent
  })
  return { first: (frames[0]?.at ?? Number.NaN) - askedAt, token: median(delays) }
}
