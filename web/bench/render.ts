import { sampleReplies } from '@shortlist/ui/testing/sample-replies'
import { type Bench, runBench } from '../../.config/bench/measure.ts'
import { median, slope } from '../../.config/bench/statistics.ts'
import { findPeer } from '../../.config/peers.mjs'
import { costOf, inPage } from './in-page.ts'
import { type OpenPage, openPage } from './open-page.ts'
import type { ArmName } from './page/page-bench.ts'
import { measureCards } from './render-cards.ts'
import { makeReply, type ReplyKind, withoutColours } from './replies.ts'

const replyLength = 32_000
const replyPieces = 2000
const tokensPerSecond = 1000
const charactersPerToken = 4

/**
 * What one reply cost the main thread, in milliseconds. The frames that it was measured in cost
 * something with nothing to do as well, the same in every arm: that is taken off.
 */
interface Cost {
  total: number
  firstTenth: number
  lastTenth: number
}

await runBench('render', import.meta.dirname, async (bench) => {
  const chromium = findPeer('chromium')
  if (chromium === undefined) throw new Error('chromium is not installed, and this needs it')
  const opened = await openPage(chromium)
  try {
    await inPage(opened, (page) => page.warmUp())
    if (bench.wants('R1') || bench.wants('R2')) await compareArms(bench, opened)
    if (bench.wants('R3')) await measureGrowth(bench, opened)
    if (bench.wants('R4')) await playMixed(bench, opened)
    if (bench.wants('R5')) await playHard(bench, opened)
    if (bench.wants('R6')) await compareEnds(bench, opened)
    if (bench.wants('R7') || bench.wants('R8')) await measureCards(bench, opened)
  } finally {
    await opened.close()
  }
})

/** R1 and R2: with every piece a frame, what does the main thread spend on a reply? */
async function compareArms(bench: Bench, opened: OpenPage): Promise<void> {
  const text = makeReply('mixed', replyLength)
  const costs: Cost[] = []
  const measure = (arm: ArmName, reply: string) =>
    bench.isQuick ? sampleReply(opened, arm, reply) : renderReply(opened, arm, reply, replyPieces)
  // The first round would otherwise be the one in which the browser compiles.
  for (const arm of ['ours', 'whole'] as const) await sampleReply(opened, arm, text)
  for (const [colours, reply, min] of [
    ['on', text, 45],
    ['off', withoutColours(text), 14],
  ] as const) {
    const ours = async () => {
      const cost = await measure('ours', reply)
      if (reply === text) costs.push(cost)
      return cost.total
    }
    const whole = async () => (await measure('whole', reply)).total
    const rounds = bench.isQuick ? 2 : 7
    const figures = await bench.compare(`R1 colours ${colours}`, { ours, whole }, { rounds })
    const value = figures.whole.median / figures.ours.median
    bench.gate({ id: 'R1', what: `whole text / ours, colours ${colours}`, value, min })
  }
  gateTenths(bench, 'mixed', costs)
  for (const kind of bench.isQuick ? [] : (['fence', 'paragraph', 'table'] as const)) {
    gateTenths(bench, kind, [await measure('ours', makeReply(kind, replyLength))])
  }
  await checkEnd(bench, opened, text, bench.isQuick ? 100 : replyPieces)
}

function gateTenths(bench: Bench, kind: ReplyKind, costs: readonly Cost[]): void {
  const value = median(costs.map(({ firstTenth, lastTenth }) => lastTenth / firstTenth))
  const what = `${kind}: ms per chunk, last tenth / first tenth`
  // One block that never settles is parsed as a whole by design; R5 bounds its share instead.
  if (kind === 'paragraph' || kind === 'table') bench.note('R2', what, value, '')
  else bench.gate({ id: 'R2', what, value, max: 1.3 })
}

/** R3: how does the cost of a reply grow with its length? */
async function measureGrowth(bench: Bench, opened: OpenPage): Promise<void> {
  const scale = bench.isQuick ? 16 : 1
  const costs = async (arm: ArmName, lengths: readonly number[]) => {
    const points: [number, number][] = []
    for (const full of lengths) {
      const length = full / scale
      const text = makeReply('mixed', length)
      points.push([length, (await renderReply(opened, arm, text, length / 16)).total])
    }
    return slope(points)
  }
  const ours = await costs('ours', [4000, 8000, 16_000, 32_000, 64_000])
  bench.gate({ id: 'R3', what: 'slope of total ms in length', value: ours, max: 1.15 })
  const whole = await costs('whole', [4000, 8000, 16_000, 32_000])
  const what = 'control: slope of the whole text'
  if (bench.isQuick) bench.note('R3', what, whole, '')
  else bench.gate({ id: 'R3', what, value: whole, min: 1.7 })
}

/** R4: a mixed reply in real time. */
async function playMixed(bench: Bench, opened: OpenPage): Promise<void> {
  const { busy, longTasks, lag } = await playReply(bench, opened, 'mixed')
  bench.gate({ id: 'R4', what: 'mixed, busy, %', value: busy, max: 10 })
  bench.gate({ id: 'R4', what: 'mixed, tasks over 50 ms', value: longTasks, max: 0, isExact: true })
  bench.gate({ id: 'R4', what: 'mixed, shown late, p50 ms', value: lag, max: 20 })
}

