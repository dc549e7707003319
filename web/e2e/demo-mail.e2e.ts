import type { Page } from 'puppeteer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadText } from '../../.config/testing/download.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { labelled } from '../../.config/testing/visitor.ts'
import { type DemoVisit, visitDemo } from './demo-visit.ts'

const chromium = await needsPeer('headless-shell')
let visit: DemoVisit
let page: Page

beforeAll(async () => {
  if (!chromium) return
  visit = await visitDemo(chromium)
  page = visit.page
})

// nothing but files of the demo was ever asked for, and nothing complained
afterAll(() => expect(visit?.foreign() ?? []).toEqual([]))

const text = () => page.evaluate(() => document.body.innerText)
const press = (name: string) => page.locator(`button ::-p-text(${name})`).click()

describe('mail and calendar of the demo', () => {
  beforeEach(() => visit.open('gmail-mcp', 'Setup Required'))

  /** Presses the button and leaves the popup to itself. */
  async function openPopup(): Promise<Page> {
    const opening = new Promise<Page>((resolve) => {
      page.once('popup', (popup) => popup && resolve(popup))
    })
    await press('Connect Google Calendar Now!')
    return opening
  }

  async function connect(): Promise<void> {
    const popup = await openPopup()
    await visit.clock.advance(5000)
    await visit.see('Ready')
    await popup.close()
  }

  test('are mailbox connected, calendar not, and three emails', async () => {
    const shown = await text()

    expect(shown).toContain('Gmail Connected')
    expect(shown).toContain('Google Calendar Disconnected')
    expect(shown).toContain('Please reconnect to continue creating calendar events.')
    expect(shown).toContain('Technical interview: Northwind Labs')
    expect(shown).toContain('Booking page in React')
    expect(shown).toContain('Analysis pending...')
    expect(shown).toContain('Showing 3 of 3')
  })

  test('are connected 5 s after the popup was opened, which closes by itself', async () => {
    const popup = await openPopup()
    const closed = new Promise((resolve) => popup.once('close', resolve))
    await visit.clock.advance(4900)
    expect(await text()).toContain('Connecting...')

    await visit.clock.advance(100)
    await visit.see('Google Calendar Connected')
    await closed

    expect(await text()).toContain('Ready')
    expect(await text()).not.toContain('Connection Issue')
  })

  test('stay disconnected when the popup is closed or blocked', async () => {
    const popup = await openPopup()
    await visit.clock.advance(1000)
    await popup.close()
    await visit.clock.advance(9000)
    expect(await text()).toContain('Google Calendar Disconnected')

    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await press('Connect Google Calendar Now!')
    await visit.see('Popup was blocked. Please allow popups for this site.')
    await visit.clock.advance(9000)

    expect(await text()).toContain('Popup was blocked. Please allow popups for this site.')
    expect(await text()).toContain('Google Calendar Disconnected')
  })

  test('sync three emails at 0.5, 1.5 and 2.5 s, and are done at 3.5 s', async () => {
    await connect()
    await press('Sync & Analyze Emails')
    const seen: string[] = []
    for (const pause of [499, 1, 999, 1, 999, 1, 999, 1]) {
      await visit.clock.advance(pause)
      const [, subject = 'nothing'] = /Analyzing: (.{12})/.exec(await text()) ?? []
      const [, count = 'over'] = /\( (#\d out of \d) \)/.exec(await text()) ?? []
      seen.push(`${subject} ${count}`)
    }

    expect(seen).toEqual([
      'nothing #0 out of 3',
      'Your applica #0 out of 3',
      'Your applica #0 out of 3',
      'Booking page #1 out of 3',
      'Booking page #1 out of 3',
      'Frontend Fri #2 out of 3',
      'Frontend Fri #2 out of 3',
      'nothing over',
    ])
    await visit.see('3 analysed - 1 high - 1 event created')
    expect(await text()).not.toContain('Analysis pending...')
    expect(await text()).toContain('Call with Bluebird Studio')
  })

  test('let a sync be cancelled, emails be filtered, and events be undone and added', async () => {
    await connect()
    await press('Sync & Analyze Emails')
    await visit.clock.advance(1600)
    await press('Cancel sync')
    await visit.see('Sync cancelled')
    expect(await text()).toContain('Analysis pending...')

    await press('Undo')
    await visit.see('Removed by you')
    await press('Add to calendar')
    await visit.miss('Removed by you')

    await press('medium')
    await visit.see('Showing 1 of 3')
  })

  test('lead to pages of their own, and never to a provider', async () => {
    for (const name of ['View Gmail', 'Use Draft', 'Event Link']) {
      const opening = new Promise<Page>((resolve) => {
        visit.browser.once('targetcreated', async (target) => {
          const opened = await target.page()
          if (opened) resolve(opened)
        })
      })
      await page.locator(`a ::-p-text(${name})`).click()
      const opened = await opening
      // a tab that opened behind this one draws no frames to look at
      const isDemo = () => document.body?.innerText.includes('demo')
      await opened.waitForFunction(isDemo, { polling: 100 })
      expect(opened.url()).toMatch(
        /^http:\/\/demo\.test:\d+\/apps\/shortlist\/demo-elsewhere\.html/,
      )
      await opened.close()
    }
  })

  test('give an appointment away as a file', async () => {
    const file = await downloadText(visit.browser, () => press('Download .ics'))

    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(file).toContain('SUMMARY:Technical interview: Northwind Labs')
  })

  test('have a local calendar as well, whose feed is a file of this page', async () => {
    await press('Use a local calendar instead')
    await visit.see('Ready')
    // the screen has moved to what is new on it, and this lies above
    await page.evaluate(() => scrollTo(0, 0))
    await press('Local calendar')
    await page.locator('a ::-p-text(Calendar settings)').click()
    await visit.see('The next 14 days')

    const feed = await downloadText(visit.browser, () =>
      page.locator('a[download="shortlist.ics"]').click(),
    )
    expect(feed).toContain('SUMMARY:Technical interview: Northwind Labs')
    await page.locator(labelled('None')).click()
    await visit.miss('Feed address')
  })
})
