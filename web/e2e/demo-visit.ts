import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'puppeteer'
import { launch } from '../../.config/testing/browser.ts'
import { type PageClock, stopClock } from '../../.config/testing/page-clock.ts'
import { type StaticHost, startStaticHost } from './static-host.ts'

/** Saturday noon in UTC. */
export const NOON = new Date('2026-11-21T12:00:00Z')

/** How long React may keep a part back that is there, in milliseconds of the page. */
const REVEAL = 100

/** The static build on a public host, and a visitor whose clock stands still. */
export interface DemoVisit {
  readonly host: StaticHost
  readonly browser: Browser
  readonly page: Page
  readonly clock: PageClock
  /** Everything that the browser has asked for in this tab, other tabs and popups, by address. */
  readonly asked: readonly string[]
  /** What the page has complained about. */
  readonly complaints: readonly string[]
  /** Opens an address of the demo and lets its clock go on until it shows a text. */
  open(path: string, text: string): Promise<void>
  /** Lets the clock go on until something holds. */
  until(holds: () => Promise<boolean>): Promise<void>
  /** Lets the clock go on until the page shows a text. */
  see(text: string): Promise<void>
  /** Lets the clock go on until the page no longer shows a text. */
  miss(text: string): Promise<void>
  /** What was asked for that is no file of the demo, and what was asked of its host but to read. */
  foreign(): readonly string[]
  close(): Promise<void>
}

/** Puts the demo on a host with a name that is not local, and opens a tab of a visitor. */
export async function visitDemo(chromium: string): Promise<DemoVisit> {
  const folder = fileURLToPath(new URL('../dist-demo', import.meta.url))
  const host = await startStaticHost({ folder, hostname: 'demo.test' })
  const browser = await launch(chromium, {
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      // every name, so that nothing ever leaves this computer
      '--host-resolver-rules=MAP demo.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
  const asked: string[] = []
  const complaints: string[] = []
  browser.on('targetcreated', (target) => void follow(target.url()))
  browser.on('targetchanged', (target) => void follow(target.url()))
  function follow(address: string): void {
    if (/^(?:https?|wss?):/.test(address)) asked.push(address)
  }

  const page = await browser.newPage()
  await page.setViewport({ width: 1200, height: 900 })
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // a host of files says 404 to every deep link, and answers it with the app
    if (message.type() !== 'error' || /status of 404/.test(message.text())) return
    complaints.push(message.text())
  })
  const clock = await stopClock(page, NOON)

  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await clock.advance(REVEAL)
  }

  const shows = (text: string) =>
    page.evaluate((each) => document.body?.innerText.includes(each) ?? false, text)
  const see = (text: string) => until(() => shows(text))

  return {
    host,
    browser,
    page,
    clock,
    asked,
    complaints,
    see,
    until,
    miss: (text) => until(async () => !(await shows(text))),
    foreign() {
      const isOwn = (address: string) => address.startsWith('blob:') || address.startsWith(host.url)
      const odd = host.requests.filter(
        ({ method, path }) => !(method === 'GET' && path.startsWith(new URL(host.url).pathname)),
      )
      return [
        ...asked.filter((address) => !isOwn(address)),
        ...odd.map(({ method, path }) => `${method} ${path}`),
      ]
    },
    async open(path, text) {
      await page.goto(host.url + path)
      await see(text)
    },
    async close() {
      await browser.close()
      await host.close()
    },
  }
}
