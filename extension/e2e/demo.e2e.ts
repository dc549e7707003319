import type { Page } from 'puppeteer'
import { beforeAll, describe, expect, test } from 'vitest'
import type { browser as extensionApi } from 'wxt/browser'
import { brokenRules, overflowAt320, showIn } from '../../.config/testing/accessibility.ts'
import { freePort } from '../../.config/testing/free-port.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { ask, newVisitor, replyEnded, seeText } from '../../.config/testing/visitor.ts'
import {
  EXTENSION_ID,
  type ExtensionBrowser,
  launchWithExtension,
  PANEL_URL,
} from './extension-browser.ts'
import { press, showMail, signUpInPanel } from './panel-visitor.ts'

declare const chrome: typeof extensionApi

const NOTICE = 'Demo - sample data, nothing is sent'
const NOBODY = 'Backend server is not running. Please start the backend server.'

const chromium = await needsPeer('chromium')
let port: number
let extension: ExtensionBrowser
/** The page of the panel in a tab, whose size can be chosen. */
let page: Page
/** Every address that panel and worker have asked for. */
const asked = new Set<string>()

beforeAll(async () => {
  if (!chromium) return
  port = await freePort()
  extension = await launchWithExtension(chromium, `http://localhost:${port}`)
  const { client } = await extension.worker()
  await client.send('Network.enable')
  client.on('Network.requestWillBeSent', ({ request }) => asked.add(request.url))
  page = await extension.browser.newPage()
  page.on('request', (request) => asked.add(request.url()))
})

async function openPanel(): Promise<void> {
  await page.setViewport({ width: 360, height: 720 })
  await page.goto(PANEL_URL)
}

async function enterDemo(): Promise<void> {
  await press(page, 'Try the demo data')
  await seeText(page, NOTICE)
}

const openChats = () => page.locator('button[aria-label="Back to Chats"]').click()

/** What panel and toolbar keep, and what waits for either. */
async function kept() {
  const worker = await extension.worker()
  const inPanel = await page.evaluate(() => ({ ...localStorage }))
  const inSession = await worker.evaluate(() => chrome.storage.session.get())
  return { inPanel, inSession, badge: await extension.badge() }
}

/** Chooses "Ask about selection" on a page beside the panel. */
async function select(selectionText: string): Promise<void> {
  const worker = await extension.worker()
  await worker.evaluate(
    async (click) => {
      const { id: windowId } = await chrome.windows.getCurrent()
      const { onClicked } = chrome.contextMenus as unknown as {
        onClicked: { dispatch(...parts: unknown[]): void }
      }
      onClicked.dispatch(click, { windowId, title: 'A job' })
    },
    { menuItemId: 'selection', selectionText, pageUrl: 'https://northwind.example/jobs/7' },
  )
}

test('without a daemon the demo shows chat and mail, and leaves nothing behind', async () => {
  await page.goto('about:blank')
  asked.clear()
  await openPanel()
  await seeText(page, NOBODY)
  const before = await kept()
  await enterDemo()

  await ask(page, 'How do I negotiate an offer?')
  await page.waitForSelector('[role=log][aria-busy=true]')
  await seeText(page, 'Asking for more without losing it')
  await replyEnded(page)
  await seeText(page, 'A prepared answer of the demo.')
  await openChats()
  await page.waitForFunction(
    () => document.querySelectorAll('button[aria-label^="Delete chat"]').length === 4,
  )

  await showMail(page)
  await press(page, 'Sync & Analyze Emails')
  await seeText(page, '1/3')
  expect(await kept()).toEqual(before)
  await seeText(page, '3 analysed - 1 high')
  await page.locator('[role=tab] ::-p-text(Chat)').click()
  await press(page, 'New Chat')
  await page.locator('textarea').fill('Not sent yet')

  await press(page, 'Leave demo')
  await seeText(page, NOBODY)
  expect(await kept()).toEqual(before)

  const own = `chrome-extension://${EXTENSION_ID}/`
  expect([...asked].filter((url) => !url.startsWith(own))).toEqual([
    `http://localhost:${port}/api/health`,
  ])
  expect([...asked].filter((url) => url.includes('demo-client'))).toHaveLength(1)
})

/** What a visitor meets, in this order. */
const screens: Record<string, () => Promise<void>> = {
  'the offer': () => seeText(page, 'Try the demo data'),
  'the chat': async () => {
    await enterDemo()
    await page.waitForSelector('textarea')
  },
  'the chats': async () => {
    await enterDemo()
    await openChats()
    await page.waitForSelector('button[aria-label^="Delete chat"]')
  },
  'the menu': async () => {
    await enterDemo()
    await page.locator('button[aria-haspopup=dialog][aria-expanded]').click()
    await page.waitForSelector('[role=dialog]')
  },
  'the mails': async () => {
    await enterDemo()
    await showMail(page)
    await seeText(page, 'Showing 3 of 3')
  },
  'an open mail': async () => {
    await enterDemo()
    await showMail(page)
    await page.locator('[data-row] button').click()
    await seeText(page, 'AI Summary')
  },
}

const themes = ['light', 'dark'] as const
const placed = Object.entries(screens).map(([name, reach], at) => ({ name, reach, at }))

describe.each(placed)('$name of the demo', ({ reach, at }) => {
  beforeAll(async () => {
    if (!chromium) return
    await openPanel()
    await reach()
  })

  // quickly each in one of them
  const seen = themes.filter((_, turn) => sized(at % themes.length === turn, true))
  test.each(seen)('breaks no rule of axe in the %s theme', async (theme) => {
    await showIn(page, theme, 360)

    expect(await brokenRules(page)).toEqual([])
  })

  test('fits 320 px without scrolling sideways', async () => {
    expect(await overflowAt320(page)).toBe(0)
  })
})

test('a daemon that is started meanwhile is entered by choice, with what was taken from a page', async () => {
  await openPanel()
  await enterDemo()
  await page.locator('textarea').fill('A question of the demo')
  await select('Salary: 6000 crabs a month.')
  await seeText(page, 'Salary: 6000 crabs a month.')

  await startDaemon({ port })
  await seeText(page, 'Shortlist is running now')
  await seeText(page, NOTICE)
  expect(await page.$eval('textarea', (box) => box.value)).toBe('A question of the demo')
  await press(page, 'Open it')

  await signUpInPanel(page, newVisitor())
  await seeText(page, 'Salary: 6000 crabs a month.')
  expect(await page.$eval('textarea', (box) => box.value)).toBe('')
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('Demo')
})
