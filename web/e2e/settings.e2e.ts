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
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { newVisitor, privateTab, seeText, signUp } from '../../.config/testing/visitor.ts'

const chromium = await needsPeer('headless-shell')
const owner = newVisitor()
let daemon: RunningDaemon
let browser: Browser
let page: Page

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon()
  browser = await launch(chromium)
  page = await privateTab(browser, daemon.url)
  await signUp(page, owner)
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
    if (!chromium) return
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
