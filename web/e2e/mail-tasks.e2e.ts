import { MailPage, type MailRow } from '@shortlist/contracts/mail-rows'
import { Today } from '@shortlist/contracts/today'
import type { Browser, KeyInput, Page } from 'puppeteer'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../../.config/testing/browser.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { ask, newVisitor, privateTab, replyEnded, seeText } from '../../.config/testing/visitor.ts'

const chromium = await needsPeer('headless-shell')
let daemon: RunningDaemon
let browser: Browser
let home: Page
/** Addresses of two chats, the older first. */
const chats: string[] = []
/** The newest mail. */
let first: MailRow

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon({ args: ['--sample'] })
  browser = await launch(chromium)
  home = await privateTab(browser, `${daemon.url}/gmail-mcp`, newVisitor())
  await home.locator('button ::-p-text(Use a local calendar instead)').click()
  await home.locator('button ::-p-text(Sync & Analyze Emails)').click()
  await seeText(home, /\d+ analysed - /)
  for (const question of ['How do I review code well?', 'How do I prepare a demo?']) {
    await home.goto(`${daemon.url}/chat`)
    await ask(home, question)
    await replyEnded(home)
    chats.push(new URL(home.url()).pathname)
  }
  first = await firstNow(home)
})

/** Rows as the daemon tells them to whoever is signed in. */
async function rows(page: Page, query = ''): Promise<MailPage['rows']> {
  const said = await page.evaluate(async (words) => {
    const { id } = await (await fetch('/api/users/me')).json()
    return (await fetch(`/api/mail/${id}/rows?${words}`)).json()
  }, query)
  return MailPage.parse(said).rows
}

async function firstNow(page: Page): Promise<MailRow> {
  const [newest] = await rows(page)
  if (!newest) throw new Error('the sample mailbox is empty')
  return newest
}

const titleOf = (page: Page) => page.$eval('article h3', (title) => title.textContent)

function isInView(selector: string) {
  return async (page: Page) => (await (await page.$(selector))?.isIntersectingViewport()) === true
}

/** One step of a task; what is pressed for it counts as a tap, keys in a row as one. */
interface Step {
  readonly taps: 0 | 1
  run(page: Page): Promise<unknown>
}

const click = (selector: string): Step => ({
  taps: 1,
  run: (page) => page.locator(selector).click(),
})
const tap = (selector: string): Step => ({
  taps: 1,
  run: async (page) => (await page.locator(selector).waitHandle()).tap(),
})
const key = (...keys: KeyInput[]): Step => ({
  taps: 1,
  async run({ keyboard }) {
    for (const each of keys) await keyboard.press(each)
  },
})
const word = (text: string): Step => ({ taps: 0, run: ({ keyboard }) => keyboard.type(text) })
/** To what fits, once it is there, by a key that presses nothing. */
const walk = (by: KeyInput, selector: string): Step => ({
  taps: 0,
  async run(page) {
    await page.waitForSelector(selector)
    const isThere = () =>
      page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)
    for (let step = 0; step < 60 && !(await isThere()); step++) await page.keyboard.press(by)
  },
})

const MAIL = '.rail a[href^="/gmail-mcp"]'
const CHATS = '.rail a[href="/chats"]'
const JOIN = '.today-next a[href^="https://meet."]'
const UNDO_DONE = '.today-since li:first-child button'
const URGENT = '.today-list li:first-child a'
/** Two chats stand in the sidebar, the newest first. */
const OTHER_CHAT = '.rail-chats li:nth-child(2) a'
const SEARCH = 'input[type=search]'
const FIRST_ROW = '[aria-posinset="1"] button'
const DONE = '.mail-open button[aria-keyshortcuts=e]'
const SNOOZE = '.mail-open button[aria-keyshortcuts=h]'
const MONDAY = '[role=dialog] button:nth-of-type(3)'
const UNDO = '[role=status] button[aria-keyshortcuts=u]'

/** Shows the address of a link that leads elsewhere as the title, and leads nowhere. */
function holdCalls(): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[target=_blank]')
    if (!(link instanceof HTMLAnchorElement)) return
    event.preventDefault()
    document.title = link.href
  })
}

/** A task of somebody who looks for work, in each of three ways. */
interface Task {
  readonly name: string
  /** Where it begins: an address, what says that the page is there, and what was done before. */
  readonly at: () => string
  readonly ready: string
  readonly before?: readonly Step[]
  readonly mouse: readonly Step[]
  readonly keys: readonly Step[]
  readonly phone: readonly Step[]
  /** How many taps it takes at most, in a wide window and on a phone. */
  readonly most: readonly [wide: number, phone: number]
  readonly isSolved: (page: Page) => Promise<boolean>
}

/** How much was done by itself before the task. */
let done = 0

