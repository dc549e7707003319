import type { Browser, Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { launch } from '../../.config/testing/browser.ts'
import { startDaemonWithGoogle } from '../../.config/testing/daemon-with-google.ts'
import type { Google } from '../../.config/testing/google.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import type { RunningDaemon } from '../../.config/testing/start-daemon.ts'
import { newVisitor, privateTab, seeText } from '../../.config/testing/visitor.ts'

const chromium = await needsPeer('headless-shell')
let daemon: RunningDaemon
let google: Google
let browser: Browser

beforeAll(async () => {
  if (!chromium) return
  ;({ daemon, google } = await startDaemonWithGoogle())
  browser = await launch(chromium)
})

async function openMail(): Promise<Page> {
  return await privateTab(browser, `${daemon.url}/gmail-mcp`, newVisitor())
}

function press(page: Page, text: string): Promise<void> {
  return page.locator(`button ::-p-text(${text})`).click()
}

async function syncSample(page: Page): Promise<void> {
  await press(page, 'Try it with sample mail')
  await seeText(page, 'Sample mail Connected')
  await seeText(page, 'Local Calendar Connected')
  await seeText(page, 'Last sync')
  await seeText(page, /\d+ analysed/)
}

test('a newcomer without any account sees sample mail analysed and appointments made', async () => {
  const page = await openMail()
  await seeText(page, 'Setup Required')
  await seeText(page, 'Gmail Setup')
  await seeText(page, 'Calendar Setup')
  await seeText(page, 'Features')

  await syncSample(page)

  await press(page, 'Interview confirmed with Pinion Robotics')
  await seeText(page, 'Calendar Events Created')
  await seeText(page, 'AI Summary')
  const text = await page.evaluate(() => document.body.innerText)
  expect(text).not.toContain('Analysis pending...')
  await page.reload()
  await seeText(page, 'Calendar Events Created')
  await seeText(page, 'Ready')
})

test('an appointment can be taken back, and a priority corrected for good', async () => {
  const page = await openMail()
  await syncSample(page)
  await press(page, 'Interview confirmed with Pinion Robotics')
  await seeText(page, 'Calendar Events Created')

  await page.locator('button ::-p-text(Undo)').click()
  await seeText(page, /removed|undone/i)
  await press(page, 'Sync & Analyze Emails')
  await seeText(page, /\d+ analysed/)

  expect(await page.evaluate(() => /removed|undone/i.test(document.body.innerText))).toBe(true)
})

test('a category is corrected by one press, for good', async () => {
  const page = await openMail()
  await syncSample(page)

  await page.locator('button[aria-label^="Change the category to"]').click()
  await seeText(page, 'You chose')
  await press(page, 'Sync & Analyze Emails')
  await seeText(page, /\d+ analysed/)
  await page.reload()

  await seeText(page, 'You chose')
  const tag = await page.$eval('[aria-label^="Category of this mail"]', (e) => e.textContent)
  expect(tag).toContain('Set by you')
})

test('Google Calendar is connected through a real popup', async () => {
  const page = await openMail()
  const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve))

  await press(page, 'Connect Google Calendar Now!')
  const popup = await opened
  await popup?.locator('button').click()

  await seeText(page, 'Google Calendar Connected')
  await press(page, 'Try it with sample mail')
  await seeText(page, 'Sample mail Connected')
  await seeText(page, 'Ready')
  await seeText(page, /\d+ analysed/)
  expect(google.events.size).toBeGreaterThan(0)
  expect([...google.events.values()].filter((event) => 'attendees' in event)).toEqual([])
})

test('a calendar whose access ends is said to be lost, at the next look', async () => {
  const page = await openMail()
  const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve))
  await press(page, 'Connect Google Calendar Now!')
  const popup = await opened
  await popup?.locator('button').click()
  await seeText(page, 'Google Calendar Connected')
  await google.revokeAccess()
  google.expireAccessTokens()

  await press(page, 'Try it with sample mail')

  await seeText(page, 'Google Calendar Disconnected')
  await seeText(page, 'Setup Required')
})
