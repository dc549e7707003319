import { X509Certificate } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  MailboxConnected,
  type MailboxForm,
  MailboxTest,
  Settings,
} from '@shortlist/contracts/settings'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Dovecot, deliver, startDovecot } from '../../.config/testing/dovecot.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { needsPeer } from '../../.config/testing/needs-peer.ts'
import { plainMail } from '../../.config/testing/plain-mail.ts'
import { runCommand } from '../../.config/testing/run-command.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { contentsOf } from './contents-of.ts'
import { found } from './find-spellings.ts'
import { type MailClient, mailClient } from './mail-client.ts'

/** Two accounts of one daemon, each with a mailbox that it connects itself, on a real server. */

const dovecotPath = await needsPeer('dovecot')
const passwords = {
  'ada@example.test': 'canary-ada-mailbox-1f7c',
  'bob@example.test': 'canary-bob-mailbox-93be',
  'eve@example.test': 'canary-eve-mailbox-07aa',
}
type User = keyof typeof passwords

let dovecot: Dovecot
let ca: string
let delivered = 0

beforeAll(async () => {
  if (!dovecotPath) return
  dovecot = await startDovecot(passwords)
  ca = join(await freshFolder(), 'ca.pem')
  await writeFile(ca, dovecot.ca)
})

function write(user: User, subject: string): void {
  delivered += 1
  const raw = plainMail({ number: delivered, subject, body: `${subject} text` })
  deliver(dovecot.maildir(user), raw, new Date(), dovecot.owner)
}

function formFor(user: User, change: Partial<MailboxForm> = {}): MailboxForm {
  const place = {
    host: 'localhost',
    port: dovecot.tlsPort,
    security: 'tls',
    folder: 'INBOX',
  } as const
  return { address: user, user, ...place, password: passwords[user], ...change }
}

/** A data folder with keys beside it, as `begin` takes it. */
async function begin(
  env: Record<string, string> = {},
  dataFolder?: string,
): Promise<RunningDaemon> {
  return startDaemon({
    env: { IMAP_CA_FILE: ca, LOG_LEVEL: 'trace', ...env },
    ...(dataFolder && { dataFolder }),
  })
}

/** What a client says of the settings of its account, and every answer that it got. */
function settingsOf(client: MailClient) {
  const { id } = client.caller.account
  const answers: string[] = []
  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await client.caller.call(method, `/api/settings/${id}${path}`, body)
    const text = await answer.text()
    answers.push(text)
    return JSON.parse(text)
  }
  const ofUser = { userId: id }
  return {
    answers,
    ask,
    read: async () => Settings.parse(await ask('GET', '')),
    test: async (form: MailboxForm) => MailboxTest.parse(await ask('POST', '/mailbox/test', form)),
    connect: async (form: MailboxForm) =>
      MailboxConnected.parse(await ask('PUT', '/mailbox', form)),
    pause: async () => Settings.parse(await ask('POST', '/mailbox/pause', ofUser)),
    resume: async () => Settings.parse(await ask('POST', '/mailbox/resume', ofUser)),
    takeOver: async () => MailboxConnected.parse(await ask('POST', '/mailbox/take-over', ofUser)),
    remove: async () => Settings.parse(await ask('DELETE', '/mailbox')),
  }
}

/** Everything that an account can ask about its mail. */
async function everythingOf(client: MailClient): Promise<string> {
  const { id } = client.caller.account
  const status = await client.status()
  const paths = [
    `/api/gmail/status/${id}`,
    `/api/gmail/emails/${id}`,
    `/api/mail/${id}/rows`,
    `/api/settings/${id}`,
    ...status.emails.flatMap((email) => [
      `/api/mail/${id}/mails/${email.id}`,
      `/api/gmail/emails/${id}/${email.id}/text`,
    ]),
  ]
  const texts = paths.map(async (path) => (await client.caller.call('GET', path)).text())
  return [...(await Promise.all(texts)), JSON.stringify(client.heard)].join('\n')
}

