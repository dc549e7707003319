import type { Page } from 'puppeteer'
import { launch } from '../../.config/testing/browser.ts'
import { findBrowser } from '../../.config/testing/needs-peer.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { ask, newVisitor, privateTab, replyEnded, seeText, signUp } from './visitor.ts'

/** Takes the pictures of the README from the running product: `pnpm pictures`. */

const FOLDER = '.config/pictures'
const questions = [
  'How do I answer "tell me about yourself"?',
  'Which questions should I ask the interviewer?',
  'How do I write a follow-up mail after an interview?',
] as const

const chromium = await findBrowser()
if (!chromium) throw new Error('The pictures need Chromium.')
const daemon = await startDaemon()
const browser = await launch(chromium)
try {
  const page = await privateTab(browser, daemon.url)
  await page.setViewport({ width: 1200, height: 760, deviceScaleFactor: 1.5 })
  await signUp(page, newVisitor())
  for (const question of questions) {
    await page.goto(`${daemon.url}/chat`)
    await page.locator('button ::-p-text(Job Search)').click()
    await ask(page, question)
    await replyEnded(page)
  }
  await page.$eval('[role=log]', (log) => log.scrollTo(0, 0))
  await take(page, 'chat-light', 'light')
  await page.goto(daemon.url)
  await seeText(page, questions[0])
  await take(page, 'home-dark', 'dark')
} finally {
  await browser.close()
  await daemon.stop()
}

async function take(page: Page, name: string, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  await page.screenshot({ path: `${FOLDER}/${name}.png` })
}
