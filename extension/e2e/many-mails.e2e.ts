import { MemoryMail } from '@shortlist/client/memory/memory-mail'
import { MemoryRows } from '@shortlist/client/memory/memory-rows'
import { aMailEvent, aMailStatus, anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import { MailRowsQuery } from '@shortlist/contracts/mail-rows'
import type { Page } from 'puppeteer'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { inDays } from '../../.config/testing/plain-mail.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { newVisitor, seeText } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension } from './extension-browser.ts'
import { press, showMail, signUpInPanel } from './panel-visitor.ts'

const chromium = await needsPeer('chromium')
const MAILS = 2000
/** The mail with the appointment, far below what is seen at first. */
const FAR = 1500
let daemon: RunningDaemon
let extension: ExtensionBrowser
let panel: Page

beforeAll(async () => {
  if (!chromium) return
  daemon = await startDaemon()
  extension = await launchWithExtension(chromium, daemon.url)
  panel = await extension.openPanel(await extension.browser.newPage())
  await holdManyMails(panel)
  await signUpInPanel(panel, newVisitor())
  await showMail(panel)
  await press(panel, 'Use a local calendar instead')
  await seeText(panel, 'Local Calendar Connected')
})

beforeEach(async () => {
  if (!chromium) return
  await panel.reload()
  await showMail(panel)
  await panel.waitForSelector(`[aria-setsize="${MAILS}"]`)
})

/** Lets the panel believe that the mailbox is connected and full. */
async function holdManyMails(page: Page): Promise<void> {
  const [start, end] = [inDays(3).toISOString(), inDays(3, 11).toISOString()]
  const time = { kind: 'instant', start, end, timeZone: 'UTC' } as const
  const emails = Array.from({ length: MAILS }, (_, at) =>
    anAnalyzedEmail({
      id: `mail-${at}`,
      subject: `Subject ${at} ${'that is long '.repeat(at % 5)}`,
      events: at === FAR ? [aMailEvent({ startTime: start, endTime: end, time })] : [],
    }),
  )
  const status = aMailStatus({ emails })
  const rows = new MemoryRows(new MemoryMail(status), Date.now)

  /** What the daemon would say, or null where it is asked itself. */
  function answer(address: URL): unknown {
    const asked = Object.fromEntries(address.searchParams)
    if (address.pathname.startsWith('/api/gmail/status/')) {
      return asked.emails === 'none' ? { ...status, emails: [] } : status
    }
    if (/^\/api\/mail\/[^/]+\/rows$/.test(address.pathname))
      return rows.page(MailRowsQuery.parse(asked))
    const [, id] = /^\/api\/mail\/[^/]+\/mails\/([^/]+)$/.exec(address.pathname) ?? []
    return id ? rows.open(id) : null
  }

  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const said = answer(new URL(request.url()))
    if (said === null) void request.continue()
    else void request.respond({ contentType: 'application/json', body: JSON.stringify(said) })
  })
}

const countRows = () => panel.$$eval('[data-row]', (rows) => rows.length)

/** Follows the plot to the mail with the appointment. */
async function goFar(): Promise<void> {
  await press(panel, 'Insights')
  // by its key: what settles moves what a mouse aims at
  await panel.waitForSelector('aside svg a circle')
  await panel.$eval('aside svg a:has(circle)', (link) => link.focus())
  await panel.keyboard.press('Enter')
  await panel.waitForSelector(`article[data-email=mail-${FAR}]`)
}

test('two thousand mails are a handful of rows, and the plot leads to any of them', async () => {
  expect(await countRows()).toBeLessThan(40)

  await goFar()
  await seeText(panel, `${FAR + 1} of ${MAILS}`)
  await panel.locator('button[aria-label="Back to the list"]').click()

  const row = await panel.waitForSelector(`[data-row=mail-${FAR}] button:focus`)
  expect(await row?.isIntersectingViewport()).toBe(true)
  expect(await countRows()).toBeLessThan(40)
})

test('a mail is still open after a look at the chat', async () => {
  await goFar()

  await panel.locator('[role=tab] ::-p-text(Chat)').click()
  await panel.waitForSelector('article', { hidden: true })
  await showMail(panel)

  await panel.waitForSelector(`article[data-email=mail-${FAR}]`, { visible: true })
})