describe('an account that connects its own mailbox', () => {
  it('reads it at once, sees nothing of another one, and after a restart still', async () => {
    const room = await freshFolder()
    const data = join(room, 'data')
    const daemon = await begin({ IMAP_ALLOWED_HOSTS: 'localhost' }, data)
    const [ada, bob] = [
      await mailClient(daemon.url, 'ada@example.test'),
      await mailClient(daemon.url, 'bob@example.test'),
    ]
    const [adas, bobs] = [settingsOf(ada), settingsOf(bob)]
    write('ada@example.test', 'canary-of-ada')
    write('bob@example.test', 'canary-of-bob')
    for (const client of [ada, bob]) await client.useLocalCalendar()

    const { test, settings } = await adas.connect(formFor('ada@example.test'))
    expect(test.isGood).toBe(true)
    expect(settings.mailbox).toMatchObject({ origin: 'own', own: { hasSecret: true } })
    await ada.hears('sync-complete', 1)
    const told = { name: 'settings-changed', payload: { sections: ['mailbox'] } }
    expect(ada.heard).toContainEqual(told)
    expect(bob.heard).not.toContainEqual(told)
    expect((await bobs.read()).mailbox).toMatchObject({ origin: 'none', own: null })
    expect((await bob.status()).mailbox.kind).toBe('none')
    expect((await bobs.connect(formFor('bob@example.test'))).test.isGood).toBe(true)
    await bob.hears('sync-complete', 1)
    write('ada@example.test', 'canary-of-ada again')
    await ada.until(({ emails }) => emails.length === 2)

    const [ofAda, ofBob] = [await everythingOf(ada), await everythingOf(bob)]
    expect(ofAda).toContain('canary-of-ada again')
    expect(ofBob).toContain('canary-of-bob')
    expect(ofAda).not.toMatch(/canary-of-bob/)
    expect(ofBob).not.toMatch(/canary-of-ada/)

    await daemon.stop()
    const again = await begin({ IMAP_ALLOWED_HOSTS: 'localhost' }, data)
    const adaAgain = await mailClient(again.url, 'ada@example.test', true)
    write('ada@example.test', 'canary-of-ada at last')
    await adaAgain.until(({ emails }) => emails.length === 3)
    await again.stop()

    const wanted = Object.entries(passwords)
    const answers = [...adas.answers, ...bobs.answers, ofAda, ofBob, JSON.stringify(adaAgain.heard)]
    for (const text of answers) expect(found(wanted, text)).toEqual([])
    for (const [name, text] of await contentsOf(room)) {
      expect([name, found(wanted, text)]).toEqual([name, []])
      expect([name, (await stat(name)).mode & 0o077]).toEqual([name, 0])
    }
  })

  it('stores nothing of one that does not work, and keeps the one that does', async () => {
    const daemon = await begin()
    const ada = await mailClient(daemon.url, 'ada@example.test')
    const settings = settingsOf(ada)
    await ada.useLocalCalendar()
    const stateOf = ({ test }: MailboxConnected) =>
      test.steps.find(({ state }) => state === 'bad')?.step
    const wrong = formFor('ada@example.test', { password: 'canary-wrong-password' })

    expect(stateOf(await settings.connect(wrong))).toBe('sign-in')
    expect((await settings.read()).mailbox.own).toBeNull()
    expect((await settings.connect(formFor('ada@example.test'))).test.isGood).toBe(true)
    await ada.hears('sync-complete', 1)
    const before = await ada.status()
    const missing = formFor('ada@example.test', { folder: 'Inbox2', password: '' })
    expect(stateOf(await settings.connect(missing))).toBe('folder')

    expect((await settings.read()).mailbox.own).toMatchObject({ folder: 'INBOX' })
    expect(await ada.status()).toEqual(before)
    // one test more than a minute has
    expect(await settings.ask('POST', '/mailbox/test', wrong)).toMatchObject({
      code: 'RATE_LIMITED',
    })
    const wanted = [...Object.entries(passwords), ['wrong', wrong.password] as [string, string]]
    for (const text of settings.answers) expect(found(wanted, text)).toEqual([])
  })

  it('rests while it is paused, and is gone with its mails when it is removed', async () => {
    const room = await freshFolder()
    const daemon = await begin({}, join(room, 'data'))
    const eve = await mailClient(daemon.url, 'eve@example.test')
    const settings = settingsOf(eve)
    await eve.useLocalCalendar()
    write('eve@example.test', 'canary-of-eve')
    await settings.connect(formFor('eve@example.test'))
    await eve.hears('sync-complete', 1)

    expect((await settings.pause()).mailbox.own?.isPaused).toBe(true)
    write('eve@example.test', 'canary-of-eve later')
    expect(await eve.status()).toMatchObject({
      connected: false,
      emails: [{ subject: 'canary-of-eve' }],
      mailbox: { isPaused: true, state: 'unreachable' },
    })
    expect((await eve.post('/api/gmail/sync')).status).toBe(500)
    expect((await settings.resume()).mailbox.own?.isPaused).toBe(false)
    const resumed = await eve.until(({ emails }) => emails.length === 2)
    expect(resumed.mailbox).not.toHaveProperty('isPaused')

    await settings.remove()

    expect(await eve.status()).toMatchObject({ emails: [], mailbox: { kind: 'none' } })
    await daemon.stop()
    const texts = [...(await contentsOf(room)).values()].join('\n')
    expect(texts).not.toMatch(/canary-of-eve|localhost:/)
  })
})

