import { AxePuppeteer } from '@axe-core/puppeteer'
import type { Browser, Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../../.config/testing/browser.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { ask, newVisitor, privateTab, replyEnded, seeText, signUp } from './visitor.ts'

const chromium = await needsPeer('chromium')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
let daemon: RunningDaemon
let browser: Browser
let page: Page
let chat: string

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon()
  browser = await launch(chromium)
  page = await privateTab(browser, daemon.url)
  await signUp(page, newVisitor())
  await page.locator('::-p-text(New Chat)').click()
  await ask(page, 'How do I review code well?')
  await replyEnded(page)
  chat = new URL(page.url()).pathname
})

afterAll(async () => {
  await browser?.close()
  await daemon?.stop()
})

/** Every screen, and what shows that it is there. */
const screens: Record<string, (tab: Page) => Promise<void>> = {
  'sign-in': async (tab) => {
    await tab.goto(`${daemon.url}/auth/sign-in`)
    await tab.waitForSelector('main')
  },
  home: async (tab) => {
    await tab.goto(daemon.url)
    await seeText(tab, 'Chat History')
    await tab.waitForSelector('button[aria-label^="Delete chat"]')
  },
  'delete dialog': async (tab) => {
    await tab.goto(daemon.url)
    await tab.locator('button[aria-label^="Delete chat"]').click()
    await tab.waitForSelector('[role=alertdialog]')
  },
  menu: async (tab) => {
    await tab.goto(daemon.url)
    await tab.locator('button[aria-label="Open menu"]').click()
    await tab.waitForSelector('[role=dialog]')
  },
  'empty chat': async (tab) => {
    await tab.goto(`${daemon.url}/chat`)
    await tab.waitForSelector('textarea')
  },
  chat: async (tab) => {
    await tab.goto(daemon.url + chat)
    await seeText(tab, 'How do I review code well?')
    await seeText(tab, 'Sources')
  },
  mail: async (tab) => {
    await tab.goto(`${daemon.url}/gmail-mcp`)
    await tab.waitForSelector('main h2')
  },
  'not found': async (tab) => {
    await tab.goto(`${daemon.url}/nowhere`)
    await seeText(tab, 'Page not found')
  },
}

async function settled(tab: Page): Promise<void> {
  await tab.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  describe.each([360, 1200])('%i px wide', (width) => {
    test.each(Object.keys(screens))('%s has no violation that axe finds', async (name) => {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: theme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ])
      await page.setViewport({ width, height: 800 })
      await screens[name]?.(page)
      await settled(page)

      const { violations } = await new AxePuppeteer(page).withTags(RULES).analyze()

      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    })
  })
})

test.each(Object.keys(screens))('%s fits 320 px without scrolling sideways', async (name) => {
  await page.setViewport({ width: 320, height: 700 })
  await screens[name]?.(page)

  const overflows = await page.evaluate(() =>
    [...document.querySelectorAll('html, [role=log], [role=dialog] > *')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  )

  expect(Math.max(...overflows)).toBe(0)
})
