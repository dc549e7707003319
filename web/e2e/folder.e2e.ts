import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { launch } from '../../.config/testing/browser.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import {
  ask,
  newVisitor,
  privateTab,
  replyEnded,
  SOURCE,
  uploadFolder,
} from '../../.config/testing/visitor.ts'
import { type Checkout, makeCheckout } from './checkout.ts'

const chromium = await needsPeer('headless-shell')
const QUESTION = 'where is a chat message made durable'
const ANSWER = 'daemon/src/chat/store/chat-store.ts'
/** Stands above what writes a message and waits for the disk. */
const DURABLE = 'A message of the chat is made durable in its log'
let daemon: RunningDaemon
let browser: Browser
let checkout: Checkout
let page: Page
let firstOutcome: Record<string, number>

beforeAll(async () => {
  if (!chromium) return
  checkout = await makeCheckout()
  daemon = await startDaemon()
  browser = await launch(chromium)
  page = await privateTab(browser, daemon.url, newVisitor())
  // a busy computer reads a whole checkout for longer than other things are waited for
  page.setDefaultTimeout(150_000)
  firstOutcome = await upload()
}, 180_000)

/** Chooses the folder in the menu and sends what is offered; resolves to how many of each outcome. */
async function upload(): Promise<Record<string, number>> {
  await uploadFolder(page, daemon.url, checkout.path)
  const text = await page.evaluate(() => document.body.innerText)
  const outcomes = [...text.matchAll(/(Indexed|Unchanged|Skipped|Failed): ([\d,]+)/g)]
  return Object.fromEntries(
    outcomes.map(([, name, count]) => [name, Number(count?.replaceAll(',', ''))]),
  )
}

/** Everything that the daemon keeps of the account, as its own list says it. */
async function indexedPaths(): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const me = await (await fetch('/api/users/me')).json()
    const answer = await fetch(`/api/rag/files/${me.id}`)
    const { files } = await answer.json()
    return files.map((file: { path: string }) => file.path)
  })
}

test('a checkout of this repository is uploaded without what is not its own', async () => {
  const { Indexed = 0, Failed = 0 } = firstOutcome
  const paths = await indexedPaths()

  expect(Failed).toBe(0)
  expect(Indexed).toBeGreaterThan(sized(500, 1_000))
  expect(paths).toHaveLength(Indexed)
  expect(paths).toContain('shortlist/daemon/src/main.js')
  const unwanted = /node_modules|\/\.git\/|\/dist\/|\/data\/users|\.env$|id_rsa|pnpm-lock|\.png$/
  expect(paths.filter((path) => unwanted.test(path))).toEqual([])
}, 180_000)

test('a question is answered with the file and the lines, which a click opens', async () => {
  await page.goto(`${daemon.url}/chat`)
  await ask(page, QUESTION)
  await replyEnded(page)
  const chip = `${SOURCE}[aria-label*="${ANSWER}"]`
  // the log still moves to its end, and a locator waits until the chip stands still
  await page.locator(chip).click()
  await page.waitForSelector(`[role=dialog] ::-p-text(${DURABLE})`)
  const lines = await page.$eval('[role=dialog]', (dialog) => dialog.textContent ?? '')
  const name = await page.$eval(chip, (each) => each.getAttribute('aria-label') ?? '')

  const [, first, last] = /lines (\d+)-(\d+)/.exec(name) ?? []
  const source = await readFile(join(checkout.path, ANSWER), 'utf8')
  const cited = source.split('\n').slice(Number(first) - 1, Number(last))
  expect(cited.join('\n')).toContain(DURABLE)
  expect(cited.filter((line) => !lines.includes(line.trim()))).toEqual([])
}, 120_000)

test('the same folder again costs nothing, and one edit costs one file', async () => {
  const again = await upload()
  await checkout.write('daemon/README.md', '# daemon\n\nEdited by a test.\n')
  const edited = await upload()

  expect(again).toMatchObject({ Unchanged: expect.any(Number) })
  expect(again.Indexed).toBeUndefined()
  expect(edited).toMatchObject({ Indexed: 1, Unchanged: (again.Unchanged ?? 0) - 1 })
}, 180_000)

test('nothing of what was hidden can be found', async () => {
  for (const { word } of checkout.hidden) {
    await page.goto(`${daemon.url}/chat`)
    await ask(page, `What is ${word}?`)
    await replyEnded(page)
    // other files may stand there that share a part of the word
    const names = await page.$$eval(SOURCE, (all) => all.map(({ ariaLabel }) => ariaLabel ?? ''))
    expect(
      names.filter((name) => checkout.hidden.some(({ file }) => name.includes(`/${file},`))),
    ).toEqual([])
  }
}, 120_000)
