import { expect, test } from 'vitest'
import { launch } from '../../.config/testing/browser.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { privateTab } from '../../.config/testing/visitor.ts'
import { watchTab } from './watch-tab.ts'

const chromium = await needsPeer('headless-shell')

test.skipIf(!chromium)('the API docs show every call and send one', async () => {
  const daemon = await startDaemon()
  const browser = await launch(chromium ?? '')
  const page = await privateTab(browser, `${daemon.url}/api/docs`)
  const watch = await watchTab(page)
  await page.reload({ waitUntil: 'networkidle0' })

  await page.locator('summary ::-p-text(GET /api/health)').click()
  await page.locator('details[open] button').click()
  const answer = await page.waitForFunction(() => {
    const text = document.querySelector('details[open] pre')?.textContent
    return text?.startsWith('200') ? text : undefined
  })

  expect(await answer.jsonValue()).toContain('"version"')
  expect(await page.$$eval('summary', (all) => all.length)).toBeGreaterThan(20)
  expect(watch.violations).toEqual([])
})
