import type { Page } from 'puppeteer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

// nothing but files of the demo was ever asked for, and nothing complained
afterAll(() => expect(visit?.foreign() ?? []).toEqual([]))

const text = () => page.evaluate(() => document.body.innerText)
const log = () => page.$eval('[role=log]', (each) => each.textContent ?? '')
const path = () => page.evaluate(() => location.pathname)
const press = (name: string) => page.locator(`button ::-p-text(${name})`).click()

describe('a visitor of the demo', () => {
  test('is told what it is, by whom it is used, and where the real thing is', async () => {
    await visit.open('', 'Chat History')
    expect(await text()).toContain('Demo - sample data, nothing is sent')
    const link = await page.$eval('a ::-p-text(Run it locally)', (each) =>
      Reflect.get(each.closest('a') ?? {}, 'href'),
    )
    expect(link).toBe(`${visit.host.url}run-locally.html`)

    await page.locator('button[aria-label="Open menu"]').click()
    await visit.see('demo-user')

    const menu = await page.$eval('[role=dialog]', (each) => each.textContent ?? '')
    expect(menu).not.toContain('Logout')
    expect(menu).toMatch(/Folders can be uploaded where Shortlist runs on your own computer/)
    const upload = await page.$('[role=dialog] button[disabled] ::-p-text(File Upload)')
    expect(upload).not.toBeNull()
  })

  test.each(['auth/sign-in', 'auth/sign-up', 'auth/signin'])(
    'is led from %s to the chats',
    async (address) => {
      await visit.open(address, 'Chat History')

      expect(await path()).toBe('/apps/shortlist/')
    },
  )

  test('finds three chats, one of today, one of yesterday and an older one', async () => {
    await visit.open('', 'Chat History')

    expect(await text()).toMatch(/Today.*4 messages.*Yesterday.*2 messages.*Nov 15, 2026/s)
    expect(await page.$$('button[aria-label^="Delete chat"]')).toHaveLength(3)
    await visit.see('Technical interview: Northwind Labs')
  })

  test('reads a chat, whose address holds in another tab', async () => {
    await visit.open('', 'Mock interview for Northwind')
    await page.locator('a ::-p-text(Mock interview for Northwind)').click()
    await visit.see('Mock interview: five questions')

    await page.reload()
    await visit.see('Mock interview: five questions')

    expect(await text()).toContain('~3547 tokens left')
    expect(await text()).toContain('43.7% context used')
  })

  test('deletes a chat, and then all of them', async () => {
    await visit.open('', 'Mock interview for Northwind')
    await page.locator('button[aria-label^="Delete chat"]').click()
    await visit.see('Are you sure you want to delete this chat?')
    await page.locator('[role=alertdialog] button ::-p-text(Delete)').click()
    await visit.miss('Mock interview')
    expect(await page.$$('button[aria-label^="Delete chat"]')).toHaveLength(2)

    await page.locator('button[aria-label="Open menu"]').click()
    await visit.see('Delete ALL Messages')
    await press('Delete ALL Messages')
    await visit.see('This action cannot be undone.')
    await page.locator('[role=alertdialog] button ::-p-text(Delete)').click()
    await visit.clock.advance(500)

    await visit.see('No chats yet. Start a new conversation!')
  })
})

describe('a chat of the demo', () => {
  beforeEach(() => visit.open('chat', 'What are we working on?'))

  test('is answered after 3 s, word by word, and then has an address and a title', async () => {
    await press('Coding')
    await press('How do I read a stack trace?')
    await page.focus('textarea')
    await page.keyboard.press('Enter')
    await visit.clock.advance(2999)
    expect(await log()).toMatch(/Processing\.\.\..*Generating your response\.\.\./)
    expect(await log()).not.toContain('Streaming...')

    let shown = 0
    for (const pause of [1, 1000, 1000, 1000]) {
      await visit.clock.advance(pause)
      expect(await log()).toContain('Streaming...')
      // what costs a busy computer much to draw is drawn after a rest, by the clock of the page
      await visit.until(async () => (await log()).length > shown)
      shown = (await log()).length
    }
    await visit.see('43.7% context used')

    expect(await path()).toMatch(/\/apps\/shortlist\/chat\/demo-user_\d+$/)
    const parts = await page.$$eval('[role=log] :is(h2, h3, h4, li, pre)', (all) => all.length)
    expect(parts).toBeGreaterThan(6)
    await press('Back')
    await visit.see('Chat History')
    await visit.see('How do I read a stack')
    expect(await page.$$('button[aria-label^="Delete chat"]')).toHaveLength(4)
  })

  test('is answered by the coach in the mode of the job search', async () => {
    await press('Job Search')
    await ask(page, 'Plan my week of applications')

    await visit.see('A week that keeps you sane')

    expect(await text()).toContain('Career Coach')
  })

  test('stops where it is told to', async () => {
    await ask(page, 'Design a REST endpoint')
    await visit.clock.advance(3500)
    await press('Stop')
    await visit.see('Response stopped')
    const stopped = await log()

    await visit.clock.advance(10_000)

    expect(await log()).toBe(stopped)
    expect(await page.$eval('[role=log]', (each) => each.getAttribute('aria-busy'))).toBe('false')
  })

  test('shows an image that was attached, also when it is opened again', async () => {
    const input = await page.$('input[type=file][accept="image/*"]')
    await input?.uploadFile('web/public/icon-192.png')
    await page.waitForSelector('img[src^="blob:"]')
    await ask(page, 'What do you think of this?')
    await visit.see('no model that could look at it')
    await visit.see('43.7% context used')
    await press('Back')
    await visit.see('Chat History')
    await visit.see('What do you think of this?')
    await page.locator('a ::-p-text(What do you think of this?)').click()
    await visit.see('no model that could look at it')

    await visit.until(() =>
      page.$$eval('[role=log] img[src^="blob:"]', (images) =>
        images.some((image) => image instanceof HTMLImageElement && image.naturalWidth === 192),
      ),
    )
  })
})
