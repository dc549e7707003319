import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Dovecot, deliver, startDovecot } from '../../.config/testing/dovecot.ts'
import {
  type MailModel,
  type ModelTrouble,
  startMailModel,
} from '../../.config/testing/mail-model.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type Heard, type MailClient, mailClient } from '../test/mail-client.ts'
import { cpuTime, TICK_MS } from './cpu-time.ts'
import { type ImapRelay, startImapRelay } from './imap-relay.ts'
import { rawMail } from './mail-texts.ts'

const USER = 'ada@example.test'
const PASSWORD = 'abcd efgh ijkl mnop'
const MINUTE = 60_000

/** A mail server with so many mails, and what is needed to read it. */
export interface Mailroom {
  readonly dovecot: Dovecot
  readonly relay: ImapRelay
  /** Puts so many further mails into the mailbox. */
  deliver(count: number): void
}

export interface MailroomSettings {
  readonly mails: number
  /** Milliseconds. */
  readonly roundTrip?: number
  /** Of each mail; 13 KB unless told otherwise. */
  readonly bytes?: number
}

/** Runs `work` with a mail server that holds `mails`, `roundTrip` milliseconds away. */
export async function withMailroom(
  { mails, roundTrip = 0, bytes }: MailroomSettings,
  work: (room: Mailroom) => Promise<void>,
): Promise<void> {
  const dovecot = await startDovecot({ [USER]: PASSWORD })
  const relay = await startImapRelay(dovecot.port, roundTrip)
  const begin = Date.now() - 100 * 24 * 60 * MINUTE
  let delivered = 0
  const add = (count: number) => {
    for (let number = 0; number < count; number++) {
      const at = new Date(begin + delivered * MINUTE)
      deliver(dovecot.maildir(USER), rawMail(delivered, at, bytes), at, dovecot.owner)
      delivered += 1
    }
  }
  try {
    add(mails)
    await work({ dovecot, relay, deliver: add })
  } finally {
    await relay.stop()
    await dovecot.remove()
  }
}

/** A daemon that reads the mailbox, signed in and with a local calendar. */
export interface MailRun {
  readonly daemon: RunningDaemon
  readonly client: MailClient
  readonly model: MailModel | undefined
  /** Syncs and resolves to what it took, in milliseconds, and how it ended. */
  sync(): Promise<SyncTimes>
}

export interface SyncTimes {
  /** From the call to its answer. */
  readonly answered: number
  /** From the call to the first analysed mail; infinite where there was none. */
  readonly first: number
  /** From the call to the end. */
  readonly ended: number
  readonly end: Heard
}

export interface RunSettings {
  readonly concurrency: number
  /** Undefined: the built-in rules analyse. */
  readonly model?: ModelTrouble
}

/** Runs `work` with a daemon of its own on the mailbox. */
export async function withDaemon(
  { relay }: Mailroom,
  { concurrency, model: trouble }: RunSettings,
  work: (run: MailRun) => Promise<void>,
): Promise<void> {
  const room = await mkdtemp(join(tmpdir(), 'shortlist-bench-'))
  const model = trouble ? await startMailModel(trouble) : undefined
  const daemon = await startDaemon({
    dataFolder: join(room, 'data'),
    env: {
      IMAP_HOST: '127.0.0.1',
      IMAP_PORT: String(relay.port),
      IMAP_SECURITY: 'none',
      IMAP_USER: USER,
      IMAP_APP_PASSWORD: PASSWORD,
      MAIL_CONCURRENCY: String(concurrency),
      USER_TIME_ZONE: 'Europe/Zurich',
      ...(model && { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'scripted' }),
    },
  })
  const client = await mailClient(daemon.url, USER)
  try {
    await client.useLocalCalendar()
    await client.until(({ connected }) => connected)
    await atRest(daemon.process.pid ?? 0)
    await work({ daemon, client, model, sync: () => timeSync(client) })
  } finally {
    client.close()
    await daemon.stop()
    await model?.stop()
    await rm(room, { recursive: true, force: true })
  }
}

/** Resolves when a process has used no processor for a moment: nobody syncs while it still starts. */
async function atRest(pid: number): Promise<void> {
  for (let before = Number.NaN, quiet = 0; quiet < 3; ) {
    const used = cpuTime(pid)
    quiet = used - before <= TICK_MS ? quiet + 1 : 0
    before = used
    await wait(100)
  }
}

async function timeSync(client: MailClient): Promise<SyncTimes> {
  const start = performance.now()
  const since = () => performance.now() - start
  let first = Number.POSITIVE_INFINITY
  void client.next('email-analyzed').then(() => {
    first = since()
  })
  const ending = client.next('sync-complete', 'sync-error')
  await client.sync()
  const answered = since()
  const end = await ending
  return { answered, first, ended: since(), end }
}
