import type { Browser, Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { brokenRules, overflowAt320, showIn } from '../../.config/testing/accessibility.ts'
import { launch } from '../../.config/testing/browser.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { missText, newVisitor, privateTab, seeText } from '../../.config/testing/visitor.ts'

const chromium = await needsPeer('headless-shell')
let daemon: RunningDaemon
let browser: Browser

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon({ args: ['--sample'] })
  browser = await launch(chromium)
})

/** The sample mailbox of a new account, analysed, in a window of this size. */
async function openMail(width: number, height: number): Promise<Page> {
  const viewport = { width, height }
  const page = await privateTab(browser, `${daemon.url}/gmail-mcp`, newVisitor(), viewport)
  await page.locator('button ::-p-text(Use a local calendar instead)').click()
  await page.locator('button ::-p-text(Sync & Analyze Emails)').click()
  await seeText(page, /\d+ analysed - /)
  await page.waitForSelector('[data-row]')
  return page
}

const openTitle = (page: Page) => page.$eval('article h3', (title) => title.textContent)
const subjectOf = (page: Page, number: number) =>
  page.$eval(`[aria-posinset="${number}"] b`, (subject) => subject.textContent)

/** What the line about the sample mailbox takes, which is not there for one's own, in pixels. */
const sampleLine = (page: Page) =>
  page.evaluate(() => {
    const line = [...document.querySelectorAll('p')].find((p) => p.textContent?.includes('made up'))
    const box = line?.parentElement
    const list = document.querySelector('.mail-columns')
    return box && list ? list.getBoundingClientRect().top - box.getBoundingClientRect().top : 0
  })

declare global {
  interface Window {
    /** By how much what was seen has moved in all, as browsers count it (CLS). */
    shifted: number
  }
}

/** Runs in the page, before anything else. */
function addUpShifts(): void {
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.shifted += (entry as PerformanceEntry & { readonly value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

test('rows begin high on the screen, a dozen in view, and nothing moves', async () => {
  const page = await openMail(1440, 900)
  await page.evaluateOnNewDocument(addUpShifts)

  for (const [width, height, most, least, row] of [
    [1440, 900, 210, 11, 56],
    [390, 844, 190, 9, 60],
  ] as const) {
    await page.setViewport({ width, height })
    await page.reload()
    await page.waitForSelector(width < 1000 ? '[data-row]' : 'article h3')
    const { top, bottom } = await page.$eval('.mail-rows', (list) => {
      const { top, bottom } = list.getBoundingClientRect()
      return { top, bottom }
    })
    const sample = await sampleLine(page)
    expect(top - sample).toBeLessThanOrEqual(most)
    expect(Math.floor((bottom - top + sample) / row)).toBeGreaterThanOrEqual(least)
    expect((await page.$$('[data-row]')).length).toBeLessThanOrEqual(40)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    expect(await page.evaluate(() => window.shifted)).toBeLessThanOrEqual(0.02)
    // "Leave sample mail" is one more, which is not there for one's own mails
    if (width === 1440) expect(await tabsToMail(page)).toBeLessThanOrEqual(8 + 1)
  }
})

/** How often Tab is pressed from the beginning of the page until a row has the focus. */
async function tabsToMail(page: Page): Promise<number> {
  const isThere = () => page.evaluate(() => document.activeElement?.closest('[data-row]') != null)
  let tabs = 0
  while (tabs < 40 && !(await isThere())) {
    await page.keyboard.press('Tab')
    tabs += 1
  }
  return tabs
}

test('a word finds mails in whatever view, and Escape gives the view back', async () => {
  const page = await openMail(1440, 900)
  const all = await page.$eval('[data-row]', (row) => row.getAttribute('aria-setsize'))

  await page.keyboard.press('/')
  await page.keyboard.type('petrova')
  await page.waitForSelector('.mail-rows mark')
  expect(new URL(page.url()).searchParams.get('q')).toBe('petrova')
  await page.keyboard.press('Escape')

  await page.waitForSelector(`[aria-setsize="${all}"]`)
  expect(new URL(page.url()).search).toBe('')
})

test('on a phone a mail stands over the list, and Back leads to it', async () => {
  const page = await openMail(390, 844)
  const subject = await subjectOf(page, 2)
  await page.locator('[aria-posinset="2"] button').click()
  await page.waitForSelector('article')
  expect(await openTitle(page)).toBe(subject)
  await page.goBack()
  await missText(page, 'AI Summary')

  await page.locator('[aria-posinset="2"] button').click()
  await page.locator('button ::-p-text(Snooze)').click()
  await page.locator('button ::-p-text(Tomorrow)').click()
  await seeText(page, 'Snoozed until')
  await page.locator('button[aria-label="Back to the list"]').click()
  await page.waitForSelector('[data-mark=snoozed]')
})

test('all mails are whole cards by choice, in whose midst an address and keys lead', async () => {
  const page = await openMail(1440, 900)
  const far = await page.evaluate(async () => {
    const { id } = await (await fetch('/api/users/me')).json()
    return (await (await fetch(`/api/mail/${id}/rows?from=49&limit=1`)).json()).rows[0].id
  })
  await page.locator('button[aria-label=Cards]').click()
  await page.waitForSelector('[aria-posinset="1"] article')
  for (const theme of ['light', 'dark'] as const) {
    await showIn(page, theme, 1440)
    expect(await brokenRules(page)).toEqual([])
  }

  await page.goto(`${daemon.url}/gmail-mcp?mail=${far}`)
  await page.waitForSelector('[aria-posinset="50"] article:focus')
  expect(new URL(page.url()).search).toBe('')
  expect((await page.$$('[aria-posinset]')).length).toBeLessThan(15)
  await page.keyboard.press('j')
  await page.waitForSelector('[aria-posinset="51"] article:focus')
  await page.keyboard.press('e')
  await page.waitForSelector('[aria-posinset="52"] article:focus')
  await page.waitForSelector('[aria-posinset="51"][data-mark=done]')
  expect(await overflowAt320(page)).toBe(0)
})
