import type { Browser, Page } from 'puppeteer'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  brokenRules,
  faultsByTab,
  looksOf,
  overflowAt320,
  showIn,
} from '../../.config/testing/accessibility.ts'
import { launch } from '../../.config/testing/browser.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { inDays, invitation, plainMail } from '../../.config/testing/plain-mail.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import {
  labelled,
  newVisitor,
  postAs,
  privateTab,
  seeText,
  signUp,
} from '../../.config/testing/visitor.ts'

const shell = await needsPeer('headless-shell')
const chromium = await needsPeer('chromium')
const owner = newVisitor()
let daemon: RunningDaemon
let browser: Browser
let page: Page

beforeAll(async () => {
  if (!shell) return
  daemon = await startDaemon()
  browser = await launch(shell)
  page = await privateTab(browser, daemon.url, owner)
})

/** Every section that stands by itself, and what shows that it is there. */
const sections = {
  mailbox: 'Connect',
  model: 'Built-in guides',
  calendar: 'Time zone',
  account: 'this browser',
  people: 'Who may sign up',
  data: 'Delete my account',
  notifications: 'A deadline tomorrow',
  appearance: 'Single-key shortcuts',
  about: 'Data folder',
} as const

const placed = Object.entries(sections).map(([section, shown], at) => ({ section, shown, at }))

describe.each(placed)('$section', ({ section, shown, at }) => {
  beforeAll(async () => {
    if (!shell) return
    await page.setViewport({ width: 1200, height: 800 })
    await page.goto(`${daemon.url}/settings/${section}`)
    await seeText(page, shown)
  })

  test.each(looksOf(at))('breaks no rule of axe in the %s theme at %i px', async (theme, width) => {
    await showIn(page, theme, width)
    expect(await brokenRules(page)).toEqual([])
  })

  test('is walked through by keys alone', async () => {
    await page.setViewport({ width: 1200, height: 800 })
    expect(await faultsByTab(page)).toEqual([])
  })

  test('has room at 320 px', async () => {
    expect(await overflowAt320(page)).toBe(0)
  })
})

test('About says what doctor says, where it lives, and what it is made of', async () => {
  await page.setViewport({ width: 1200, height: 800 })
  await page.goto(`${daemon.url}/settings/about`)

  await seeText(page, `Shortlist is already running at ${daemon.url}`)
  const checks = await page.$$eval('.test-steps > li', (all) => all.map((each) => each.innerText))
  expect(checks).toHaveLength(10)
  const licences = await page.$eval('a[href$="licences.txt"]', (link) => link.href)
  expect(await (await fetch(licences)).text()).toContain('react')
})

/** Notes what a page shows as a notification. */
function noteNotifications(): void {
  const Real = Notification
  const told: string[] = []
  Object.assign(window, { told })
  window.Notification = class extends Real {
    constructor(title: string, options?: NotificationOptions) {
      super(title, options)
      told.push(title)
    }
  }
}

test('an appointment is told of once, whatever tabs are open', async () => {
  if (!chromium) return
  const calendar = invitation({ uid: 'interview', start: inDays(3) })
  const own = await startDaemon({ mails: [plainMail({ number: 1, calendar })] })
  // the headless shell shows no notifications
  const whole = await launch(chromium)
  await whole.defaultBrowserContext().overridePermissions(own.url, ['notifications'])
  const tabs = [await whole.newPage(), await whole.newPage()] as const
  for (const tab of tabs) await tab.evaluateOnNewDocument(noteNotifications)
  const [here] = tabs
  await here.bringToFront()
  await signUp(here, own.url, newVisitor())
  await here.goto(`${own.url}/settings/notifications`)
  await here.locator(labelled('New appointments')).click()
  for (const tab of tabs) await tab.goto(own.url)
  await postAs(here, '/api/calendar/local')
  await postAs(here, '/api/gmail/sync')

  const told = async () => {
    const all = await Promise.all(tabs.map((tab) => tab.evaluate('told') as Promise<string[]>))
    return all.flat()
  }
  for (const tab of tabs) await seeText(tab, 'Done by itself')
  await expect.poll(told).toEqual(['New in your calendar'])
  for (const tab of tabs) {
    await tab.reload()
    await seeText(tab, 'Done by itself')
  }
  expect(await told()).toEqual([])
  await whole.close()
  await own.stop()
})
