import type { Page } from 'puppeteer'
import type { browser as extensionApi } from 'wxt/browser'
import { endAll } from '../../.config/testing/end-with-tests.ts'
import { findBrowser } from '../../.config/testing/needs-peer.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { takePicture } from '../../.config/testing/take-picture.ts'
import { ask, newVisitor, replyEnded, seeText } from '../../.config/testing/visitor.ts'
import buildExtension from './build-extension.ts'
import { launchWithExtension, PANEL_URL } from './extension-browser.ts'
import { press, showMail, signUpInPanel } from './panel-visitor.ts'

declare const chrome: typeof extensionApi

/** Takes the pictures of the side panel from the running product: part of `pnpm pictures`. */

const ZONE = 'Europe/Berlin'
const chromium = await findBrowser()
if (!chromium) throw new Error('The pictures need Chromium.')
await buildExtension()
const daemon = await startDaemon({ args: ['--sample'], env: { USER_TIME_ZONE: ZONE } })
const extension = await launchWithExtension(chromium, daemon.url)
try {
  const page = await extension.browser.newPage()
  await page.emulateTimezone(ZONE)
  await page.setViewport({ width: 360, height: 640, deviceScaleFactor: 2 })
  await page.goto(PANEL_URL)
  await signUpInPanel(page, newVisitor())

  await showMail(page)
  await press(page, 'Use a local calendar instead')
  await press(page, 'Sync & Analyze Emails')
  await seeText(page, /\d+ analysed - /)
  await seeText(page, 'Next interview')
  await page.waitForSelector('.Toastify__toast', { hidden: true })
  await takePicture(page, 'panel-mail-dark', 'dark')

  await page.locator('[role=tab] ::-p-text(Chat)').click()
  await page.locator('::-p-aria([name="Job Search"])').click()
  await ask(page, 'How do I write a follow-up mail after an interview?')
  await replyEnded(page)
  await select(page, 'You will pair with one of our engineers on a small change to our tide gauge.')
  await page.$eval('[role=log]', (log) => log.scrollTo(0, 0))
  await takePicture(page, 'panel-chat-light', 'light')
} finally {
  await endAll()
}

/** Chooses "Ask about selection" on the page of a job. */
async function select(page: Page, selectionText: string): Promise<void> {
  const worker = await extension.worker()
  await worker.evaluate(
    async (click) => {
      const { id: windowId } = await chrome.windows.getCurrent()
      const { onClicked } = chrome.contextMenus as unknown as {
        onClicked: { dispatch(...parts: unknown[]): void }
      }
      onClicked.dispatch(click, { windowId, title: 'Senior engineer at Northwind' })
    },
    { menuItemId: 'selection', selectionText, pageUrl: 'https://northwind.example/jobs/7' },
  )
  await seeText(page, 'northwind.example')
}