describe('what an account may connect', () => {
  it('is a server of the own network for the first account alone', async () => {
    const daemon = await begin()
    await mailClient(daemon.url, 'ada@example.test')
    const bob = settingsOf(await mailClient(daemon.url, 'bob@example.test'))
    const before = dovecot.log()

    for (const host of ['localhost', '127.0.0.1', '::1']) {
      const { steps } = await bob.test(formFor('bob@example.test', { host }))
      expect(steps[0]).toMatchObject({
        state: 'bad',
        detail: expect.stringContaining('may not be used here'),
      })
    }
    expect(dovecot.log()).toBe(before)
  })

  it('is nothing where the environment names the mailbox, which stays with its owner', async () => {
    const daemon = await startDaemon({
      mails: [plainMail({ number: 1, subject: 'canary-of-the-environment' })],
      env: { IMAP_CA_FILE: ca, IMAP_ALLOWED_HOSTS: 'localhost' },
    })
    const ada = await mailClient(daemon.url, 'ada@example.test')
    const bob = await mailClient(daemon.url, 'bob@example.test')
    for (const client of [ada, bob]) await client.useLocalCalendar()

    expect((await settingsOf(ada).read()).mailbox).toMatchObject({
      origin: 'environment',
      setBy: 'MAILBOX_FILE',
      canConfigure: false,
    })
    expect(await settingsOf(ada).ask('PUT', '/mailbox', formFor('ada@example.test'))).toMatchObject(
      {
        code: 'SET_BY_ENVIRONMENT',
      },
    )
    expect((await bob.status()).mailbox.state).toBe('not-owner')
    expect((await settingsOf(bob).connect(formFor('bob@example.test'))).test.isGood).toBe(true)
    await bob.hears('sync-complete', 1)
    await ada.syncToEnd()

    expect(await everythingOf(ada)).toContain('canary-of-the-environment')
    expect(await everythingOf(bob)).not.toContain('canary-of-the-environment')
  })
})

