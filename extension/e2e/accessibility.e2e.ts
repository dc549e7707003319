import type { Page } from 'puppeteer'
import { beforeAll, describe, expect, test } from 'vitest'
import type { browser as extensionApi } from 'wxt/browser'
import { faultsAt320 } from '../../.config/testing/accessibility.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { ask, newVisitor, replyEnded, seeText, signUp } from '../../.config/testing/visitor.ts'
import {
  EXTENSION_ID,
  type ExtensionBrowser,
  launchWithExtension,
  PANEL_URL,
} from './extension-browser.ts'
import { press, showMail } from './panel-visitor.ts'

declare const chrome: typeof extensionApi

const chromium = await needsPeer('chromium')
const OPTIONS = `chrome-extension://${EXTENSION_ID}/options.html`
let daemon: RunningDaemon
let extension: ExtensionBrowser
let page: Page

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon({ args: ['--sample'] })
  extension = await launchWithExtension(chromium, daemon.url)
  // the same page as in the panel, in a tab whose width can be chosen
  page = await extension.browser.newPage()
  await page.setViewport({ width: 360, height: 720 })
  await signUp(page, daemon.url, newVisitor())
  await page.goto(PANEL_URL)
  await ask(page, 'How do I review code well?')
  await replyEnded(page)
  await showMail(page)
  await press(page, 'Use a local calendar instead')
  await press(page, 'Sync & Analyze Emails')
  await seeText(page, /\d+ analysed/)
})

async function openPanelAt(tab: Page, view: 'Chat' | 'Mail'): Promise<void> {
  await tab.goto(PANEL_URL)
  await tab.locator(`[role=tab] ::-p-text(${view})`).click()
}

/** Talks to an address at which nobody is, for one screen. */
async function goWithout(tab: Page, address: string): Promise<void> {
  const worker = await extension.worker()
  await worker.evaluate((daemonAddress) => chrome.storage.local.set({ daemonAddress }), address)
  await tab.goto(PANEL_URL)
}

/** Every screen, and what shows that it is there. */
const screens: Record<string, (tab: Page) => Promise<void>> = {
  chat: async (tab) => {
    await openPanelAt(tab, 'Chat')
    await seeText(tab, 'How do I review code well?')
    await seeText(tab, 'Sources')
  },
  menu: async (tab) => {
    await openPanelAt(tab, 'Chat')
    await tab.locator('button[aria-haspopup=dialog][aria-expanded]').click()
    await seeText(tab, 'Open full app')
  },
  'list of chats': async (tab) => {
    await openPanelAt(tab, 'Chat')
    await tab.locator('button[aria-label="Back to Chats"]').click()
    await tab.waitForSelector('button[aria-label^="Delete chat"]')
  },
  mail: async (tab) => {
    await openPanelAt(tab, 'Mail')
    await seeText(tab, 'Last sync')
  },
  'open card': async (tab) => {
    await openPanelAt(tab, 'Mail')
    await tab.locator('[data-row] button').click()
    await seeText(tab, 'AI Summary')
  },
  options: async (tab) => {
    await tab.goto(OPTIONS)
    await seeText(tab, 'Diagnostics')
  },
  'no access': async (tab) => {
    await goWithout(tab, 'http://localhost:1')
    await seeText(tab, 'Allow access to localhost')
  },
}

describe.each(Object.entries(screens))('%s', (_, reach) => {
  beforeAll(async () => {
    if (!chromium) return
    await goWithout(page, daemon.url)
    await page.setViewport({ width: 360, height: 720 })
    await reach(page)
  })

  test('breaks no rule of axe and fits at 320 px', async () => {
    expect(await faultsAt320(page)).toEqual([])
  })
})
