import type { Browser, Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { brokenRules } from '../../.config/testing/accessibility.ts'
import { launch } from '../../.config/testing/browser.ts'
import { type MailModel, startMailModel } from '../../.config/testing/mail-model.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import {
  ask,
  newVisitor,
  privateTab,
  replyEnded,
  seeText,
  signUp,
} from '../../.config/testing/visitor.ts'

const chromium = await needsPeer('headless-shell')
let model: MailModel
let daemon: RunningDaemon
let browser: Browser

beforeAll(async () => {
  if (!chromium) return
  // until it is hurried, a mail takes longer than a look around
  model = await startMailModel({ delayMs: 2000 })
  daemon = await startDaemon({ env: { OPENAI_BASE_URL: model.url } })
  browser = await launch(chromium)
})

async function signedIn(width: number, height: number): Promise<Page> {
  return await privateTab(browser, daemon.url, newVisitor(), { width, height })
}

const at = (path: string) => (page: Page) =>
  page.waitForFunction((wanted) => location.pathname === wanted, {}, path)

/** The places in their order, and what says that one is there. */
const places = [
  ['Chats', '/chats', 'No chats yet'],
  ['Mail', '/gmail-mcp', 'Setup Required'],
  ['Files', '/files', 'It stays on this computer'],
  ['Today', '/', 'Chat History'],
] as const

/** Where the place is that is marked. */
function current(page: Page) {
  return page.$eval('.rail [aria-current=page]', (link) => {
    const { x, y, height } = link.getBoundingClientRect()
    return { x, bottom: innerHeight - y - height, height }
  })
}

test.each([
  [1100, 800],
  [390, 844],
] as const)('every place is one press away at %i px', async (width, height) => {
  const page = await signedIn(width, height)

  for (const [name, path, text] of places) {
    await page.locator(`.rail a ::-p-text(${name})`).click()
    await at(path)(page)
    await page.waitForSelector(`.rail [aria-current=page] ::-p-text(${name})`)
    await seeText(page, text)
    const place = await current(page)
    if (width < 700) expect(place).toMatchObject({ bottom: 0, height: 55 })
    else expect(place.x).toBeLessThan(76)
  }
})

test('every place is reached by keys, from the rail as from anywhere', async () => {
  const page = await signedIn(1440, 900)
  await seeText(page, 'Recent chats')
  for (const [name, path, keys] of [
    ['Mail', '/gmail-mcp', 'gm'],
    ['Chats', '/chat', 'gc'],
    ['Today', '/', 'gt'],
    ['Files', '/files', 'gf'],
    ['Today', '/', 'gh'],
  ] as const) {
    await page.keyboard.type(keys)
    await at(path)(page)
    await page.waitForSelector(`.rail [aria-current=page] ::-p-text(${name})`)
  }

  // skip link, menu, and then the rail
  await page.evaluate(() => document.body.focus())
  await page.reload()
  await seeText(page, 'Recent chats')
  for (const _ of ['skip link', 'menu', 'rail']) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await at('/gmail-mcp')(page)

  await page.keyboard.type('[')
  await page.waitForSelector('.rail:not(.rail-wide)')
  await page.keyboard.type('?')
  await seeText(page, 'Keyboard shortcuts')
  await page.keyboard.type('gt')
  expect(new URL(page.url()).pathname).toBe('/gmail-mcp')
})

test('the rail is free while a sync locks the menu, and one pill says what runs', async () => {
  const page = await signedIn(1440, 900)
  await page.locator('.rail a ::-p-text(Mail)').click()
  await page.locator('button ::-p-text(Try it with sample mail)').click()
  await page.waitForSelector('button[aria-label="Open menu"]:disabled')
  await seeText(page, /Analyzing emails \d+ \/ \d+/)

  await page.locator('.rail a[aria-label="New chat"]').click()
  await at('/chat')(page)
  await ask(page, 'How do I review code well?')
  await replyEnded(page)
  expect(await page.$('button[aria-label="Open menu"]:disabled')).not.toBeNull()
  await page.locator('.rail a ::-p-text(Files)').click()
  await at('/files')(page)

  model.hurry()
  await page.waitForSelector('button[aria-label="Open menu"]:enabled')
})

