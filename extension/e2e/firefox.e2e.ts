import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../.config/testing/free-port.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { ask, missText, newVisitor, replyEnded, seeText } from '../../.config/testing/visitor.ts'
import { FIREFOX_ORIGIN, type FirefoxBrowser, launchFirefox } from './firefox-browser.ts'
import { openAgain, showSignIn, signUpInPanel } from './panel-visitor.ts'

const firefox = await needsPeer('firefox')
let folder: string
let daemon: RunningDaemon
let launched: FirefoxBrowser

beforeAll(async () => {
  if (!firefox) return
  folder = await freshFolder()
  daemon = await startHere(await freePort())
  launched = await launchFirefox(firefox, daemon.url)
})

afterEach(async () => {
  if (launched) await showSignIn(launched.sidebar, daemon.url)
})

/** A daemon that finds what the one before it has stored. */
function startHere(port: number, env: Record<string, string> = {}): Promise<RunningDaemon> {
  return startDaemon({ port, env, dataFolder: join(folder, 'data'), outlivesTest: true })
}

/** Puts another daemon in the place of the one that runs. */
async function restart(env: Record<string, string>): Promise<void> {
  const { port } = daemon
  await daemon.stop()
  daemon = await startHere(port, env)
}

/** The sidebar of somebody who has just signed up with a daemon that knows it. */
async function openKnown(): Promise<Page> {
  const { sidebar } = launched
  await restart({ ALLOWED_ORIGINS: FIREFOX_ORIGIN })
  await signUpInPanel(sidebar, newVisitor())
  return sidebar
}

test('a sidebar that the daemon does not know says which line changes that', async () => {
  const { sidebar } = launched
  await restart({})
  await openAgain(sidebar)
  const line = `ALLOWED_ORIGINS=${FIREFOX_ORIGIN}`
  await seeText(sidebar, 'This extension is not known to the daemon')
  await seeText(sidebar, line)

  const [name = '', value = ''] = line.split('=')
  await restart({ [name]: value })

  // by itself, because it looks again every few seconds
  await sidebar.waitForSelector('input[type=email]')
})

test('a sign-in in the sidebar holds for its socket and for the web app', async () => {
  const sidebar = await openKnown()

  await ask(sidebar, 'How do I prepare for an interview?')
  await replyEnded(sidebar)
  await seeText(sidebar, 'Guide "Preparing for a technical interview"')

  const tab = await launched.browser.newPage()
  await tab.goto(daemon.url)
  await seeText(tab, 'How do I prepare for an interview?')
  await tab.close()
})

test('what was written stays while the daemon is away, and goes once it is back', async () => {
  const sidebar = await openKnown()
  await sidebar.locator('textarea').fill('And the day before?')
  const { port } = daemon
  await daemon.kill()
  await seeText(sidebar, 'Backend server is not running.')
  expect(await sidebar.$eval('textarea', ({ value }) => value)).toBe('And the day before?')

  daemon = await startHere(port, { ALLOWED_ORIGINS: FIREFOX_ORIGIN })
  await missText(sidebar, 'Backend server')
  await sidebar.focus('textarea')
  await sidebar.keyboard.press('Enter')

  await sidebar.waitForFunction(() => document.querySelectorAll('[role=log] article').length === 2)
  await replyEnded(sidebar)
})
