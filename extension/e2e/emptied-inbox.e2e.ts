import { MailPage } from '@shortlist/contracts/mail-rows'
import type { Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { markedMails, startFullMailbox } from '../../.config/testing/full-mailbox.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { newVisitor, seeText, signUp } from '../../.config/testing/visitor.ts'
import { launchWithExtension } from './extension-browser.ts'
import { press, showMail } from './panel-visitor.ts'

const chromium = await needsPeer('chromium')
const dovecotPath = await needsPeer('dovecot')
const MAILS = sized(100, 10_000)
/** Mails that are dealt with one by one. */
const SINGLES = sized(6, 200)
const AT_ONCE = 500
const LIMIT = sized(60_000, 900_000)

let tab: Page
/** Another tab and the side panel, in which nobody does anything. */
let others: readonly Page[]

beforeAll(async () => {
  if (!chromium || !dovecotPath) return
  const mailbox = await startFullMailbox(MAILS)
  const daemon = await startDaemon({ env: mailbox.env })
  const { browser, openPanel } = await launchWithExtension(chromium, daemon.url)
  tab = await browser.newPage()
  await tab.setViewport({ width: 1440, height: 900 })
  await signUp(tab, daemon.url, newVisitor())
  const panel = await openPanel(tab)
  panel.setDefaultTimeout(LIMIT)
  await showMail(panel)
  await press(panel, 'Use a local calendar instead')
  await press(panel, 'Sync & Analyze Emails')
  await seeText(panel, `${MAILS} analysed - `)
  const second = await browser.newPage()
  for (const page of [second, tab]) {
    await page.goto(`${daemon.url}/gmail-mcp`)
    await page.waitForSelector(`[aria-setsize="${MAILS}"]`)
  }
  await tab.bringToFront()
  others = [second, panel]
}, LIMIT)

/** Every mail with its mark, as the daemon tells it. */
function marks(): Promise<string[]> {
  return markedMails(async (from) => {
    const said = await tab.evaluate(async (place) => {
      const { id } = await (await fetch('/api/users/me')).json()
      return (await fetch(`/api/mail/${id}/rows?from=${place}`)).json()
    }, from)
    return MailPage.parse(said)
  })
}

/** Resolves once a page says that so many mails are done. */
async function seeDone(page: Page, count: number): Promise<void> {
  const words = `Done ${count.toLocaleString('en-US')}`
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[aria-label=Views] button')].some(
        ({ textContent }) => textContent === wanted,
      ),
    { polling: 50 },
    words,
  )
}

/** Resolves once the mail at a place, from 1, is marked so. */
const seeRow = (place: number, mark: string) =>
  tab.waitForSelector(`[aria-posinset="${place}"][data-mark=${mark}]`)
/** Resolves once it is the one that is open, and that the keys are about. */
const seeCurrent = (place: number) =>
  tab.waitForSelector(`[aria-posinset="${place}"] [aria-current][tabindex="0"]`)

/** Marks the mail at a place by keys, takes that back, and marks it again. */
async function dealWith(place: number, mark: 'done' | 'snoozed'): Promise<void> {
  async function act(): Promise<void> {
    await seeCurrent(place)
    await tab.keyboard.press(mark === 'done' ? 'e' : 'h')
    if (mark === 'snoozed') {
      await tab.waitForSelector('[role=dialog] button:focus')
      await tab.keyboard.press('Enter')
    }
    await seeRow(place, mark)
    await seeCurrent(place + 1)
  }
  await act()
  await tab.keyboard.press('u')
  await seeRow(place, 'open')
  await tab.keyboard.press('j')
  await seeCurrent(place + 2)
  await tab.keyboard.press('k')
  await seeCurrent(place + 1)
  await tab.keyboard.press('k')
  await act()
}

/** Marks what is not done yet, as many mails as one act takes. */
async function dealWithAll(): Promise<void> {
  await tab.keyboard.press('x')
  await press(tab, 'Select all')
  await seeText(tab, `${MAILS.toLocaleString('en-US')} selected`)
  await tab.keyboard.press('e')
  await tab.waitForSelector('[role=toolbar][aria-label$=selected]', { hidden: true })
}

test(
  `an inbox of ${MAILS} mails is emptied in a tab, each act undone once, and others follow`,
  async () => {
    expect(await tab.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
    expect((await tab.$$('[data-row]')).length).toBeLessThanOrEqual(40)
    const before = await marks()
    await tab.keyboard.press('j')
    for (let place = 1; place <= SINGLES; place++)
      await dealWith(place, place % 2 === 1 ? 'done' : 'snoozed')
    let done = SINGLES / 2
    for (const page of [tab, ...others]) await seeDone(page, done)
    let after = await marks()
    expect(after.slice(SINGLES)).toEqual(before.slice(SINGLES))
    expect(after.slice(0, SINGLES).map((row) => row.split(' ')[1])).toEqual(
      Array.from({ length: SINGLES }, (_, at) => (at % 2 === 0 ? 'done' : 'snoozed')),
    )

    while (done < MAILS) {
      const next = Math.min(done + AT_ONCE, MAILS)
      await dealWithAll()
      for (const page of [tab, ...others]) await seeDone(page, next)
      await tab.keyboard.press('u')
      for (const page of [tab, ...others]) await seeDone(page, done)
      expect(await marks()).toEqual(after)
      await dealWithAll()
      for (const page of [tab, ...others]) await seeDone(page, next)
      after = await marks()
      done = next
    }
    expect(after.every((row) => row.endsWith(' done null'))).toBe(true)
  },
  LIMIT,
)
