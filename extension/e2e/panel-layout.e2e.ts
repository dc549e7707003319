import type { Page } from 'puppeteer'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ScriptedModel, startModel } from '../../.config/testing/model.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { ask, replyEnded, seeText } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension, PANEL_URL } from './extension-browser.ts'
import { showToNewcomer } from './panel-visitor.ts'

const WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'
const table = [
  '| Company | Salary | Location | Deadline | Role |',
  '| --- | --- | --- | --- | --- |',
  '| Northwind | 120,000 EUR | Frankfurt | 2026-12-24 | Engineer |',
].join('\n')
const chromium = await needsPeer('chromium')
let model: ScriptedModel
let daemon: RunningDaemon
let extension: ExtensionBrowser
/** The page of the panel in a tab, whose size can be chosen. */
let page: Page

beforeAll(async () => {
  if (!chromium) return
  model = await startModel()
  daemon = await startDaemon({ env: { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'scripted' } })
  extension = await launchWithExtension(chromium, daemon.url)
  page = await extension.browser.newPage()
  await page.goto(PANEL_URL)
})

beforeEach(async () => {
  if (!chromium) return
  await page.setViewport({ width: 360, height: 640 })
  await showToNewcomer(page, daemon.url)
})

/** Has a reply to a very long word in the log, which is a table wider than the panel. */
async function askForTable(): Promise<void> {
  model.mock.on({ userMessage: /./ }, { content: table })
  await ask(page, `What does ${WORD} mean?`)
  await replyEnded(page)
}

test('a word that is wider than the panel is broken', async () => {
  await askForTable()

  expect(await cutOff()).toEqual([])
})

test('a wide table scrolls by itself, and its words stay whole', async () => {
  await askForTable()
  const { table, cell } = await page.evaluate(() => {
    const around = document.querySelector('.markdown-table')
    const words = document.createRange()
    const first = around?.querySelector('td')?.firstChild
    if (first) words.selectNodeContents(first)
    return {
      table: (around?.scrollWidth ?? 0) - (around?.clientWidth ?? 0),
      cell: words.getClientRects().length,
    }
  })

  expect(table).toBeGreaterThan(0)
  expect(cell).toBe(1)
})

test('a long title fits the list', async () => {
  await askForTable()
  await page.locator('button[aria-label="Back to Chats"]').click()
  await seeText(page, 'Chat History')

  expect(await cutOff()).toEqual([])
})

test('Send stands at the end of the box at every width', async () => {
  for (const width of [320, 500, 800]) {
    await page.setViewport({ width, height: 640 })
    const gap = await page.$eval(
      '[type=submit]',
      (button) =>
        (button.closest('.composer')?.getBoundingClientRect().right ?? 0) -
        button.getBoundingClientRect().right,
    )
    expect(gap, `${width} px`).toBeLessThan(20)
  }
})

/** What reaches out of the panel to either side; words for screen readers alone take no room. */
function cutOff(): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return (left < -0.5 || right > innerWidth + 0.5) && !element.closest('.sr-only, table')
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )
}
