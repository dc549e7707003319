import type { Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { type MailModel, startMailModel } from '../../.config/testing/mail-model.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { newVisitor, seeText, signUp } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension } from './extension-browser.ts'
import { press, showMail } from './panel-visitor.ts'

/** As on the badge. */
const count = /^(\d+\/\d+|\d+%)$/

const chromium = await needsPeer('chromium')
let model: MailModel
let daemon: RunningDaemon
let extension: ExtensionBrowser
let tab: Page
let panel: Page

beforeAll(async () => {
  if (!chromium) return
  // slow enough that the panel can close in the middle of a sync
  model = await startMailModel({ delayMs: 200 })
  const env = { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'scripted' }
  daemon = await startDaemon({ env, args: ['--sample'] })
  extension = await launchWithExtension(chromium, daemon.url)
  tab = await extension.browser.newPage()
  await signUp(tab, daemon.url, newVisitor())
  panel = await extension.openPanel(tab)
  await showMail(panel)
  await press(panel, 'Use a local calendar instead')
  await seeText(panel, 'Local Calendar Connected')
  await panel.close()
})

/** Begins a sync and closes the panel once it counts; gives the count of that moment. */
async function leaveSyncing(): Promise<string> {
  panel = await extension.openPanel(tab)
  await showMail(panel)
  await press(panel, 'Sync & Analyze Emails')
  await expect.poll(() => extension.badge(), { timeout: 20_000 }).toMatch(count)
  const atClosing = await extension.badge()
  await panel.close()
  return atClosing
}

test('the worker counts on to the end of a sync whose panel has closed', async () => {
  const atClosing = await leaveSyncing()

  await expect.poll(() => extension.badge(), { timeout: 20_000 }).not.toBe(atClosing)
  expect(await extension.badge()).toMatch(count)
  model.hurry()
  await expect.poll(() => extension.badge(), { timeout: 40_000 }).toBe('')
})
