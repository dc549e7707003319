import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MailboxConnected, type MailboxForm } from '@shortlist/contracts/settings'
import { expect, it } from 'vitest'
import { deliver, startDovecot } from '../../.config/testing/dovecot.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { plainMail } from '../../.config/testing/plain-mail.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { type MailClient, mailClient } from './mail-client.ts'

/** Many accounts of one daemon, each with its own mailbox, beside one that is read for the first time. */

const dovecotPath = await needsPeer('dovecot')
const ACCOUNTS = sized(6, 50)
const LARGE = sized(400, 5000)
const SMALL = 3
const password = 'canary-of-every-mailbox'

async function connect(client: MailClient, user: string, port: number): Promise<void> {
  const form: MailboxForm = {
    ...{ address: user, user, password, folder: 'INBOX' },
    ...{ host: 'localhost', port, security: 'tls' },
  }
  const path = `/api/settings/${client.caller.account.id}/mailbox`
  const answer = await client.caller.call('PUT', path, form)
  expect(MailboxConnected.parse(await answer.json()).test.isGood).toBe(true)
}

it(
  `lets none of ${ACCOUNTS - 1} accounts wait for the first sync of another one, of ${LARGE} mails`,
  async () => {
    if (!dovecotPath) return
    const users = Array.from({ length: ACCOUNTS }, (_, at) => `user${at}@example.test`)
    const dovecot = await startDovecot(Object.fromEntries(users.map((user) => [user, password])))
    for (const [at, user] of users.entries()) {
      for (let number = 1; number <= (at === 0 ? LARGE : SMALL); number += 1) {
        const date = new Date(Date.UTC(2026, 8, 1) + number * 60_000)
        const raw = plainMail({ number, date, subject: `For ${user}, ${number}` })
        deliver(dovecot.maildir(user), raw, date, dovecot.owner)
      }
    }
    const ca = join(await freshFolder(), 'ca.pem')
    await writeFile(ca, dovecot.ca)
    const daemon = await startDaemon({
      env: { IMAP_CA_FILE: ca, IMAP_ALLOWED_HOSTS: 'localhost' },
    })
    const clients: MailClient[] = []
    for (const user of users) {
      const client = await mailClient(daemon.url, user)
      await client.useLocalCalendar()
      clients.push(client)
    }
    const [large, ...others] = clients
    if (!large) throw new Error('nobody is there')

    const begun = performance.now()
    const took: number[] = []
    await connect(large, users[0] ?? '', dovecot.tlsPort)
    await Promise.all(
      others.map(async (client, at) => {
        const own = performance.now()
        await connect(client, users[at + 1] ?? '', dovecot.tlsPort)
        await client.hears('sync-complete', 1)
        took.push(performance.now() - own)
      }),
    )
    // the large one is still at it when the last of the others has everything
    expect(large.heard.map(({ name }) => name)).not.toContain('sync-complete')
    await large.hears('sync-complete', 1)
    const largeTook = performance.now() - begun

    for (const [at, client] of clients.entries()) {
      const { emails } = await client.status()
      expect(emails).toHaveLength(at === 0 ? LARGE : SMALL)
      expect(emails.every(({ subject }) => subject.startsWith(`For ${users[at]},`))).toBe(true)
    }
    const memory = await readFile(`/proc/${daemon.process.pid}/status`, 'utf8').catch(() => '')
    const peak = /VmHWM:\s+(\d+)/.exec(memory)?.[1]
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    process.stdout.write(
      `${ACCOUNTS} accounts: the slowest small one ${seconds(Math.max(...took))} s, ${LARGE} mails ${seconds(largeTook)} s, peak ${Math.round(Number(peak) / 1024)} MB\n`,
    )
    await daemon.stop()
  },
  sized(120_000, 900_000),
)
