import type { Browser, Page } from 'puppeteer'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { launch } from '../../.config/testing/browser.ts'
import { type ScriptedModel, startModel } from '../../.config/testing/model.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { ask, newVisitor, privateTab, replyEnded, seeText } from '../../.config/testing/visitor.ts'

const chromium = await needsPeer('headless-shell')
const WINDOW = 6300
let model: ScriptedModel
let daemon: RunningDaemon
let browser: Browser

beforeAll(async () => {
  if (!chromium) return
  model = await startModel()
  daemon = await startDaemon({ env: { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'scripted' } })
  browser = await launch(chromium)
})

afterEach(() => model?.mock.reset())

async function newChat(): Promise<Page> {
  const page = await privateTab(browser, daemon.url, newVisitor())
  await page.locator('::-p-text(New Chat)').click()
  return page
}

/** Tokens of the first prompt that the server was sent, as the specification counts them. */
function tokensSent(): number {
  const [first] = model.chatRequests().filter(({ stream }) => stream)
  const messages = first?.messages as { content: string }[]
  return Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4)
}

test('words arrive one by one, with state and time, and the meter matches what was sent and said', async () => {
  const reply = model.scriptReply(120)
  const page = await newChat()

  await ask(page, 'Tell me something long')
  await seeText(page, 'Streaming...')
  await seeText(page, 'w010')
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('w199')
  await seeText(page, /Running for: 0m (?:[1-9]|\d\d)s/)
  await replyEnded(page)

  const text = await page.$eval('[role=log]', (log) => log.textContent ?? '')
  expect(text).toContain(reply)
  const left = await page.evaluate(() => /~(\d+) tokens left/.exec(document.body.innerText)?.[1])
  const used = tokensSent() + reply.length / 4
  expect(Math.abs(WINDOW - Number(left) - used)).toBeLessThanOrEqual(1)
})

test('stop keeps what was said, also after a reload', async () => {
  model.scriptReply(4)
  const page = await newChat()
  await ask(page, 'Stop me')
  await seeText(page, 'w005')

  await page.locator('button ::-p-text(Stop)').click()
  await seeText(page, '⏹ Response stopped')
  await page.reload()

  await seeText(page, 'w005')
  await seeText(page, '⏹ Response stopped')
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('w199')
})

test('a reload and a second tab attach to the running reply', async () => {
  model.scriptReply(60)
  const page = await newChat()
  await ask(page, 'Go on without me')
  await seeText(page, 'w005')
  const address = page.url()

  await page.reload()
  const second = await page.browserContext().newPage()
  await second.goto(address)

  for (const tab of [page, second]) {
    await tab.bringToFront()
    await seeText(tab, 'Go on without me')
    await seeText(tab, 'w199')
    await replyEnded(tab)
  }
})

test('an image is sent to the model and shown again after a reload', async () => {
  model.scriptReply(1000)
  const page = await newChat()
  const picker = await page.waitForSelector('input[type=file][accept*=image]')
  await picker?.uploadFile('.config/testing/pictures/teal-square.png')
  await page.waitForSelector('img[alt]')

  await ask(page, 'What is in this picture?')
  await replyEnded(page)
  // the title of another conversation may still be asked for
  const asked = model.chatRequests().map((each) => JSON.stringify(each.messages))
  expect(asked).toContainEqual(expect.stringContaining('data:image/png;base64,'))
  await page.reload()

  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('[role=log] img')
    return image?.complete && image.naturalWidth > 0
  })
})

test('a failing model ends the reply with one plain sentence', async () => {
  model.mock.on({ userMessage: /./ }, { error: { message: 'bad key' }, status: 401 })
  const page = await newChat()

  await ask(page, 'Hello?')

  await seeText(page, 'Error: ')
  const text = await page.$eval('[role=log]', (log) => log.textContent ?? '')
  expect(text).toMatch(/Error: .*key/i)
  expect(text).not.toContain('bad key')
})

test('a failed question keeps its error and its way to ask again, also after a reload', async () => {
  model.mock.on({ userMessage: /./ }, { error: { message: 'bad key' }, status: 401 })
  const page = await newChat()
  await ask(page, 'Will you answer?')
  await seeText(page, 'Error: ')

  await page.reload()
  const elsewhere = await page.browserContext().newPage()
  await elsewhere.goto(page.url())
  for (const tab of [page, elsewhere]) {
    await tab.bringToFront()
    await seeText(tab, 'Will you answer?')
    await seeText(tab, 'Error: ')
  }
  model.mock.reset()
  model.scriptReply(1000)
  await elsewhere.locator('button ::-p-text(Try again)').click()
  await elsewhere.locator('button ::-p-text(Send)').click()
  await seeText(elsewhere, 'w199')
  await replyEnded(elsewhere)
  await elsewhere.reload()

  await seeText(elsewhere, 'w199')
  const text = await elsewhere.$eval('[role=log]', (log) => log.textContent ?? '')
  expect(text.split('Will you answer?')).toHaveLength(2)
  expect(text).not.toContain('Error')
})

test('blank text is not sent', async () => {
  const page = await newChat()

  await page.locator('textarea').fill('   ')
  await page.keyboard.press('Enter')

  expect(await page.$eval('button ::-p-text(Send)', (send) => send.hasAttribute('disabled'))).toBe(
    true,
  )
  expect(model.chatRequests()).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/chat')
})
