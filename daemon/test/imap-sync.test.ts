import { beforeAll, describe, expect, it } from 'vitest'
import { type Dovecot, deliver, startDovecot } from '../../.config/testing/dovecot.ts'
import { freshMailbox } from '../../.config/testing/fresh-mailbox.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { plainMail } from '../../.config/testing/plain-mail.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { type MailClient, mailClient } from './mail-client.ts'

/** The whole daemon on a real mail server that fails in the ways mail servers do. */

const MAILS = sized(150, 450)
const dovecotPath = await needsPeer('dovecot')

let dovecot: Dovecot
let daemon: RunningDaemon
let ada: MailClient
let mailbox: ReturnType<typeof freshMailbox>
/** How many mails were delivered so far. */
let delivered = 0

/** A mail server with mails, and a daemon that has read them. */
beforeAll(async () => {
  if (!dovecotPath) return
  mailbox = freshMailbox()
  dovecot = await startDovecot({ [mailbox.user]: mailbox.password })
  fill(MAILS)
  daemon = await startDaemon({ env: await mailbox.settings(dovecot, dovecot.tlsPort) })
  ada = await mailClient(daemon.url)
  await ada.useLocalCalendar()
  await ada.until(({ connected }) => connected)
  await ada.syncToEnd()
}, 60_000)

/** Delivers so many mails more. */
function fill(count: number): void {
  for (const last = delivered + count; delivered < last; ) {
    const number = ++delivered
    const date = new Date(Date.UTC(2026, 8, 1) + number * 60_000)
    const raw = plainMail({ number, date })
    deliver(dovecot.maildir(mailbox.user), raw, date, dovecot.owner)
  }
}

async function ids(): Promise<string[]> {
  return (await ada.status()).emails.map(({ id }) => id)
}

describe('a mail server', { timeout: 60_000 }, () => {
  it('tells of a new mail by itself, and its card is analysed', async () => {
    fill(1)
    const subject = `Your application ${delivered}`

    const { emails } = await ada.until(
      ({ emails: [newest] }) => newest?.status === 'analyzed' && newest.subject === subject,
    )

    expect(emails.length).toBe(delivered)
  })

  it('may be away for a while: the screen says so, and then goes on', async () => {
    await dovecot.stop()
    const away = await ada.until(({ mailbox: { state } }) => state === 'unreachable')
    fill(3)
    await dovecot.start()
    await ada.post('/api/gmail/connect')

    const { emails } = await ada.until(
      ({ emails: all, sync }) => sync === null && all.length === delivered,
    )

    expect(away.connected).toBe(false)
    expect(away.error).toMatch(/\.$/)
    expect(new Set(emails.map(({ id }) => id)).size).toBe(delivered)
  })

  it('may get another password: the screen names it', async () => {
    await dovecot.setPassword(mailbox.user, 'rotated')
    await dovecot.stop()
    await dovecot.start()
    await ada.post('/api/gmail/connect')

    const refused = await ada.until(({ mailbox: { state } }) => state === 'wrong-password')
    const sync = await ada.post('/api/gmail/sync')

    expect(refused.connected).toBe(false)
    expect(refused.error).toContain('password')
    expect(await sync.json()).toMatchObject({
      error: 'Failed to sync emails via IMAP',
      message: refused.error,
    })
    await dovecot.setPassword(mailbox.user, mailbox.password)
    await dovecot.stop()
    await dovecot.start()
    expect((await ada.post('/api/gmail/connect')).status).toBe(200)
    expect((await ada.syncToEnd()).name).toBe('sync-complete')
    expect((await ids()).length).toBe(delivered)
  })
})
