import type { Browser, Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { faultsAt320 } from '../../.config/testing/accessibility.ts'
import { launch } from '../../.config/testing/browser.ts'
import { startDaemonWithGoogle } from '../../.config/testing/daemon-with-google.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import type { RunningDaemon } from '../../.config/testing/start-daemon.ts'
import {
  labelled,
  missText,
  newVisitor,
  privateTab,
  seeText,
  signUpByForm,
} from '../../.config/testing/visitor.ts'

/** Which calendar takes appointments is chosen in the app, without an editor and without a restart. */

const chromium = await needsPeer('headless-shell')
let daemon: RunningDaemon
let browser: Browser

beforeAll(async () => {
  if (!chromium) return
  ;({ daemon } = await startDaemonWithGoogle({ args: ['--sample'] }))
  browser = await launch(chromium)
})

async function openSettings({ url } = daemon): Promise<Page> {
  const page = await privateTab(browser, `${url}/settings/calendar`, newVisitor())
  await seeText(page, 'Appointments go to')
  return page
}

async function choose(page: Page, name: string): Promise<void> {
  await page.locator(labelled(name)).click()
  await page.waitForFunction(
    (label) =>
      [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].some(
        (input) => input.checked && !input.disabled && input.labels?.[0]?.textContent === label,
      ),
    {},
    name,
  )
}

/** Signs in through the popup. */
async function connect(page: Page): Promise<void> {
  const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve))
  await page.locator('button ::-p-text(Connect Google Calendar Now!)').click()
  const popup = await opened
  await popup?.locator('button').click()
  await seeText(page, 'Signed in.')
}

const feedOf = (page: Page) =>
  page.$eval('input[readonly]', (input) => (input as HTMLInputElement).value)

test('a local calendar is chosen by keys, is read by whoever has its address, and lists its days', async () => {
  const page = await openSettings()
  await page.focus('input[type=radio]:checked')
  await page.keyboard.press('ArrowUp')
  await seeText(page, 'Feed address')
  const address = await feedOf(page)
  await page.goto(`${daemon.url}/gmail-mcp`)
  await page.locator('button ::-p-text(Sync & Analyze Emails)').click()
  await seeText(page, /\d+ analysed/)

  await page.goto(`${daemon.url}/settings/calendar`)
  await page.waitForSelector('section li')
  expect(await faultsAt320(page)).toEqual([])
  const feed = await (await fetch(address)).text()
  const first = await page.$eval('section li strong', (title) => title.textContent ?? '')
  expect(first).not.toBe('')
  // folded lines and escaped commas (RFC 5545, 3.1 and 3.3.11)
  expect(feed.replaceAll(/\r\n |\\(?=,)/g, '')).toContain(`SUMMARY:${first}`)

  await page.locator('button ::-p-text(Renew address)').click()
  await page.locator('[role=alertdialog] button ::-p-text(Renew address)').click()
  await page.waitForFunction(
    (before) => document.querySelector<HTMLInputElement>('input[readonly]')?.value !== before,
    {},
    address,
  )
  expect((await fetch(address)).status).toBe(404)
  expect((await fetch(await feedOf(page))).status).toBe(200)
})

test('Google is signed in to once, and taken up again by a choice', async () => {
  const page = await openSettings()
  await choose(page, 'A calendar on this computer')
  await connect(page)
  expect(await page.$eval('input[type=radio]', (input) => input.checked)).toBe(true)
  expect(await faultsAt320(page)).toEqual([])

  await choose(page, 'None')
  await choose(page, 'Google Calendar')
  await page.locator('button ::-p-text(Disconnect Google Calendar)').click()

  await seeText(page, 'Sign in once')
  expect(
    await page.$$eval('input[type=radio]', (all) => all.map(({ checked }) => checked)),
  ).toEqual([false, false, true])
})

test('the owner enters a Google client, by which everybody signs in, and nobody else sees it', async () => {
  const { daemon: bare, google } = await startDaemonWithGoogle({
    env: { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' },
  })
  const page = await openSettings(bare)
  await page.locator('button ::-p-text(Connect Google Calendar Now!)').click()
  await seeText(page, 'Google Calendar is not configured')
  expect(await faultsAt320(page)).toEqual([])

  // by keys alone
  await page.focus('form input:not([readonly])')
  await page.keyboard.type(google.clientId)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await seeText(page, 'The test stopped at: Client.')
  await page.$eval('form input[type=password]', (field) => field.select())
  await page.keyboard.type(google.clientSecret)
  await page.keyboard.press('Enter')
  await seeText(page, 'It is never shown.')
  expect(await page.content()).not.toContain(google.clientSecret)
  expect(await faultsAt320(page)).toEqual([])
  await connect(page)

  const other = await openSettings(bare)
  await connect(other)
  expect(await other.$eval('main', (main) => main.textContent)).not.toContain(google.clientId)
})

test('the zone is that of the browser at the sign-up, and another one is offered when it differs', async () => {
  const { daemon: own } = await startDaemonWithGoogle({ env: { USER_TIME_ZONE: '' } })
  const page = await privateTab(browser, own.url)
  await page.emulateTimezone('Europe/Lisbon')
  await page.reload()
  await signUpByForm(page, newVisitor())
  await page.goto(`${own.url}/settings/calendar`)
  await seeText(page, 'When you work')
  const zone = () => page.$eval('select', (select) => select.value)
  expect(await zone()).toBe('Europe/Lisbon')

  await page.emulateTimezone('America/New_York')
  await page.reload()
  await seeText(page, 'Your browser says America/New_York.')
  expect(await faultsAt320(page)).toEqual([])
  expect(await zone()).toBe('Europe/Lisbon')
  await page.locator('button ::-p-text(Use it)').click()
  // at once: a change that was asked for arrives though its page is left
  await page.reload()
  await seeText(page, 'When you work')
  await expect.poll(zone).toBe('America/New_York')
  await missText(page, 'Your browser says')
})
