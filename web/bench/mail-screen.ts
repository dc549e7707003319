import { join } from 'node:path'
import type { CDPSession, KeyInput, Page } from 'puppeteer'
import { build } from 'vite'
import { type Bench, runBench } from '../../.config/bench/measure.ts'
import { median, quantile } from '../../.config/bench/statistics.ts'
import { findPeer } from '../../.config/peers.mjs'
import { launch } from '../../.config/testing/browser.ts'
import { endAll } from '../../.config/testing/end-with-tests.ts'
import { plainMail } from '../../.config/testing/plain-mail.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { newVisitor, privateTab } from '../../.config/testing/visitor.ts'
import { busyMs } from './open-page.ts'

const WINDOW = { width: 1440, height: 900 }
/** How long the search waits after the last key, in milliseconds. */
const SEARCH_AFTER = 120
const ROW = 56
/** How far the list is scrolled in each second, in pixels: all of 10,000 rows in a minute. */
const SCROLL_SPEED = 9400
const MB = 1_000_000

await runBench('mail-screen', import.meta.dirname, async (bench) => {
  if (!['L1', 'L2', 'L3', 'L4'].some(bench.wants)) return
  const chromium = findPeer('chromium')
  if (chromium === undefined) throw new Error('chromium is not installed, and this needs it')
  const [mails] = bench.sizes([10_000])
  try {
    const page = await openMail(chromium, mails)
    if (bench.wants('L1')) await firstRow(bench, page)
    if (bench.wants('L2')) await done(bench, page)
    if (bench.wants('L3')) await search(bench, page)
    if (bench.wants('L4')) await scroll(bench, page, mails)
  } finally {
    await endAll()
  }
})

/** The mails of a new account in a daemon of its own, read and analysed, on the screen. */
async function openMail(chromium: string, mails: number): Promise<Page> {
  await build({ root: join(import.meta.dirname, '..'), mode: 'production', logLevel: 'error' })
  const daemon = await startDaemon({
    mails: Array.from({ length: mails }, (_, number) =>
      plainMail({ number, date: new Date(Date.UTC(2026, 8, 1) + number * 60_000) }),
    ),
  })
  const browser = await launch(chromium)
  const page = await privateTab(browser, `${daemon.url}/gmail-mcp`, newVisitor(), WINDOW)
  page.setDefaultTimeout(600_000)
  await page.locator('button ::-p-text(Use a local calendar instead)').click()
  await page.locator('button ::-p-text(Sync & Analyze Emails)').click()
  await page.waitForSelector('button[aria-label="Open menu"]:disabled')
  await page.waitForSelector('button[aria-label="Open menu"]:enabled')
  await page.waitForSelector(`[aria-setsize="${mails}"]`)
  return page
}

/**
 * Milliseconds from the press of a key until something has been painted for it: from the time of the
 * event to the end of the frame after the change of the page.
 */
async function keyToPaint(page: Page, key: KeyInput, sign: string): Promise<number> {
  const painted = await page.evaluateHandle(untilPainted, sign)
  await page.keyboard.press(key)
  return page.evaluate(({ end }) => end, painted)
}

/** Runs in the page. */
function untilPainted(sign: string): { end: Promise<number> } {
  const end = new Promise<number>((resolve) => {
    let start = 0
    const note = ({ timeStamp }: KeyboardEvent) => {
      start = timeStamp
    }
    document.addEventListener('keydown', note, { capture: true, once: true })
    const changes = new MutationObserver(() => {
      if (start === 0 || !document.querySelector(sign)) return
      changes.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
    })
    changes.observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return { end }
}

/** L1: how long after the start of the page is the first mail there? */
async function firstRow(bench: Bench, page: Page): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < (bench.isQuick ? 5 : 20); round++) {
    await page.reload()
    await page.waitForSelector('[data-row]')
    times.push(await page.evaluate(() => performance.now()))
  }
  bench.note('L1', 'start of the page to the first mail', median(times), 'ms')
}