const tasks: readonly Task[] = [
  {
    name: 'see the next interview',
    ...{ at: () => '/', ready: '.rail a' },
    ...{ mouse: [], keys: [], phone: [] },
    most: [0, 0],
    isSolved: isInView('::-p-text(Next interview)'),
  },
  {
    name: 'join it',
    ...{ at: () => '/', ready: JOIN },
    // nobody is called in a test
    before: [{ taps: 0, run: (page) => page.evaluate(holdCalls) }],
    ...{ mouse: [click(JOIN)], keys: [walk('Tab', JOIN), key('Enter')], phone: [tap(JOIN)] },
    most: [1, 1],
    isSolved: async (page) => (await page.title()).startsWith('https://meet.'),
  },
  {
    name: 'get from the start to the mail',
    ...{ at: () => '/', ready: '.rail a' },
    ...{ mouse: [click(MAIL)], keys: [key('g', 'm')], phone: [tap(MAIL)] },
    most: [1, 1],
    isSolved: isInView(FIRST_ROW),
  },
  {
    name: 'open the most urgent mail',
    ...{ at: () => '/', ready: '.rail a' },
    ...{ mouse: [click(URGENT)], keys: [key('g', 'm')], phone: [tap(URGENT)] },
    most: [1, 1],
    isSolved: async (page) => {
      const [urgent] = await rows(page, 'view=needs-you')
      return (await isInView('article h3')(page)) && (await titleOf(page)) === urgent?.subject
    },
  },
  {
    name: 'be rid of a mail that was read',
    ...{ at: () => `/gmail-mcp?mail=${first.id}`, ready: 'article h3' },
    ...{ mouse: [click(DONE)], keys: [key('e')], phone: [tap(DONE)] },
    most: [1, 1],
    isSolved: async (page) => (await firstNow(page)).mark === 'done',
  },
  {
    name: 'have a mail come back on Monday',
    ...{ at: () => `/gmail-mcp?mail=${first.id}`, ready: 'article h3' },
    mouse: [click(SNOOZE), click(MONDAY)],
    keys: [key('h'), walk('Tab', MONDAY), key('Enter')],
    phone: [tap(SNOOZE), tap(MONDAY)],
    most: [2, 2],
    isSolved: async (page) => {
      const { mark, until } = await firstNow(page)
      const back = new Date(until ?? 0)
      return mark === 'snoozed' && back.getDay() === 1 && back.getHours() === 8
    },
  },
  {
    name: 'find a mail by a word',
    ...{ at: () => '/gmail-mcp', ready: FIRST_ROW },
    mouse: [click(SEARCH), word('petrova')],
    keys: [key('/'), word('petrova')],
    phone: [tap(SEARCH), word('petrova')],
    most: [1, 1],
    isSolved: async (page) => {
      const found = await rows(page, 'q=petrova')
      return (await page.$$('[data-row]:has(mark)')).length === found.length
    },
  },
  {
    name: 'go on in another chat',
    ...{ at: () => chats[1] ?? '', ready: 'textarea' },
    mouse: [click(OTHER_CHAT)],
    keys: [walk('Tab', '.rail a'), walk('ArrowDown', OTHER_CHAT), key('Enter')],
    phone: [tap(CHATS), tap('main li:nth-child(2) a')],
    most: [1, 2],
    isSolved: async (page) => new URL(page.url()).pathname === chats[0],
  },
  {
    name: 'take back what was done',
    ...{ at: () => `/gmail-mcp?mail=${first.id}`, ready: 'article h3' },
    before: [key('e'), { taps: 0, run: (page) => page.waitForSelector(UNDO) }],
    ...{ mouse: [click(UNDO)], keys: [key('u')], phone: [tap(UNDO)] },
    most: [1, 1],
    isSolved: async (page) => (await firstNow(page)).mark === 'open',
  },
  {
    name: 'undo what was entered overnight',
    ...{ at: () => '/', ready: UNDO_DONE },
    before: [{ taps: 0, run: async (page) => (done = await doneNow(page)) }],
    mouse: [click(UNDO_DONE)],
    keys: [walk('Tab', UNDO_DONE), key('Enter')],
    phone: [tap(UNDO_DONE)],
    most: [1, 1],
    isSolved: async (page) => (await doneNow(page)) === done - 1,
  },
]

/** How much was done by itself and still holds, and the newest of it, as the daemon tells it. */
async function doneNow(page: Page) {
  const said = await page.evaluate(async () => {
    const { id } = await (await fetch('/api/users/me')).json()
    return (await fetch(`/api/today/${id}`)).json()
  })
  return Today.parse(said).since.total
}

describe.each([
  ['mouse', 0, { width: 1440, height: 900 }],
  ['keys', 1, { width: 1440, height: 900 }],
  ['phone', 2, { width: 390, height: 844, isMobile: true, hasTouch: true }],
] as const)('by %s', (way, turn, viewport) => {
  let page: Page

  beforeAll(async () => {
    if (!chromium) return
    page = await home.browserContext().newPage()
    await page.setViewport(viewport)
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  })

  // quickly each task in one of the ways
  const walked = tasks.filter((_, at) => sized(at % 3 === turn, true))
  test.each(walked)('$name', async ({ at, ready, before = [], most, isSolved, ...ways }) => {
    await page.goto(daemon.url + at())
    await page.waitForSelector(ready)
    for (const step of before) await step.run(page)
    const steps = ways[way]

    for (const step of steps) await step.run(page)

    await expect.poll(() => isSolved(page)).toBe(true)
    const taps = steps.reduce((sum, step) => sum + step.taps, 0)
    expect(taps).toBeLessThanOrEqual(most[way === 'phone' ? 1 : 0])
  })

  afterEach(async () => {
    if (!chromium) return
    await page.evaluate(async (emailId) => {
      const { id } = await (await fetch('/api/users/me')).json()
      const open = { changeId: crypto.randomUUID(), ids: [emailId], mark: 'open' }
      await fetch(`/api/mail/${id}/marks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(open),
      })
    }, first.id)
  })
})
