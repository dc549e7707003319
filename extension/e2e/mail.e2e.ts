import type { Page } from 'puppeteer'
import { beforeAll, expect, test } from 'vitest'
import { type Dovecot, deliver, startDovecot } from '../../.config/testing/dovecot.ts'
import { freshMailbox } from '../../.config/testing/fresh-mailbox.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { inDays, invitation, plainMail } from '../../.config/testing/plain-mail.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { missText, newVisitor, seeText, signUp } from '../../.config/testing/visitor.ts'
import { type ExtensionBrowser, launchWithExtension } from './extension-browser.ts'
import { press, showMail } from './panel-visitor.ts'

const chromium = await needsPeer('chromium')
const dovecotPath = await needsPeer('dovecot')
const MAILS = 12
let mailbox: ReturnType<typeof freshMailbox>
let dovecot: Dovecot
let daemon: RunningDaemon
let extension: ExtensionBrowser
let tab: Page
let panel: Page

beforeAll(async () => {
  if (!chromium || !dovecotPath) return
  mailbox = freshMailbox()
  dovecot = await startDovecot({ [mailbox.user]: mailbox.password })
  // mails of one second stand in no order of their coming, and a long list shows its beginning
  const before = new Date(Date.now() - 3_600_000)
  for (let number = 1; number <= MAILS; number++) receive(plainMail({ number, date: before }))
  receive(
    plainMail({
      number: MAILS + 1,
      subject: 'Technical interview at Northwind',
      calendar: invitation({ uid: 'interview-1@northwind.example', start: inDays(3) }),
    }),
  )
  daemon = await startDaemon({ env: await mailbox.settings(dovecot, dovecot.tlsPort) })
  extension = await launchWithExtension(chromium, daemon.url)
  tab = await extension.browser.newPage()
  await signUp(tab, daemon.url, newVisitor())
  panel = await extension.openPanel(tab)
})

function receive(raw: Buffer): void {
  deliver(dovecot.maildir(mailbox.user), raw, new Date(), dovecot.owner)
}

test('a sync of a real mailbox shows its cards in the panel, and the appointment is made once', async () => {
  await showMail(panel)
  await seeText(panel, '127.0.0.1 Connected')
  await press(panel, 'Use a local calendar instead')
  await seeText(panel, 'Local Calendar Connected')

  await press(panel, 'Sync & Analyze Emails')

  await seeText(panel, 'Technical interview at Northwind')
  await missText(panel, 'Analyzing emails')
  await press(panel, 'Technical interview at Northwind')
  await seeText(panel, 'Calendar Events Created')
  expect(await extension.badge()).toBe('')
})

test('the first mail stands high in the panel', async () => {
  await panel.reload()
  await showMail(panel)

  const row = await panel.waitForSelector('[aria-posinset="1"]')

  expect((await row?.boundingBox())?.y).toBeLessThanOrEqual(190)
})
