import type { Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { type MailModel, startMailModel } from '../../.config/testing/mail-model.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { newVisitor, seeText } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension, PANEL_URL } from './extension-browser.ts'
import { press, showMail, showToNewcomer, signUpInPanel } from './panel-visitor.ts'

const chromium = await needsPeer('chromium')
/** What Firefox gives a sidebar at first, 18em: with the type of Windows and with that of Linux. */
const WIDTHS = [216, 240]
let model: MailModel
let daemon: RunningDaemon
let extension: ExtensionBrowser
/** The page of the panel in a tab, whose size can be chosen. */
let page: Page

beforeAll(async () => {
  if (!chromium) return
  model = await startMailModel({ delayMs: 60 })
  daemon = await startDaemon({ env: { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'scripted' } })
  extension = await launchWithExtension(chromium, daemon.url)
  page = await extension.browser.newPage()
  await page.setViewport({ width: 216, height: 700 })
  await page.goto(PANEL_URL)
})

/** What reaches over the edge of the window, and is not cut off on purpose. */
function tooWide(): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#root *, [role=dialog] *')]
      .filter((element) => {
        const { width, left, right } = element.getBoundingClientRect()
        const isOutside = right > innerWidth + 0.5 || left < 0
        return width > 1 && isOutside && !element.closest('.overflow-x-auto, svg')
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 160)),
  )
}

async function fits(): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 700 })
    expect(await tooWide(), `${width} px`).toEqual([])
  }
}

test('the sign-in and the chat fit', async () => {
  await fits()
  await signUpInPanel(page, newVisitor())
  await fits()
  await page.locator('button[aria-label="Back to Chats"]').click()
  await seeText(page, 'Chat History')
  await fits()
})

test('the set-up of mail, a sync and what it finds fit', async () => {
  await showToNewcomer(page, daemon.url)
  await showMail(page)
  await seeText(page, 'Finish setup in the web app')
  await fits()
  await press(page, 'Try it with sample mail')
  await seeText(page, 'Analyzing emails')
  await page.locator('[data-row] button').click()
  await page.waitForSelector('.email-card')
  await fits()

  await page.waitForSelector('.email-priorities')
  await fits()
})

test('the menu fits', async () => {
  await showToNewcomer(page, daemon.url)
  await page.locator('button[aria-label="More"]').click()
  await seeText(page, 'Logout')
  await fits()
})
