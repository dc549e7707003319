import type { Bench } from '../../.config/bench/measure.ts'
import { slope } from '../../.config/bench/statistics.ts'
import { costOf, inPage } from './in-page.ts'
import type { OpenPage } from './open-page.ts'
import type { ListName } from './page/page-bench.ts'

/** A windowed list is done so fast that one mount says little. */
const mountsPerRound = 20
const changesPerRound = 20
const rounds = 5

/** R7 and R8: what do many cards cost the main thread, and what does one changed email cost? */
export async function measureCards(bench: Bench, opened: OpenPage): Promise<void> {
  // a tenth of them would still fit a plain list
  const [some, many] = bench.isQuick ? ([400, 4000] as const) : ([1000, 5000] as const)
  for (const count of [some, many]) await inPage(opened, (page, n) => page.prepareCards(n), count)
  // the first ones pay for what the browser compiles and loads
  for (const list of ['ours', 'plain'] as const) await mountOnce(opened, list, some)
  if (bench.wants('R7')) await mountAll(bench, opened, some, many)
  if (bench.wants('R8')) await changeOne(bench, opened, many)
}

async function mountAll(bench: Bench, opened: OpenPage, some: number, many: number): Promise<void> {
  const idle = await mountCost(opened, 'nothing', 1, mountsPerRound)
  const mounts = (list: ListName, count: number, times: number) => async () =>
    (await mountCost(opened, list, count, times)) - idle
  // all in one comparison, so that both sizes are measured in the same state of the browser
  const arms = {
    oursMany: mounts('ours', many, mountsPerRound),
    oursSome: mounts('ours', some, mountsPerRound),
    plainSome: mounts('plain', some, 1),
    plainMany: mounts('plain', many, 1),
  }
  const figures = await bench.compare('R7', arms, { rounds })
  for (const [count, ours, plain] of [
    [some, figures.oursSome, figures.plainSome],
    [many, figures.oursMany, figures.plainMany],
  ] as const) {
    const value = ours.median / plain.median
    bench.gate({ id: 'R7', what: `mount of ${count} cards / plain`, value, max: 1 / 40 })
    const elements = await mountOnce(opened, 'ours', count)
    const what = `elements of ${count} cards`
    bench.gate({ id: 'R7', what, value: elements, max: 300, isExact: true })
  }
  const growth = slope([
    [some, figures.oursSome.median],
    [many, figures.oursMany.median],
  ])
  bench.gate({ id: 'R7', what: 'slope of mount in cards', value: growth, max: 0.1 })
}

async function changeOne(bench: Bench, opened: OpenPage, count: number): Promise<void> {
  const idle = await changeCost(opened, 'nothing', count)
  const ours = async () => (await changeCost(opened, 'ours', count)) - idle
  const plain = async () => (await changeCost(opened, 'plain', count)) - idle
  const figures = await bench.compare(`R8 ${count} cards`, { ours, plain }, { rounds })
  const value = figures.ours.median / figures.plain.median
  bench.gate({ id: 'R8', what: `one email-analyzed at ${count} cards / plain`, value, max: 0.1 })
  bench.note('R8', 'one email-analyzed', figures.ours.median, 'ms')
}

/** Milliseconds of one mount, on average. */
async function mountCost(
  opened: OpenPage,
  list: ListName,
  count: number,
  times: number,
): Promise<number> {
  let cost = 0
  await opened.tidyUp()
  for (let time = 0; time < times; time++) {
    cost += await costOf(opened, () => mount(opened, list, count))
    await inPage(opened, (page) => page.unmountCards())
  }
  return cost / times
}

async function mountOnce(opened: OpenPage, list: ListName, count: number): Promise<number> {
  const nodes = await mount(opened, list, count)
  await inPage(opened, (page) => page.unmountCards())
  return nodes
}

function mount(opened: OpenPage, list: ListName, count: number): Promise<number> {
  return inPage(opened, (page, name, cards) => page.mountCards(name, cards), list, count)
}

/** Milliseconds of one changed email, on average. */
async function changeCost(opened: OpenPage, list: ListName, count: number): Promise<number> {
  await mount(opened, list, count)
  await opened.tidyUp()
  const change = () => inPage(opened, (page, times) => page.analyzeFirst(times), changesPerRound)
  const cost = await costOf(opened, change)
  await inPage(opened, (page) => page.unmountCards())
  return cost / changesPerRound
}
