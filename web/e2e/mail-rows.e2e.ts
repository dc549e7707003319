import type { Browser, Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { launch } from '../../.config/testing/browser.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { missText, newVisitor, privateTab, seeText, signUp } from '../../.config/testing/visitor.ts'

const chromium = await needsPeer('chromium')
let daemon: RunningDaemon
let browser: Browser

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon({ args: ['--sample'] })
  browser = await launch(chromium)
})

/** The sample mailbox of a new account, analysed, in a window of this size. */
async function openMail(width: number, height: number): Promise<Page> {
  const page = await privateTab(browser, daemon.url)
  await page.setViewport({ width, height })
  await signUp(page, newVisitor())
  await page.goto(`${daemon.url}/gmail-mcp`)
  await page.locator('button ::-p-text(Use a local calendar instead)').click()
  await page.locator('button ::-p-text(Sync & Analyze Emails)').click()
  await seeText(page, /\d+ analysed - /)
  await page.waitForSelector('[data-row]')
  return page
}

const openTitle = (page: Page) => page.$eval('article h3', (title) => title.textContent)
const subjectOf = (page: Page, number: number) =>
  page.$eval(`[aria-posinset="${number}"] b`, (subject) => subject.textContent)
const countOf = (page: Page, view: string) =>
  page.$eval(`fieldset[aria-label=Views] button ::-p-text(${view})`, (button) => {
    return Number(/\d+$/.exec(button.closest('button')?.textContent ?? '')?.[0])
  })

test('an inbox is worked through by keys, and what was done is undone', async () => {
  const page = await openMail(1440, 900)
  const [first, second] = [await subjectOf(page, 1), await subjectOf(page, 2)]
  expect(await openTitle(page)).toBe(first)

  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await seeText(page, `Done: ${first}`)
  await page.waitForFunction(
    (title) => document.querySelector('article h3')?.textContent === title,
    {},
    second,
  )
  expect(await countOf(page, 'Done')).toBe(1)

  await page.keyboard.press('u')
  await page.waitForFunction(() => !document.querySelector('[data-mark=done]'))
  expect(await countOf(page, 'Done')).toBe(0)
})

test('rows begin high on the screen, a dozen in view', async () => {
  const page = await openMail(1440, 900)
  await page.reload()
  await page.waitForSelector('[data-row]')
  const { top, bottom } = await page.$eval('.mail-rows', (list) => {
    const { top, bottom } = list.getBoundingClientRect()
    return { top, bottom }
  })
  // the line about the sample mailbox is not there for one's own
  const sample = await page.evaluate(() => {
    const line = [...document.querySelectorAll('p')].find((p) => p.textContent?.includes('made up'))
    return line?.parentElement?.getBoundingClientRect().height ?? 0
  })
  expect(top - sample).toBeLessThanOrEqual(210)
  expect(Math.floor((bottom - top + sample) / 56)).toBeGreaterThanOrEqual(11)
  expect(
    await page.evaluate(() => document.querySelectorAll('[data-row]').length),
  ).toBeLessThanOrEqual(40)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  expect(await tabsToMail(page)).toBeLessThanOrEqual(11)
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
