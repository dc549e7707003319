import { aMailEvent, aMailStatus, anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
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
  await seeText(panel, 'Google Calendar Connected')
})

beforeEach(async () => {
  if (!chromium) return
  await panel.reload()
  await showMail(panel)
  await seeText(panel, `Showing ${MAILS} of ${MAILS}`)
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
  const body = JSON.stringify(aMailStatus({ emails }))
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (!request.url().includes('/api/gmail/status/')) void request.continue()
    else void request.respond({ contentType: 'application/json', body })
  })
}

/** How many cards exist, and which of them has the focus and lies in sight. */
function cards() {
  return panel.evaluate(() => {
    const focused = document.activeElement?.closest<HTMLElement>('.email-card')
    const box = focused?.getBoundingClientRect()
    const isSeen = box !== undefined && box.top >= 0 && box.bottom <= innerHeight + 1
    const count = document.querySelectorAll('.email-card').length
    return { count, seen: isSeen ? focused?.dataset.email : null }
  })
}

/** Follows the plot to the mail with the appointment. */
async function goFar(): Promise<void> {
  // by its key: a list that settles moves what a mouse aims at
  await panel.waitForSelector('aside svg a circle')
  await panel.$eval('aside svg a:has(circle)', (link) => link.focus())
  await panel.keyboard.press('Enter')
  await panel.waitForSelector(`[data-email=mail-${FAR}]:focus`)
}

test('two thousand mails are a handful of cards, and the plot leads to any of them', async () => {
  expect((await cards()).count).toBeLessThan(30)

  await goFar()

  expect(await cards()).toEqual({ count: expect.any(Number), seen: `mail-${FAR}` })
  expect((await cards()).count).toBeLessThan(30)
})

test('a card is still open and in its place after a look at the chat', async () => {
  const title = `[data-email=mail-${FAR}] h3 button`
  await goFar()
  // a list that has just been scrolled takes no clicks
  await panel.waitForSelector(
    'section[aria-label=Emails] > ul:not([style*="pointer-events: none"])',
  )
  await panel.locator(title).click()
  await panel.waitForSelector(`${title}[aria-expanded=true]`)
  const top = () => panel.$eval(title, (button) => Math.round(button.getBoundingClientRect().top))
  const before = await top()

  await panel.locator('[role=tab] ::-p-text(Chat)').click()
  await panel.waitForSelector(title, { hidden: true })
  await showMail(panel)
  await panel.waitForSelector(title, { visible: true })

  expect(await top()).toBe(before)
  expect(await panel.$(`${title}[aria-expanded=true]`)).not.toBeNull()
})
