import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type ExtensionBrowser, launchWithExtension } from './extension-browser.ts'

const chromium = await needsPeer('chromium')
let daemon: RunningDaemon
let extension: ExtensionBrowser

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon()
  extension = await launchWithExtension(chromium, daemon.url)
})

afterAll(async () => {
  await extension?.close()
  await daemon?.stop()
})

test('the toolbar button opens the panel, which asks who is there', async () => {
  const tab = await extension.browser.newPage()

  const panel = await extension.openPanel(tab)

  await panel.waitForSelector('input[type=email]')
  expect(await panel.evaluate(() => innerWidth)).toBe(360)
})
