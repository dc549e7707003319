import type { ElementHandle, Page } from 'puppeteer'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { browser as extensionApi } from 'wxt/browser'
import { brokenRules, showIn } from '../../.config/testing/accessibility.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { ask, replyEnded, seeText } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension, PANEL_URL } from './extension-browser.ts'
import { showToNewcomer } from './panel-visitor.ts'

declare const chrome: typeof extensionApi

const chromium = await needsPeer('chromium')
const HEIGHT = 640
let daemon: RunningDaemon
let extension: ExtensionBrowser
/** The page of the panel in a tab, whose size can be chosen. */
let page: Page

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon()
  extension = await launchWithExtension(chromium, daemon.url)
  page = await extension.browser.newPage()
  await page.goto(PANEL_URL)
})

beforeEach(async () => {
  if (!chromium) return
  await page.setViewport({ width: 360, height: HEIGHT })
  await showToNewcomer(page, daemon.url)
})

/** Hands something from a web page over, as the menu of a right click does. */
async function attach(text: string): Promise<void> {
  await page.evaluate(async (words) => {
    const { id } = await chrome.windows.getCurrent()
    const url = `https://jobs.example/openings/senior?ref=${'x'.repeat(200)}`
    const title = 'Senior engineer at Northwind, a title that is longer than any panel is wide'
    const excerpt = { kind: 'page', title, url, text: words }
    await chrome.storage.session.set({ [`arrival ${id}`]: { excerpt } })
  }, text)
  await page.waitForSelector('form figure')
}

/** By how many pixels something is wider than the window, and the page longer. */
function overflow(): Promise<unknown> {
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll('main *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 0.5,
    )
    const { scrollHeight } = document.documentElement
    return [wide.map(({ outerHTML }) => outerHTML.slice(0, 120)), scrollHeight - innerHeight]
  })
}

const boxHeight = () => page.$eval('textarea', (box) => box.getBoundingClientRect().height)

test('the box has one line and grows to six', async () => {
  const oneLine = await boxHeight()
  expect(oneLine).toBeLessThan(30)

  await page.focus('textarea')
  await page.keyboard.down('Shift')
  for (let line = 1; line < 9; line += 1) await page.keyboard.press('Enter')
  await page.keyboard.up('Shift')

  expect(await boxHeight()).toBe(6 * oneLine)
  await page.locator('textarea').fill('')
})

test('an image is loaded again before it is scrolled to, and opens in a tab', async () => {
  const picker = (await page.$('input[type=file]')) as ElementHandle<HTMLInputElement>
  await picker.uploadFile('.config/testing/pictures/teal-square.png')
  await ask(page, 'What is this?')
  await replyEnded(page)

  await page.reload()
  // found and scrolled past in one step, since the image takes the place of the skeleton
  await page.waitForFunction(() => {
    const place = document.querySelector('[role=log] article :is(.skeleton, img)')
    const log = place?.closest('[role=log]')
    if (!place || !log) return false
    log.scrollBy(0, place.getBoundingClientRect().bottom - log.getBoundingClientRect().top + 50)
    return true
  })
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('[role=log] img')?.naturalWidth,
  )
  const address = await page.$eval('[role=log] img', (image) => image.src)
  const opening = extension.browser.waitForTarget((target) => target.url() === address)
  // a click would have to hit it while the log may still go to its end
  await page.focus('a[aria-label="Open attached image"]')
  await page.keyboard.press('Enter')

  const opened = await (await opening).asPage()
  expect(await opened.evaluate(() => document.contentType)).toBe('image/png')
  await opened.close()
})

test('a long excerpt keeps the box and the conversation in view', async () => {
  await page.setViewport({ width: 360, height: 445 })
  await attach('word '.repeat(2000))
  await page.locator('form figure button[aria-expanded=false]').click()

  expect(
    await page.$eval('form [type=submit]', (send) => send.getBoundingClientRect().bottom),
  ).toBeLessThanOrEqual(445)
  expect(await page.$eval('[role=log]', (log) => log.clientHeight)).toBeGreaterThan(40)
  expect(await overflow()).toEqual([[], 0])
})

/** Has an answered question about a page in the log, and the next page waiting in the box. */
async function askAboutPages(): Promise<void> {
  await attach('Low water is at six.')
  await ask(page, 'Does this fit me?')
  await seeText(page, 'Does this fit me?')
  await replyEnded(page)
  await page.reload()
  // far above the end of the log, which a scrolling mouse and a log that settles pull at by turns
  await (await page.waitForSelector('article figure button[aria-expanded]'))?.press('Enter')
  await attach('High water is at noon.')
}

test('a question about a page is read with its page, and nothing overflows at 360 and 320 px', async () => {
  await askAboutPages()

  for (const width of [360, 320]) {
    await page.setViewport({ width, height: HEIGHT })
    // parts that measure the window follow it a moment later
    await expect.poll(overflow, { message: `${width} px` }).toEqual([[], 0])
  }
})

test('axe finds nothing in a chat with pages, in either theme', async () => {
  await askAboutPages()

  for (const theme of ['light', 'dark'] as const) {
    await showIn(page, theme, 360)
    expect(await brokenRules(page), theme).toEqual([])
  }
})