describe('a mailbox that the settings file names', () => {
  const user = 'ada@example.test'

  /** A data folder, and a settings file beside it that names ada's mailbox. */
  async function furnish() {
    const room = await freshFolder()
    const file = join(room, 'named.env')
    const lines = [
      '# the mailbox',
      'IMAP_HOST=localhost',
      `IMAP_PORT=${dovecot.tlsPort}`,
      '',
      `export IMAP_USER = ${user}`,
      `IMAP_APP_PASSWORD='${passwords[user]}'`,
      `IMAP_CA_FILE=${ca}`,
    ]
    await writeFile(file, lines.join('\n'))
    const start = (env: Record<string, string> = {}) =>
      startDaemon({
        env: { LOG_LEVEL: 'trace', ...env },
        dataFolder: join(room, 'data'),
        args: ['--env-file', file],
      })
    return { room, file, start }
  }

  /** Deletes lines as the screen says it. */
  async function deleteLines(file: string, numbers: readonly number[]): Promise<void> {
    const lines = (await readFile(file, 'utf8')).split('\n')
    const left = lines.filter((_, at) => !numbers.includes(at + 1))
    await writeFile(file, left.join('\n'))
  }

  async function markDone(client: MailClient, emailId: string): Promise<void> {
    const { id } = client.caller.account
    const mark = { changeId: `done-${emailId}`, ids: [emailId], mark: 'done' }
    expect((await client.caller.call('POST', `/api/mail/${id}/marks`, mark)).status).toBe(200)
  }

  /** Its mails by id, and which are done. */
  async function mailsOf(client: MailClient) {
    const { id } = client.caller.account
    const done = await client.caller.call('GET', `/api/mail/${id}/rows?view=done`)
    const { rows } = (await done.json()) as { rows: { id: string }[] }
    return { ids: (await client.status()).emails.map((email) => email.id), done: rows }
  }

  /** The client of ada, once her mails are there and one of them is done. */
  async function readAndMark(url: string) {
    const ada = await mailClient(url, user)
    await ada.useLocalCalendar()
    await ada.syncToEnd()
    const [first] = (await ada.status()).emails
    await markDone(ada, first?.id ?? '')
    return { ada, before: await mailsOf(ada) }
  }

  it('is taken over whole: its lines can go, and mails and marks stay', async () => {
    const { room, file, start } = await furnish()
    write(user, 'before the take-over')
    const named = await start()
    const { ada, before } = await readAndMark(named.url)
    const bob = await mailClient(named.url, 'bob@example.test')
    const [adas, bobs] = [settingsOf(ada), settingsOf(bob)]
    expect(
      await bobs.ask('POST', '/mailbox/take-over', { userId: bob.caller.account.id }),
    ).toMatchObject({ code: 'NOT_FOUND' })
    expect((await bobs.read()).mailbox).toMatchObject({ named: null, gone: null })
    expect((await adas.read()).mailbox).toMatchObject({
      origin: 'environment',
      own: null,
      named: { file, canTakeOver: true, isStored: false },
    })

    const { test, settings } = await adas.takeOver()
    expect(test.isGood).toBe(true)
    const { origin, own, named: told } = settings.mailbox
    expect(origin).toBe('environment')
    expect(own).toMatchObject({ host: 'localhost', user, hasSecret: true })
    expect(told).toEqual({
      file,
      canTakeOver: true,
      isStored: true,
      variables: [
        { name: 'IMAP_HOST', value: 'localhost', isInEnvironment: false, lines: [2] },
        { name: 'IMAP_PORT', value: `${dovecot.tlsPort}`, isInEnvironment: false, lines: [3] },
        { name: 'IMAP_USER', value: user, isInEnvironment: false, lines: [5] },
        { name: 'IMAP_APP_PASSWORD', value: null, isInEnvironment: false, lines: [6] },
      ],
    })
    expect(await adas.ask('DELETE', '/mailbox')).toMatchObject({ code: 'SET_BY_ENVIRONMENT' })
    await named.kill()

    await deleteLines(file, told?.variables.flatMap(({ lines }) => lines) ?? [])
    const taken = await start()
    const again = await mailClient(taken.url, user, true)
    const agains = settingsOf(again)
    expect((await agains.read()).mailbox).toMatchObject({ origin: 'own', named: null, gone: null })
    expect(await mailsOf(again)).toEqual(before)
    write(user, 'after the take-over')
    await again.until(({ emails }) => emails.length === before.ids.length + 1)
    await taken.stop()

    // the environment counts again as soon as it names one, be it another
    const bobsMailbox = {
      IMAP_HOST: 'localhost',
      IMAP_PORT: String(dovecot.tlsPort),
      IMAP_USER: 'bob@example.test',
      IMAP_APP_PASSWORD: passwords['bob@example.test'],
    }
    const other = await start(bobsMailbox)
    const elsewhere = settingsOf(await mailClient(other.url, user, true))
    expect((await elsewhere.read()).mailbox).toMatchObject({
      origin: 'environment',
      own: { user },
      named: {
        isStored: false,
        variables: Object.keys(bobsMailbox).map((name) => ({ name, isInEnvironment: true })),
      },
    })
    await other.stop()
    const last = await start()
    const back = await mailClient(last.url, user, true)
    const backs = settingsOf(back)
    expect((await backs.read()).mailbox).toMatchObject({ origin: 'own', own: { user }, gone: null })
    expect((await mailsOf(back)).done).toEqual(before.done)
    await last.stop()

    const answers = [adas, bobs, agains, elsewhere, backs].flatMap((each) => each.answers)
    const secrets = Object.entries(passwords)
    for (const text of answers) expect(found(secrets, text)).toEqual([])
    for (const [, text] of await contentsOf(join(room, 'data')))
      expect(found(secrets, text)).toEqual([])
  })

  it('is taken over on the command line: it says which lines are needless, and no secret', async () => {
    const { room, file, start } = await furnish()
    write(user, 'before the command')
    const named = await start()
    const { before } = await readAndMark(named.url)
    const args = ['--env-file', file, 'settings', 'take-over']
    const run = (env = {}) => runCommand({ room, args, env })
    const busy = await run()
    expect(busy.code).toBe(75)
    await named.stop()

    const refused = await run({ IMAP_APP_PASSWORD: 'not the password' })
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Nothing was stored.')
    const taken = await run()
    expect(taken).toMatchObject({ code: 0, err: '' })
    const lines = [...taken.out.matchAll(/ in line (\d+) of (.*)/g)]
    expect(lines.map(([, line, of]) => [Number(line), of])).toEqual(
      [2, 3, 5, 6].map((line) => [line, file]),
    )

    await deleteLines(
      file,
      lines.map(([, line]) => Number(line)),
    )
    const own = await start()
    const ada = await mailClient(own.url, user, true)
    expect((await settingsOf(ada).read()).mailbox).toMatchObject({ origin: 'own', gone: null })
    expect(await mailsOf(ada)).toEqual(before)
    await own.stop()
    expect((await run()).err).toContain('The environment of this computer names no mailbox')
    for (const { out, err } of [busy, refused, taken])
      expect(found(Object.entries(passwords), out + err)).toEqual([])
  })

  it('is offered to be connected where its lines have gone and nobody took it over', async () => {
    const { file, start } = await furnish()
    write(user, 'of a mailbox that nobody names')
    const named = await start()
    const { before } = await readAndMark(named.url)
    await named.stop()

    await deleteLines(file, [2, 3, 5, 6])
    await (await start()).stop()
    const daemon = await start()
    const ada = await mailClient(daemon.url, user, true)
    const adas = settingsOf(ada)
    const { origin, gone } = (await adas.read()).mailbox
    expect(origin).toBe('none')
    expect(Date.parse(gone?.until ?? '')).toBeLessThanOrEqual(Date.now())
    expect(gone?.place).toEqual({
      ...{ address: user, host: 'localhost', port: dovecot.tlsPort, security: 'tls' },
      ...{ user, folder: 'INBOX' },
    })

    const { settings } = await adas.connect({ ...formFor(user), ...gone?.place })
    expect(settings.mailbox).toMatchObject({ origin: 'own', gone: null })
    expect(await mailsOf(ada)).toEqual(before)
    await daemon.stop()
  })
})

