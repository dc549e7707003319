import type { Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { startDaemonWithGoogle } from '../../.config/testing/daemon-with-google.ts'
import type { Google } from '../../.config/testing/google.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import type { RunningDaemon } from '../../.config/testing/start-daemon.ts'
import { newVisitor, seeText, signUp } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension } from './extension-browser.ts'
import { press, showMail } from './panel-visitor.ts'

const chromium = await needsPeer('chromium')
let google: Google
let daemon: RunningDaemon
let extension: ExtensionBrowser
let panel: Page

beforeAll(async () => {
  if (!chromium) return
  ;({ daemon, google } = await startDaemonWithGoogle({ args: ['--sample'] }))
  extension = await launchWithExtension(chromium, daemon.url)
  const tab = await extension.browser.newPage()
  await signUp(tab, daemon.url, newVisitor())
  panel = await extension.openPanel(tab)
  // a sync that is the first to need the SDK of Google waits for all of it
  panel.setDefaultTimeout(50_000)
})

/** The tab of the web app that a click in the panel opens. */
async function webApp(open: () => Promise<void>): Promise<Page> {
  const opening = extension.browser.waitForTarget((target) =>
    target.url().startsWith(`${daemon.url}/gmail-mcp`),
  )
  await open()
  const tab = await (await opening).page()
  if (!tab) throw new Error('the web app was not opened in a tab')
  return tab
}

test('Google Calendar is connected in the web app, and the panel follows', async () => {
  await showMail(panel)
  await seeText(panel, 'Calendar Setup')

  const tab = await webApp(() => press(panel, 'Connect Google Calendar Now!'))
  const opened = new Promise<Page | null>((resolve) => tab.once('popup', resolve))
  await press(tab, 'Connect Google Calendar Now!')
  await (await opened)?.locator('button').click()

  await seeText(tab, 'Google Calendar Connected')
  await seeText(panel, 'Google Calendar Connected')
  await press(panel, 'Sync & Analyze Emails')
  await seeText(panel, /\d+ analysed - /)
  expect(google.events.size).toBeGreaterThan(0)
})
