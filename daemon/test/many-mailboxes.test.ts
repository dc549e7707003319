import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MailPage } from '@shortlist/contracts/mail-rows'
import { MailboxConnected } from '@shortlist/contracts/settings'
import { expect, it } from 'vitest'
import { type Dovecot, deliver, startDovecot } from '../../.config/testing/dovecot.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { plainMail } from '../../.config/testing/plain-mail.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { type MailClient, mailClient } from './mail-client.ts'

const ACCOUNTS = sized(5, 50)
/** Mails of the first account, and of each other one. */
const MANY = sized(1000, 5000)
const FEW = sized(5, 40)
const password = 'abcd efgh ijkl mnop'

const dovecotPath = await needsPeer('dovecot')
const users = Array.from({ length: ACCOUNTS }, (_, at) => `user${at}@example.test`)

/** Connects the mailbox of a client, which begins to read it; resolves once it has been read. */
async function readMailbox(client: MailClient, { tlsPort }: Dovecot): Promise<void> {
  const { id, email } = client.caller.account
  const place = { host: 'localhost', port: tlsPort, security: 'tls', folder: 'INBOX' }
  const form = { address: email, user: email, password, ...place }
  const answer = await client.caller.call('PUT', `/api/settings/${id}/mailbox`, form)
  const { test } = MailboxConnected.parse(await answer.json())
  expect(test.steps.find(({ state }) => state !== 'good')).toBeUndefined()
  await client.hears('sync-complete', 1)
}

async function subjectsOf({ caller }: MailClient): Promise<string[]> {
  const answer = await caller.call('GET', `/api/mail/${caller.account.id}/rows`)
  return MailPage.parse(await answer.json()).rows.map(({ subject }) => subject)
}

it.skipIf(!dovecotPath)(
  `reads ${ACCOUNTS} mailboxes, of which none waits for the first reading of ${MANY} mails`,
  async () => {
    const dovecot = await startDovecot(Object.fromEntries(users.map((user) => [user, password])))
    for (const [at, user] of users.entries())
      for (let number = 1; number <= (at === 0 ? MANY : FEW); number++) {
        const date = new Date(Date.UTC(2026, 8, 1) + number * 60_000)
        const raw = plainMail({ number, date, subject: `Mail ${number} of ${user}` })
        deliver(dovecot.maildir(user), raw, date, dovecot.owner)
      }
    const ca = join(await freshFolder(), 'ca.pem')
    await writeFile(ca, dovecot.ca)
    const env = { IMAP_CA_FILE: ca, IMAP_ALLOWED_HOSTS: 'localhost' }
    const daemon = await startDaemon({ env })
    const clients: MailClient[] = []
    for (const user of users) clients.push(await mailClient(daemon.url, user))
    for (const client of clients) await client.useLocalCalendar()

    const [large, ...small] = clients as [MailClient, ...MailClient[]]
    let isLargeRead = false
    const readingLarge = readMailbox(large, dovecot).then(() => {
      isLargeRead = true
    })
    await large.hears('sync-progress', 2)

    await Promise.all(small.map((client) => readMailbox(client, dovecot)))
    expect(isLargeRead).toBe(false)
    await readingLarge

    for (const client of clients) {
      const subjects = await subjectsOf(client)
      const own = ` of ${client.caller.account.email}`
      expect(subjects).toHaveLength(Math.min(50, client === large ? MANY : FEW))
      expect(subjects.filter((subject) => !subject.endsWith(own))).toEqual([])
    }
  },
  sized(60_000, 600_000),
)
