import type { Page } from 'puppeteer'
import { launch } from '../../.config/testing/browser.ts'
import { endAll } from '../../.config/testing/end-with-tests.ts'
import { findBrowser } from '../../.config/testing/needs-peer.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { takePicture } from '../../.config/testing/take-picture.ts'
import {
  ask,
  missText,
  newVisitor,
  privateTab,
  replyEnded,
  SOURCE,
  seeText,
  uploadFolder,
} from '../../.config/testing/visitor.ts'
import buildDemo from './build-demo.ts'
import buildWeb from './build-web.ts'
import { makeCheckout } from './checkout.ts'
import { visitDemo } from './demo-visit.ts'

/** Takes the pictures of the README from the running product: `pnpm pictures`. */

const ZONE = 'Europe/Berlin'
const SIZE = { width: 1200, height: 760, deviceScaleFactor: 1.5 }
const questions = [
  'How do I answer "tell me about yourself"?',
  'Which questions should I ask the interviewer?',
  'How do I write a follow-up mail after an interview?',
] as const

const chromium = await findBrowser()
if (!chromium) throw new Error('The pictures need Chromium.')
await buildWeb()
await buildDemo()
const daemon = await startDaemon({ args: ['--sample'], env: { USER_TIME_ZONE: ZONE } })
const browser = await launch(chromium)
try {
  const page = await privateTab(browser, daemon.url, newVisitor(), SIZE)
  await page.emulateTimezone(ZONE)
  await syncSample(page)
  await takePicture(page, 'mail-light', 'light')

  await page.setViewport(SIZE)
  for (const question of questions) {
    await page.goto(`${daemon.url}/chat`)
    await page.locator('button ::-p-text(Job Search)').click()
    await ask(page, question)
    await replyEnded(page)
  }
  await page.$eval('[role=log]', (log) => log.scrollTo(0, 0))
  await takePicture(page, 'chat-light', 'light')
  await page.goto(daemon.url)
  await seeText(page, questions[0])
  await seeText(page, 'Next interview')
  await takePicture(page, 'home-dark', 'dark')
  await takeSources()
  await takeFirstMinute()
  await takeDemo(chromium)
} finally {
  await endAll()
}

/** The mails that need their reader, after a first sync, the most urgent one open. */
async function syncSample(page: Page): Promise<void> {
  await page.setViewport({ ...SIZE, width: 1440, height: 900, deviceScaleFactor: 4 / 3 })
  await page.goto(`${daemon.url}/gmail-mcp`)
  await page.locator('button ::-p-text(Use a local calendar instead)').click()
  await page.locator('button ::-p-text(Sync & Analyze Emails)').click()
  await seeText(page, /\d+ analysed - /)
  await page.goto(`${daemon.url}/gmail-mcp?view=needs-you`)
  await page.waitForSelector('article h3')
}

/** A question about this repository, with the sources below the reply. */
async function takeSources(): Promise<void> {
  const viewport = { ...SIZE, height: 1086, deviceScaleFactor: 4 / 3 }
  const page = await privateTab(browser, daemon.url, newVisitor(), viewport)
  await page.emulateTimezone(ZONE)
  const checkout = await makeCheckout()
  await uploadFolder(page, daemon.url, checkout.path)
  await page.goto(`${daemon.url}/chat`)
  await page.locator('button ::-p-text(Coding)').click()
  await ask(page, 'Where is a chat message made durable?')
  await replyEnded(page)
  await page.waitForSelector(SOURCE)
  await page.$eval('[role=log]', (log) => log.scrollTo(0, log.scrollHeight))
  await takePicture(page, 'sources-light', 'light')
}

/** The first minute as small pictures: from the address that a stranger opens to a read mailbox. */
async function takeFirstMinute(): Promise<void> {
  const own = await startDaemon({ env: { USER_TIME_ZONE: ZONE } })
  const page = await privateTab(browser, own.webApp)
  await page.emulateTimezone(ZONE)
  await page.setViewport({ width: 1200, height: 750, deviceScaleFactor: 0.5 })
  const { email, password } = newVisitor()
  let taken = 0
  const take = () => takePicture(page, `first-minute-${++taken}`, 'light')

  await seeText(page, 'Your job search, read and kept in order on this computer.')
  await take()
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await seeText(page, 'Nothing is connected yet, and that is fine.')
  await page.waitForSelector('.Toastify__toast', { hidden: true })
  await take()
  await page.locator('button ::-p-text(Try it with sample mail)').click()
  await seeText(page, 'Done by itself:')
  await page.waitForSelector('.today-list li')
  await take()
  await page.locator('.today-list .today-open').click()
  await page.waitForSelector('article h3')
  await missText(page, 'Syncing...')
  await take()
  await page.goto(`${own.url}/chat`)
  await page.locator('button ::-p-text(When is my next interview?)').click()
  await page.keyboard.press('Enter')
  await replyEnded(page)
  await take()
}

/** What a visitor of the demo sees first. */
async function takeDemo(executable: string): Promise<void> {
  const { page, open, clock } = await visitDemo(executable)
  await page.emulateTimezone(ZONE)
  await page.setViewport({ ...SIZE, height: 560 })
  await open('', 'Next interview')
  await clock.release()
  await takePicture(page, 'demo-light', 'light')
}
