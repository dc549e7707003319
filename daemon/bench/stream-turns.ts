import type { Bench } from '../../.config/bench/measure.ts'
import { median } from '../../.config/bench/statistics.ts'
import { expectedText, now, type StreamClient, USER } from './stream-client.ts'
import type { Cost, Peers, Said } from './stream-peers.ts'

const STOP_AT_TOKEN = 500
const MB = 1024 * 1024

/** S9: a stop reaches the model server and every screen. */
export async function stopping(bench: Bench, peers: Peers): Promise<void> {
  const client = await peers.client(peers.ours, 'delta')
  const times = { model: [] as number[], screen: [] as number[] }
  for (let round = 0; round < 7; round++) {
    const messageId = `stop${round}`
    const chatId = `${USER}_stop${round}`
    const reached = Promise.withResolvers<void>()
    const heard = client.hear(messageId, (text) => {
      if (text.length >= STOP_AT_TOKEN * 4) reached.resolve()
    })
    await client.post('/api/chatbot', question(chatId, messageId, 2_000))
    await reached.promise
    const stoppedAt = now()
    await client.post('/api/chatbot/stop', { chatId })
    const { end, endedAt, text } = await heard
    const { closedAt = Number.NaN } = await peers.model.ask<Said>('said')
    bench.check(end === 'chat-stopped', 'S9: the reply ends as stopped')
    bench.check(expectedText(2_000).startsWith(text), 'S9: the text is what was said')
    times.model.push(closedAt - stoppedAt)
    times.screen.push(endedAt - stoppedAt)
  }
  client.close()
  bench.gate({ id: 'S9', what: 'end at the model server, ms', value: median(times.model), max: 50 })
  bench.gate({ id: 'S9', what: 'chat-stopped, ms', value: median(times.screen), max: 20 })
}

/** S10: a second client that joins, loses its connection and comes back in the middle. */
export async function comingBack(bench: Bench, peers: Peers): Promise<void> {
  const first = await peers.client(peers.ours, 'delta')
  const [messageId, chatId, tokens] = ['back', `${USER}_back`, 1_000]
  const begun = Promise.withResolvers<void>()
  const halfway = Promise.withResolvers<void>()
  const heard = first.hear(messageId, (text) => {
    begun.resolve()
    if (text.length > tokens * 2) halfway.resolve()
  })
  await first.post('/api/chatbot', question(chatId, messageId, tokens))
  await begun.promise
  const second = await peers.client(peers.ours, 'delta')
  const seen = second.hear(messageId)
  await halfway.promise
  await reconnect(second)
  const [one, other] = await Promise.all([heard, seen])

  bench.check(one.text === expectedText(tokens), 'S10: the first client has the whole text')
  bench.check(other.text === one.text, 'S10: the second client has the same text')
  // one for coming back; the one for joining comes before it listens or is counted here too
  bench.gate({
    id: 'S10',
    what: 'full frames for joining and coming back',
    value: other.wholeFrames,
    max: 2,
    isExact: true,
  })
  first.close()
  second.close()
}

/** S11: what a long reply leaves behind in the heap. */
export async function memory(bench: Bench, peers: Peers): Promise<void> {
  const client = await peers.client(peers.ours, 'full')
  const tokens = 8_000
  await client.ask(500, 2_000)
  const before = await peers.ours.ask<Cost>('heap')
  const { text } = await client.ask(tokens, 2_000)
  const after = await peers.ours.ask<Cost>('heap')
  client.close()
  bench.check(text === expectedText(tokens), 'S11: the whole text arrives')
  const kept = (after.heap - before.heap) / MB
  bench.gate({ id: 'S11', what: 'heap after the reply, MB more', value: kept, max: 4 })
}

async function reconnect(client: StreamClient): Promise<void> {
  const back = new Promise<void>((resolve) => client.socket.once('connect', resolve))
  client.socket.io.engine.close()
  await back
  await client.join()
}

function question(chatId: string, messageId: string, tokens: number) {
  return { msg: `tokens=${tokens} rate=1000`, coachOrChat: 'chat', chatId, messageId }
}