/** R5: replies that are one single block. */
async function playHard(bench: Bench, opened: OpenPage): Promise<void> {
  for (const [kind, max] of [
    ['paragraph', 27],
    ['fence', 12],
  ] as const) {
    const { busy, longTasks, lag } = await playReply(bench, opened, kind)
    bench.gate({ id: 'R5', what: `one ${kind}, busy, %`, value: busy, max })
    bench.note('R5', `one ${kind}, tasks over 50 ms`, longTasks, '')
    bench.note('R5', `one ${kind}, shown late, p50`, lag, 'ms')
  }
  const { busy } = await playReply(bench, opened, 'table')
  bench.note('R5', 'one table, busy', busy, '%')
}

async function playReply(bench: Bench, opened: OpenPage, kind: ReplyKind) {
  const text = makeReply(kind, bench.isQuick ? replyLength / 8 : replyLength)
  const idle = await playArm(opened, 'nothing', text)
  const ours = await playArm(opened, 'ours', text)
  return { ...ours, busy: ours.busy - idle.busy }
}

async function playArm(opened: OpenPage, arm: ArmName, text: string) {
  await inPage(opened, (page, name) => page.mount(name), arm)
  const rate = tokensPerSecond * charactersPerToken
  const started = performance.now()
  const before = await opened.busyMs()
  const played = await inPage(
    opened,
    (page, reply, perSecond) => page.play(reply, perSecond),
    text,
    rate,
  )
  const busy = ((await opened.busyMs()) - before) / (performance.now() - started)
  return { busy: busy * 100, longTasks: played.longTasks, lag: median(played.lags) }
}

/** R6: however a reply was cut, it ends as if it had been shown at once. */
async function compareEnds(bench: Bench, opened: OpenPage): Promise<void> {
  const rounds = bench.isQuick ? 10 : 200
  const fixed = (['mixed', 'fence', 'paragraph', 'table'] as const).map(
    (kind) => [kind, makeReply(kind, 4000)] as const,
  )
  let differences = 0
  for (const [name, text] of [...Object.entries(sampleReplies), ...fixed]) {
    const found = await inPage(
      opened,
      (page, reply, count) => page.countDifferences(reply, count, 7),
      text,
      rounds,
    )
    bench.check(found === 0, `${name}: ${found} of ${rounds} ends differ from one shot`)
    differences += found
  }
  bench.gate({ id: 'R6', what: 'ends that differ', value: differences, max: 0, isExact: true })
}

/** The cost of a whole reply, estimated from some stretches of it: what `--quick` has time for. */
async function sampleReply(opened: OpenPage, arm: ArmName, text: string): Promise<Cost> {
  const stretch = replyPieces / 200
  const idle = await idleCost(opened, stretch * 6)
  const costs: number[] = []
  for (let from = stretch * 2; from < replyPieces; from += stretch * 40) {
    await inPage(opened, (page, name) => page.mount(name), arm)
    await inPage(
      opened,
      (page, reply, count, end) => page.catchUp(reply, count, end),
      text,
      replyPieces,
      from,
    )
    const cost = await costOf(opened, () => feed(opened, text, replyPieces, from, from + stretch))
    costs.push(cost - idle * stretch)
  }
  const total = costs.reduce((sum, cost) => sum + cost, 0) * (replyPieces / stretch / costs.length)
  return { total, firstTenth: costs.at(0) ?? Number.NaN, lastTenth: costs.at(-1) ?? Number.NaN }
}

async function renderReply(
  opened: OpenPage,
  arm: ArmName,
  text: string,
  pieces: number,
): Promise<Cost> {
  const tenth = Math.max(1, Math.round(pieces / 10))
  const idle = await idleCost(opened, tenth)
  await inPage(opened, (page, name) => page.mount(name), arm)
  const part = async (from: number, to: number) =>
    (await costOf(opened, () => feed(opened, text, pieces, from, to))) - idle * (to - from)
  const firstTenth = await part(0, tenth)
  const middle = await part(tenth, pieces - tenth)
  const lastTenth = await part(pieces - tenth, pieces)
  return { total: firstTenth + middle + lastTenth, firstTenth, lastTenth }
}

/** Milliseconds per frame with nothing to render. */
async function idleCost(opened: OpenPage, frames: number): Promise<number> {
  await inPage(opened, (page) => page.mount('nothing'))
  return (await costOf(opened, () => feed(opened, '', frames, 0, frames))) / frames
}

function feed(opened: OpenPage, text: string, pieces: number, from: number, to: number) {
  return inPage(
    opened,
    (page, reply, count, first, last) => page.feed(reply, count, first, last),
    text,
    pieces,
    from,
    to,
  )
}

async function checkEnd(
  bench: Bench,
  opened: OpenPage,
  text: string,
  pieces: number,
): Promise<void> {
  await renderReply(opened, 'ours', text, pieces)
  const streamed = await inPage(opened, (page) => page.textShown())
  await renderReply(opened, 'ours', text, 1)
  const atOnce = await inPage(opened, (page) => page.textShown())
  bench.check(streamed === atOnce, 'the streamed reply shows another text than the one at once')
}