/** L2: how long after "e" is the mail seen to be done, which is stored by then? */
async function done(bench: Bench, page: Page): Promise<void> {
  const times: number[] = []
  const session = await threadTicks(page)
  await page.keyboard.press('j')
  const before = await busyMs(session)
  for (let place = 1; place <= (bench.isQuick ? 20 : 100); place++) {
    await page.waitForSelector(`[aria-posinset="${place}"] [aria-current][tabindex="0"]`)
    const sign = `[aria-posinset="${place}"][data-mark=done]`
    times.push(await keyToPaint(page, 'e', sign))
  }
  gateTimes(bench, 'L2', '"e" to painted', times, 34)
  const busy = ((await busyMs(session)) - before) / times.length
  bench.note('L2', 'main thread for one "e"', busy, 'ms')
}

/** L3: how long after the last letter, and the pause that follows it, are the hits seen? */
async function search(bench: Bench, page: Page): Promise<void> {
  const times: number[] = []
  const everything = await page.$eval('[data-row]', (row) => row.getAttribute('aria-setsize'))
  for (let number = 10; number < (bench.isQuick ? 30 : 100); number++) {
    const [first = '', last] = String(number)
    await page.keyboard.press('/')
    await page.keyboard.type(first)
    const sign = `[data-row]:not([aria-setsize="${everything}"])`
    times.push((await keyToPaint(page, last as KeyInput, sign)) - SEARCH_AFTER)
    await page.keyboard.press('Escape')
    await page.waitForSelector(`[aria-setsize="${everything}"]`)
  }
  gateTimes(bench, 'L3', 'end of the pause to hits painted', times, 120)
}

function gateTimes(bench: Bench, id: string, what: string, times: number[], max: number): void {
  bench.note(id, `${what}, median`, median(times), 'ms')
  bench.gate({ id, what: `${what}, p95 ms`, value: quantile(times, 0.95), max })
}

/** L4: is the whole list as light as its beginning? */
async function scroll(bench: Bench, page: Page, mails: number): Promise<void> {
  const session = await threadTicks(page)
  const [before, idle, start] = [await heapOf(page, session), await busyMs(session), Date.now()]
  const { tasks, frames, rows, elements } = await page.evaluate(
    scrollThrough,
    Math.min(mails * ROW, bench.isQuick ? SCROLL_SPEED * 6 : Number.POSITIVE_INFINITY),
    SCROLL_SPEED,
  )
  const busy = ((await busyMs(session)) - idle) / (Date.now() - start)
  const grown = (await heapOf(page, session)) - before
  bench.gate({ id: 'L4', what: 'tasks over 50 ms', value: tasks, max: 0, isExact: true })
  bench.note('L4', 'frames over 50 ms', frames, '')
  bench.note('L4', 'main thread busy', busy * 100, '%')
  bench.gate({ id: 'L4', what: 'rows in the page', value: rows, max: 40, isExact: true })
  bench.gate({ id: 'L4', what: 'elements of the list', value: elements, max: 450, isExact: true })
  bench.gate({ id: 'L4', what: 'heap has grown, MB', value: grown / MB, max: 8, isExact: true })
}

/** A session that tells how long the main thread was busy, without what other programs take. */
async function threadTicks(page: Page): Promise<CDPSession> {
  const session = await page.createCDPSession()
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

/** Bytes that scripts of the page hold. */
async function heapOf(page: Page, session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await page.metrics()).JSHeapUsedSize ?? Number.NaN
}

/** Runs in the page: so many pixels at so many a second, and what was seen at most on the way. */
async function scrollThrough(pixels: number, speed: number) {
  const list = document.querySelector('.mail-rows')
  if (!list) throw new Error('there is no list')
  const seen = { tasks: 0, frames: 0, rows: 0, elements: 0 }
  const tasks = new PerformanceObserver((entries) => {
    seen.tasks += entries.getEntries().length
  })
  tasks.observe({ type: 'longtask' })
  const start = performance.now()
  for (let last = start, way = 0; way < pixels; ) {
    const now = await new Promise<number>(requestAnimationFrame)
    if (now - last > 50) seen.frames += 1
    last = now
    way = ((now - start) * speed) / 1000
    list.scrollTop = way
    seen.rows = Math.max(seen.rows, list.querySelectorAll('li').length)
    seen.elements = Math.max(seen.elements, list.querySelectorAll('*').length)
  }
  tasks.disconnect()
  return seen
}
