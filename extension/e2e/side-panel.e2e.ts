import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../.config/testing/free-port.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { type ScriptedModel, startModel } from '../../.config/testing/model.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { ask, missText, newVisitor, replyEnded, seeText } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension } from './extension-browser.ts'
import { openChat, showToNewcomer, signUpInPanel } from './panel-visitor.ts'

const chromium = await needsPeer('chromium')
let model: ScriptedModel
let folder: string
let daemon: RunningDaemon
let extension: ExtensionBrowser
let tab: Page
let panel: Page

beforeAll(async () => {
  if (!chromium) return
  model = await startModel()
  folder = await freshFolder()
  daemon = await startHere(await freePort())
  extension = await launchWithExtension(chromium, daemon.url)
  tab = await extension.browser.newPage()
  panel = await extension.openPanel(tab)
})

afterEach(() => model?.mock.reset())

/** A daemon that finds what the one before it has stored. */
function startHere(port: number): Promise<RunningDaemon> {
  const env = { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'scripted' }
  return startDaemon({ port, env, dataFolder: join(folder, 'data'), outlivesTest: true })
}

/** A chat of a newcomer that has been answered, open in the panel and in the tab. */
async function chatInBoth(): Promise<void> {
  await showToNewcomer(panel, daemon.url)
  model.mock.on({ userMessage: /./ }, { content: 'Hello.' })
  await ask(panel, 'Are you there?')
  await replyEnded(panel)
  await openChat(tab, daemon.url)
  await seeText(tab, 'Hello.')
  model.mock.reset()
}

test('the toolbar button opens a panel of 360 px, and a sign-in there holds for the web app, which crosses it off', async () => {
  expect(await panel.evaluate(() => innerWidth)).toBe(360)

  await signUpInPanel(panel, newVisitor())

  await tab.goto(daemon.url)
  await seeText(tab, 'Chat History')
  await tab.waitForSelector('.setup-lines > [data-done] ::-p-text(Install the side panel)')
})

test('a reply that was asked for in the panel arrives in the panel and in a tab', async () => {
  const reply = model.scriptReply(60)
  await showToNewcomer(panel, daemon.url)

  await ask(panel, 'Tell me something long')
  await seeText(panel, 'w005')
  await openChat(tab, daemon.url)
  await seeText(tab, 'Streaming...')
  await Promise.all([replyEnded(panel), replyEnded(tab)])

  for (const page of [panel, tab]) {
    expect(await page.$eval('[role=log]', (log) => log.textContent)).toContain(reply)
  }
})

test('a reply that was asked for in a tab arrives in the panel, which can stop it', async () => {
  await chatInBoth()
  // it is not over before it is stopped
  model.scriptReply(3)

  await ask(tab, 'And now from the tab')
  await seeText(panel, 'And now from the tab')
  await seeText(panel, 'Streaming...')
  await panel.locator('button ::-p-text(Stop)').click()

  await Promise.all([seeText(panel, '⏹ Response stopped'), seeText(tab, '⏹ Response stopped')])
})

test('closing the panel does not end a reply, and it is complete when the panel is opened again', async () => {
  await chatInBoth()
  const reply = model.scriptReply(60)
  await ask(panel, 'Go on without me')
  await seeText(panel, 'Go on without me')
  await seeText(tab, 'Go on without me')

  await panel.close()
  await replyEnded(tab)
  panel = await extension.openPanel(tab)

  await seeText(panel, 'Go on without me')
  await replyEnded(panel)
  expect(await panel.$eval('[role=log]', (log) => log.textContent)).toContain(reply)
})

test('what was typed and not sent is there when the panel is opened again', async () => {
  await showToNewcomer(panel, daemon.url)
  await panel.locator('textarea').fill('Half a question')

  await panel.close()
  panel = await extension.openPanel(tab)

  await panel.waitForSelector('textarea')
  expect(await panel.$eval('textarea', (box) => box.value)).toBe('Half a question')
})

test('a daemon that is killed in the middle of a reply is said to be away, and the panel recovers by itself', async () => {
  await showToNewcomer(panel, daemon.url)
  model.scriptReply(20)
  await ask(panel, 'Survive this')
  // after 6.5 s, when what was said in the first 5 s is on the disk
  await seeText(panel, 'w130')
  const { port } = daemon

  await daemon.kill()
  await seeText(panel, 'Backend server is not running. Please start the backend server.')
  await seeText(panel, 'npx -y pnpm@12.4.2 start')
  // what was on the screen stays there
  await seeText(panel, 'Survive this')
  daemon = await startHere(port)

  await missText(panel, 'Backend server is not running')
  await seeText(panel, '⏹ Response stopped')
  model.mock.reset()
  const reply = model.scriptReply(200)
  await ask(panel, 'Are you back?')
  await seeText(panel, 'Are you back?')
  await seeText(panel, reply.slice(-20))
})
