import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, onTestFinished } from 'vitest'
import {
  type Dovecot,
  type DovecotOptions,
  deliver,
  startDovecot,
} from '../../.config/testing/dovecot.ts'
import { type FaultProxy, startFaultProxy } from '../../.config/testing/fault-proxy.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import type { ConnectionParts } from '../src/mail/mailbox/imap-connection.ts'
import { createImapMailbox } from '../src/mail/mailbox/imap-mailbox.ts'
import type { ImapSettings } from '../src/mail/mailbox/providers.ts'
import type { Mailbox } from '../src/mail/ports.ts'
import { mailNumber, numberOf } from './read-mailbox.ts'

const PASSWORD = 'abcd efgh ijkl mnop'
const MAILBOXES = 40

interface ImapOptions extends DovecotOptions {
  /** How many mailboxes there are at most. */
  readonly users?: number
}

/** A mail server of one test file, with a mailbox for each of its tests. */
export interface ImapUnderTest {
  readonly server: Dovecot
  /** A user whose mailbox nobody has opened. */
  freshUser(): string
  /** Settings that open the mailbox of a user over TLS. */
  settings(user: string, change?: Partial<ImapSettings>): ImapSettings
  /** The mailbox of a user; it is closed when the running test ends. */
  open(settings: ImapSettings, parts?: Partial<ConnectionParts>): Mailbox
  deliver(user: string, ...numbers: readonly number[]): void
  deliverRaw(user: string, raw: Uint8Array, at?: Date): void
  /** Takes a mail away as another client does. */
  remove(user: string, number: number): void
  /** A network that can fail, in front of the plain port; it ends with the running test. */
  proxy(): Promise<FaultProxy>
}

/** Starts the server before the tests of a file; they are skipped where Dovecot is missing. */
export async function imapUnderTest(options: ImapOptions = {}): Promise<ImapUnderTest> {
  const path = await needsPeer('dovecot')
  const users = Array.from(
    { length: options.users ?? MAILBOXES },
    (_, at) => `user${at}@example.test`,
  )
  const fresh = [...users]
  let server: Dovecot

  beforeAll(async () => {
    if (path) server = await startDovecot(Object.fromEntries(users.map(withPassword)), options)
  })

  const deliverRaw = (user: string, raw: Uint8Array, at = new Date()) => {
    deliver(server.maildir(user), raw, at, server.owner)
  }

  return {
    get server() {
      return server
    },
    freshUser() {
      const user = fresh.pop()
      if (!user) throw new Error('the server has no more users')
      return user
    },
    settings: (user, change = {}) => ({
      host: '127.0.0.1',
      port: server.tlsPort,
      security: 'tls',
      user,
      appPassword: PASSWORD,
      folder: 'INBOX',
      ca: server.ca,
      composeUrl: undefined,
      ...change,
    }),
    open(settings, { timers, ...parts } = {}) {
      const mailbox = createImapMailbox(settings, {
        log: { warn: () => {} },
        timers: { idleAfterMs: 50, ...timers },
        ...parts,
      })
      onTestFinished(() => mailbox.close())
      return mailbox
    },
    deliver(user, ...numbers) {
      for (const number of numbers) {
        const { raw, at } = mailNumber(number)
        deliverRaw(user, raw, at)
      }
    },
    deliverRaw,
    remove: (user, number) => removeMail(server.maildir(user), number),
    async proxy() {
      const proxy = await startFaultProxy(server.port)
      return proxy
    },
  }
}

function withPassword(user: string): [string, string] {
  return [user, PASSWORD]
}

function removeMail(maildir: string, number: number): void {
  for (const folder of ['cur', 'new'].map((name) => join(maildir, name))) {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      if (numberOf(readFileSync(file)) === number) {
        rmSync(file)
        return
      }
    }
  }
  throw new Error(`there is no mail ${number}`)
}

/** The commands that clients have given, oldest first: "SELECT", "UID FETCH" and so on. */
export function commandsIn(said: string): string[] {
  return [...said.matchAll(/^[A-Z0-9]+ ((?:UID )?[A-Z]+)/gm)].map(([, command = '']) => command)
}