/** What a low window leaves of a chat, in pixels. */
function heights(page: Page) {
  return page.evaluate(() => {
    const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    return {
      log: of('[role=log]')?.height,
      composerEnd: innerHeight - (of('.composer')?.bottom ?? 0),
      lines: (of('textarea')?.height ?? 0) / 25,
      sideways: document.documentElement.scrollWidth - innerWidth,
      scrolls: document.documentElement.scrollHeight > innerHeight,
    }
  })
}

test.each([
  [740, 360, 150],
  [320, 256, 120],
] as const)('a chat keeps its log in a window of %i x %i', async (width, height, least) => {
  const page = await signedIn(1200, 800)
  await page.goto(`${daemon.url}/chat`)
  await ask(page, 'How do I review code well?')
  await replyEnded(page)

  await page.setViewport({ width, height })
  await page.waitForFunction(() => document.querySelector('header')?.clientHeight === 39)
  const before = await heights(page)
  expect(before.log).toBeGreaterThanOrEqual(least)
  expect(before).toMatchObject({ lines: 1, sideways: 0, scrolls: true })
  expect(before.composerEnd).toBeGreaterThanOrEqual(0)
  expect(await brokenRules(page)).toEqual([])

  await page.focus('textarea')
  await page.keyboard.down('Shift')
  for (const _ of ['one', 'two', 'three', 'four']) await page.keyboard.press('Enter')
  await page.keyboard.up('Shift')
  await page.waitForFunction(() => document.querySelector('textarea')?.clientHeight === 75)
  expect((await heights(page)).composerEnd).toBeGreaterThanOrEqual(0)
})

test('paper has the page alone, and forced colours show the place by its outline', async () => {
  const page = await signedIn(1440, 900)
  await page.goto(`${daemon.url}/chat`)
  await ask(page, 'How do I review code well?')
  await replyEnded(page)
  await page.waitForSelector('.rail-chats [aria-current]')
  expect(await brokenRules(page)).toEqual([])
  const shown = () =>
    page.$$eval('header, .rail, footer, .chat-bar, .writing, [role=log]', (parts) =>
      parts.filter((part) => part.checkVisibility()).map((part) => part.role ?? part.tagName),
    )
  expect(await shown()).toHaveLength(6)

  await page.emulateMediaType('print')
  expect(await shown()).toEqual(['log'])
  await page.emulateMediaType('screen')

  const session = await page.createCDPSession()
  const features = [{ name: 'forced-colors', value: 'active' }]
  await session.send('Emulation.setEmulatedMedia', { features })
  const outline = await page.$eval('.rail [aria-current=page]', (link) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(link)
    return `${outlineStyle} ${outlineWidth}`
  })
  expect(outline).toBe('solid 2px')
})

test('a part that does not load takes nothing else away', async () => {
  const page = await privateTab(browser, 'about:blank')
  await signUp(page, daemon.url, newVisitor())
  let late = /\/toast-area-/
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    void (late.test(request.url()) ? request.abort() : request.continue())
  })
  const failed = new Promise((resolve) => page.once('requestfailed', resolve))
  await page.goto(daemon.url)
  await failed
  await seeText(page, 'Daemon online')

  late = /\/(menu|key-sheet)-/
  for (const open of [
    () => page.keyboard.press('?'),
    () => page.locator('button[aria-label="Open menu"]').click(),
  ]) {
    await page.reload()
    await seeText(page, 'Daemon online')
    await open()
    await seeText(page, 'This part of the program could not be loaded. Reload the page.')
    expect(await page.evaluate(() => document.body.innerText)).toContain('Daemon online')
  }
})
