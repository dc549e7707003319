import type { Page } from 'puppeteer'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokenRules, looksOf, overflowAt320, showIn } from '../../.config/testing/accessibility.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { ask } from '../../.config/testing/visitor.ts'
import { type DemoVisit, visitDemo } from './demo-visit.ts'

const chromium = await needsPeer('headless-shell')
let visit: DemoVisit
let page: Page

beforeAll(async () => {
  if (!chromium) return
  visit = await visitDemo(chromium)
  page = visit.page
})

const press = (name: string) => page.locator(`button ::-p-text(${name})`).click()

async function connectAndSync(): Promise<void> {
  await visit.open('gmail-mcp', 'Setup Required')
  await press('Use a local calendar instead')
  await visit.see('Ready')
  await press('Sync & Analyze Emails')
}

/** Every screen of a visitor, as it is reached. */
const screens: readonly (readonly [name: string, reach: () => Promise<void>])[] = [
  ['the chats', () => visit.open('', 'Chat History')],
  ['a new chat', () => visit.open('chat', 'What are we working on?')],
  [
    'a chat that is answered',
    async () => {
      await visit.open('chat', 'What are we working on?')
      await ask(page, 'Review this React hook')
      await visit.see('Streaming...')
    },
  ],
  [
    'the menu',
    async () => {
      await visit.open('', 'Chat History')
      await page.locator('button[aria-label="Open menu"]').click()
      await visit.see('demo-user')
    },
  ],
  ['mail before the calendar', () => visit.open('gmail-mcp', 'Showing 3 of 3')],
  [
    'a sync',
    async () => {
      await connectAndSync()
      await visit.see('Analyzing: Booking')
    },
  ],
  [
    'mail after a sync',
    async () => {
      await connectAndSync()
      await visit.see('3 analysed')
    },
  ],
]

const placed = screens.map(([name, reach], at) => ({ name, reach, at }))

describe.each(placed)('$name of the demo', ({ reach, at }) => {
  beforeAll(async () => {
    if (!chromium) return
    await page.setViewport({ width: 1200, height: 900 })
    await reach()
    // axe takes its time by the clock of the page
    await visit.clock.release()
  })

  test.each(looksOf(at))('breaks no rule of axe in the %s theme at %i px', async (theme, width) => {
    await showIn(page, theme, width)

    expect(await brokenRules(page)).toEqual([])
  })

  test('does not scroll sideways at 320 px', async () => {
    expect(await overflowAt320(page)).toBe(0)
  })
})
