import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'puppeteer'
import { launch } from '../../.config/testing/browser.ts'
import { type PageClock, stopClock } from '../../.config/testing/page-clock.ts'
import { ONLY_DEMO_TEST, type StaticHost, startStaticHost } from './static-host.ts'
import { watchTab } from './watch-tab.ts'

/** Saturday noon in UTC. */
export const NOON = new Date('2026-11-21T12:00:00Z')

/** How long React may keep a part back that is there, in milliseconds of the page. */
const REVEAL = 100

/** Longer than anything in the demo takes, in milliseconds of the page. */
const LONGEST = 60_000

const bodyText = () => document.body?.innerText ?? ''

/** The static build on a public host, and a visitor whose clock stands still. */
export interface DemoVisit {
  readonly host: StaticHost
  readonly browser: Browser
  readonly page: Page
  readonly clock: PageClock
  /** Opens an address of the demo and lets its clock go on until it shows a text. */
  open(path: string, text: string): Promise<void>
  /** Lets the clock go on until something holds. */
  until(holds: () => Promise<boolean>): Promise<void>
  /** Lets the clock go on until the page shows a text. */
  see(text: string): Promise<void>
  /** Lets the clock go on until the page no longer shows a text. */
  miss(text: string): Promise<void>
  /**
   * What the visit has asked for or opened that is no file of the demo, what its policy has kept it
   * from, what runs beside the page, what was asked of the host but to read, and every complaint.
   */
  foreign(): readonly string[]
}

/** Puts the demo on a host with a name that is not local, and opens a tab of a visitor. */
export async function visitDemo(chromium: string): Promise<DemoVisit> {
  const folder = fileURLToPath(new URL('../dist-demo', import.meta.url))
  const host = await startStaticHost({ folder, hostname: 'demo.test' })
  const browser = await launch(chromium, { args: [ONLY_DEMO_TEST] })
  const page = await browser.newPage()
  await page.setViewport({ width: 1200, height: 900 })
  const watch = await watchTab(page)
  const opened: string[] = []
  for (const change of ['targetcreated', 'targetchanged'] as const) {
    browser.on(change, (target) => opened.push(target.url()))
  }
  const complaints = hearComplaints(page)
  const clock = await stopClock(page, NOON)

  async function until(holds: () => Promise<boolean>): Promise<void> {
    for (let waited = 0; !(await holds()); waited += REVEAL) {
      if (waited > LONGEST) throw new Error(`in vain: ${await page.evaluate(bodyText)}`)
      await clock.advance(REVEAL)
    }
  }

  const shows = (text: string) =>
    page.evaluate((each) => document.body?.innerText.includes(each) ?? false, text)
  const see = (text: string) => until(() => shows(text))

  return {
    host,
    browser,
    page,
    clock,
    see,
    until,
    miss: (text) => until(async () => !(await shows(text))),
    foreign() {
      // the browser draws the icons of its own fields from data
      const asksNobody = /^(?:blob|about|data):/
      const isOwn = (address: string) => asksNobody.test(address) || isBelow(address, host)
      const odd = host.requests.filter(({ method }) => method !== 'GET')
      return [
        ...[...watch.asked, ...opened].filter((address) => address !== '' && !isOwn(address)),
        ...[...watch.violations, ...watch.workers],
        ...odd.map(({ method, path }) => `${method} ${path}`),
        ...complaints,
      ]
    },
    async open(path, text) {
      await page.goto(host.url + path)
      await see(text)
    },
  }
}

function isBelow(address: string, host: StaticHost): boolean {
  return address.startsWith(host.url)
}

/** What a page throws and what it writes as an error, from now on. */
function hearComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // a host of files says 404 to every deep link, and answers it with the app
    if (message.type() !== 'error' || /status of 404/.test(message.text())) return
    complaints.push(message.text())
  })
  return complaints
}
