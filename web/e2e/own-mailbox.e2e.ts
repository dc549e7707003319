import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { faultsAt320 } from '../../.config/testing/accessibility.ts'
import { launch } from '../../.config/testing/browser.ts'
import { type Dovecot, deliver, startDovecot } from '../../.config/testing/dovecot.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { startModel } from '../../.config/testing/model.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { plainMail } from '../../.config/testing/plain-mail.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { labelled, newVisitor, privateTab, seeText } from '../../.config/testing/visitor.ts'

/** From nothing to the own mailbox, on a real server, without an editor and without a restart. */

const chromium = await needsPeer('headless-shell')
const dovecotPath = await needsPeer('dovecot')
const password = 'canary-mailbox-password'
const ada = newVisitor()
const bob = newVisitor()
const carol = newVisitor()
const dora = newVisitor()

let dovecot: Dovecot
let daemon: RunningDaemon
let browser: Browser
let env: Record<string, string>

beforeAll(async () => {
  if (!chromium || !dovecotPath) return
  dovecot = await startDovecot({
    [ada.email]: password,
    [bob.email]: password,
    [carol.email]: password,
    [dora.email]: password,
  })
  for (const { email } of [ada, bob, carol, dora]) {
    const raw = plainMail({ number: 1, subject: `A letter to ${email}` })
    deliver(dovecot.maildir(email), raw, new Date(), dovecot.owner)
  }
  const ca = join(await freshFolder(), 'ca.pem')
  await writeFile(ca, dovecot.ca)
  env = { IMAP_CA_FILE: ca, IMAP_ALLOWED_HOSTS: 'localhost' }
  daemon = await startDaemon({ env })
  browser = await launch(chromium)
})

/** Clicks into a field and types, as a person does. */
async function enter(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).click()
  await page.keyboard.type(text)
}

/** How often somebody has clicked so far. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const clicks = { count: 0 }
    Object.assign(window, { clicks })
    addEventListener(
      'pointerdown',
      () => {
        clicks.count += 1
      },
      { capture: true },
    )
  })
  return () =>
    page.evaluate(() => (window as unknown as { clicks: { count: number } }).clicks.count)
}

/** From the list of fields on: server, port and password of a mailbox that nobody knows. */
async function fillIn(page: Page, word = password): Promise<void> {
  await enter(page, labelled('IMAP server'), 'localhost')
  await page.locator('input[type=number]').click()
  await page.$eval('input[type=number]', (port) => port.select())
  await page.keyboard.type(String(dovecot.tlsPort))
  await enter(page, 'input[type=password]', word)
}

test('nine clicks lead from an empty data folder to the own mail, and to nobody else’s', async () => {
  const page = await privateTab(browser, daemon.url)
  const clicks = await countClicks(page)
  await page.locator('[role=tab] ::-p-text(Sign-up)').click()
  await seeText(page, 'Create your account')
  await enter(page, 'input[type=email]', ada.email)
  await enter(page, 'input[name=password]', ada.password)
  await page.locator('button ::-p-text(Sign Up)').click()
  await seeText(page, 'Chat History')
  await page.locator('.rail a ::-p-text(Settings)').click()
  await seeText(page, 'Connect your mailbox')
  await fillIn(page)

  await page.locator('button ::-p-text(Connect)').click()

  await seeText(page, `A letter to ${ada.email}`)
  expect(await clicks()).toBeLessThanOrEqual(9)
  expect(await page.evaluate(() => location.pathname)).toBe('/gmail-mcp')
  expect(await page.content()).not.toContain(password)

  await page.goto(`${daemon.url}/settings/mailbox`)
  await seeText(page, 'Connected. New mail arrives by itself.')
  expect(await faultsAt320(page)).toEqual([])

  const other = await privateTab(browser, `${daemon.url}/settings/mailbox`, bob)
  await seeText(other, 'Connect your mailbox')
  await fillIn(other)
  await other.locator('button ::-p-text(Connect)').click()
  await seeText(other, `A letter to ${bob.email}`)
  expect(await other.content()).not.toContain(`A letter to ${ada.email}`)
})