it('wants the password anew before a certificate is trusted or the environment is taken over', async () => {
  const data = join(await freshFolder(), 'data')
  const first = await begin({}, data)
  const user = 'eve@example.test'
  const { caller } = await mailClient(first.url, user)
  await first.stop()
  // a start forgets who has entered a password, and no session
  const second = await begin({}, data)
  const ask = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${second.url}/api/settings/${caller.account.id}${path}`, {
      method,
      headers: { cookie: caller.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as object
  }
  const { raw, fingerprint256: sha256 } = new X509Certificate(dovecot.ca)
  const pin = { sha256, der: raw.toString('base64') }
  const needed = { code: 'CONFIRM_NEEDED' }

  expect(await ask('PUT', '/mailbox', formFor(user, { pin }))).toMatchObject(needed)
  expect(await ask('POST', '/mailbox/test', formFor(user, { pin }))).toMatchObject(needed)
  const mine = { userId: caller.account.id }
  expect(await ask('POST', '/mailbox/take-over', mine)).toMatchObject(needed)
  expect(await ask('PUT', '/mailbox', formFor(user))).toMatchObject({ test: { isGood: true } })

  const eve = settingsOf(await mailClient(second.url, user, true))
  const bad = { sha256: pin.sha256, der: 'AAAA' }
  expect(await eve.ask('PUT', '/mailbox', formFor(user, { pin: bad }))).toMatchObject({
    code: 'VALIDATION',
  })
  const { settings } = await eve.connect(formFor(user, { pin }))
  expect(settings.mailbox.own?.pin).toEqual(pin)
  // it is trusted by now
  expect(await ask('PUT', '/mailbox', formFor(user, { pin, password: '' }))).toMatchObject({
    test: { isGood: true },
  })
  await second.stop()
})
