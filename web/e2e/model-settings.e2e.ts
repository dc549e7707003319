import type { Browser, Page } from 'puppeteer'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { faultsAt320 } from '../../.config/testing/accessibility.ts'
import { launch } from '../../.config/testing/browser.ts'
import { type ScriptedModel, startModel } from '../../.config/testing/model.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import {
  ask,
  labelled,
  newVisitor,
  privateTab,
  replyEnded,
  seeText,
} from '../../.config/testing/visitor.ts'

/** What answers is added and chosen in the app, without an editor and without a restart. */

const chromium = await needsPeer('headless-shell')
const key = 'canary-model-key'
let model: ScriptedModel
let browser: Browser

beforeAll(async () => {
  if (!chromium) return
  model = await startModel()
  browser = await launch(chromium)
})

afterEach(() => model?.mock.reset())

/** The settings of the model, before the owner of a computer of its own. */
async function openSettings() {
  // an empty variable names nothing
  const daemon = await startDaemon({ env: { OPENAI_BASE_URL: '', CHAT_MODEL: 'scripted' } })
  const page = await privateTab(browser, `${daemon.url}/settings/model`, newVisitor())
  await seeText(page, 'Now answering:')
  return { daemon, page }
}

async function enterServer(page: Page): Promise<void> {
  await page.locator('button ::-p-text(Add a server)').click()
  await page.locator('input[type=url]').fill(model.url)
  await page.locator('input[type=password]').fill(key)
}

test('a server is added and chosen, and answers from the next question on until the guides are', async () => {
  const { host } = new URL(model.url)
  model.scriptReply(1000)
  const { daemon, page } = await openSettings()
  await enterServer(page)
  expect(await faultsAt320(page)).toEqual([])

  await page.locator('button ::-p-text(Test and add)').click()
  await seeText(page, 'It says "w000".')
  await page.locator(labelled(host)).click()
  await seeText(page, `Now answering: scripted on ${host}`)
  expect(await page.content()).not.toContain(key)
  expect(await faultsAt320(page)).toEqual([])

  await page.goto(`${daemon.url}/chat`)
  await ask(page, 'Tell me something')
  await seeText(page, 'w199')
  await replyEnded(page)

  const other = await privateTab(browser, `${daemon.url}/settings/model`, newVisitor())
  await seeText(other, 'The owner of this computer chooses.')
  expect(await other.$('input[type=radio]')).toBeNull()
  expect(await other.$eval('main', (main) => main.textContent)).not.toContain(host)

  await page.goto(`${daemon.url}/settings/model`)
  await page.locator(labelled('Built-in guides only')).click()
  await seeText(page, 'Now answering: Built-in guides')
  const asked = model.chatRequests().length
  await page.goto(`${daemon.url}/chat`)
  await ask(page, 'How do I negotiate an offer?')
  await replyEnded(page)
  expect(await page.$eval('[role=log]', (log) => log.textContent)).not.toContain('w000')
  expect(model.chatRequests()).toHaveLength(asked)
})

test('a chosen server that fails says so, and the guides answer once asked, or by themselves once told', async () => {
  model.scriptReply(1000)
  const { daemon, page } = await openSettings()
  await enterServer(page)
  await page.locator('button ::-p-text(Test and add)').click()
  await page.locator(labelled(new URL(model.url).host)).click()
  await seeText(page, 'Now answering: scripted on')
  await seeText(page, 'When it fails, let the guides answer')
  expect(await faultsAt320(page)).toEqual([])
  const question = 'How do I negotiate an offer?'
  const failNext = () => model.mock.nextRequestError(400, { message: 'out of order' })

  failNext()
  await page.goto(`${daemon.url}/chat`)
  await ask(page, question)
  await seeText(page, 'The model server refused the request (HTTP 400).')
  expect(await faultsAt320(page)).toEqual([])
  await page.locator('button ::-p-text(Answer from the guides)').click()
  await seeText(page, 'Negotiate')
  await replyEnded(page)
  const log = () => page.$eval('[role=log]', (element) => element.textContent ?? '')
  expect(await log()).not.toContain('HTTP 400')
  expect((await log()).split(question)).toHaveLength(2)

  await page.goto(`${daemon.url}/settings/model`)
  await page.locator(labelled('When it fails, let the guides answer')).click()
  await page.waitForSelector('[role=switch][aria-checked=true]')
  failNext()
  await page.goto(`${daemon.url}/chat`)
  await ask(page, question)
  await seeText(page, 'scripted did not answer (HTTP 400). These are the built-in guides.')
  await replyEnded(page)
  expect(await faultsAt320(page)).toEqual([])
  await page.locator('button ::-p-text(Ask scripted again)').click()
  await seeText(page, 'w199')
})