test('a test by keys alone says which step is bad, in the words of the server', async () => {
  const visitor = newVisitor()
  const viewport = { width: 320, height: 640 }
  const page = await privateTab(browser, `${daemon.url}/settings/mailbox`, visitor, viewport)
  await seeText(page, 'Nobody is known who keeps this address')
  await page.focus(labelled('IMAP server'))
  await page.keyboard.type('localhost')
  await page.keyboard.press('Tab')
  await page.keyboard.type(String(dovecot.tlsPort))
  for (const text of ['', '', '', 'canary-wrong-password']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }

  await page.keyboard.press('Enter')

  await seeText(page, 'The test stopped at: Sign-in. Nothing has been stored.')
  await seeText(page, /The server says: ".*[Aa]uthentication failed/)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
  expect(await faultsAt320(page)).toEqual([])
})

test('no model sees a mail before its user has said so, once', async () => {
  const model = await startModel()
  model.scriptReply(1000)
  const letter = `A letter to ${carol.email}`
  const sent = () => JSON.stringify(model.chatRequests())
  const { url } = await startDaemon({
    env: { ...env, OPENAI_BASE_URL: '', CHAT_MODEL: 'scripted' },
  })
  const page = await privateTab(browser, `${url}/settings/model`, carol)
  await page.locator('button ::-p-text(Add a server)').click()
  await enter(page, 'input[type=url]', model.url)
  await page.locator('button ::-p-text(Test and add)').click()
  await page.locator(labelled(new URL(model.url).host)).click()
  await seeText(page, 'Now answering: scripted on')
  await page.goto(`${url}/settings/mailbox`)
  await seeText(page, 'Connect your mailbox')
  await fillIn(page)
  await page.locator('button ::-p-text(Connect)').click()

  await seeText(
    page,
    'One mail can be analysed by scripted on this computer, or by built-in rules.',
  )
  await seeText(page, letter)
  expect(sent()).not.toContain(letter)
  expect(await faultsAt320(page)).toEqual([])
  await page.locator('button ::-p-text(Use scripted)').click()
  await expect.poll(sent, { timeout: 15_000 }).toContain(letter)
  await page.reload()
  await seeText(page, letter)
  expect(await page.$eval('main', (main) => main.textContent)).not.toContain('can be analysed by')
})

test('one certificate is trusted for a server, and shown with its fingerprint', async () => {
  // nobody vouches for the server here
  const { url } = await startDaemon()
  const page = await privateTab(browser, `${url}/settings/mailbox`, dora)
  await seeText(page, 'Connect your mailbox')
  await fillIn(page)
  await page.locator('button ::-p-text(Connect)').click()
  await seeText(page, 'The server has a certificate of its own, SHA-256')
  expect(await page.$('::-p-text(IMAP_CA_FILE)')).toBeNull()
  expect(await faultsAt320(page)).toEqual([])

  await page.locator('button ::-p-text(Trust this one certificate)').click()
  await seeText(page, 'It counts for this server, and no other one does')
  await page.locator('button ::-p-text(Connect)').click()
  await seeText(page, `A letter to ${dora.email}`)
  await page.goto(`${url}/settings/mailbox`)
  await seeText(page, 'Trusted certificate')
  expect(await faultsAt320(page)).toEqual([])
})

test('the mailbox of the environment is taken over, and its lines can go', async () => {
  const named = {
    IMAP_HOST: 'localhost',
    IMAP_PORT: String(dovecot.tlsPort),
    IMAP_USER: dora.email,
    IMAP_APP_PASSWORD: password,
  }
  const dataFolder = join(await freshFolder(), 'data')
  const first = await startDaemon({ env: { ...env, ...named }, dataFolder })
  const page = await privateTab(browser, `${first.url}/settings/mailbox`, dora)
  await seeText(page, 'Set by the environment: IMAP_USER')
  expect(await faultsAt320(page)).toEqual([])

  await page.locator('button ::-p-text(Take over into Shortlist)').click()
  await seeText(page, 'It is stored: you can unset IMAP_HOST, IMAP_PORT, IMAP_USER')
  expect(await faultsAt320(page)).toEqual([])
  expect(await page.content()).not.toContain(password)
  await first.stop()

  const second = await startDaemon({ env, dataFolder, port: first.port })
  await page.goto(`${second.url}/settings/mailbox`)
  await seeText(page, 'Connected. New mail arrives by itself.')
})
