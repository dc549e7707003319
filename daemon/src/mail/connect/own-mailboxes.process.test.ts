import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { MailboxForm } from '@shortlist/contracts/settings'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../.config/testing/free-port.ts'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { imapUnderTest } from '../../../test/imap-under-test.ts'
import { systemNames } from '../../platform/egress/reach.ts'
import { secretBox } from '../../platform/secret-box.ts'
import { MailboxSettings } from './mailbox-settings.ts'
import { openNamedMailboxes } from './named-mailbox.ts'
import { openOwnMailboxes } from './own-mailboxes.ts'

const imap = await imapUnderTest()

/** Own mailboxes on the real server, whose host is looked up as a test says. */
async function open(
  addresses: (host: string) => Promise<readonly string[]>,
  isOwnNetworkAllowed = true,
) {
  const room = await freshFolder()
  const names = { addresses, exchangers: async () => [], services: async () => [] }
  const own = await openOwnMailboxes({
    folder: join(room, 'data'),
    box: secretBox(join(room, 'keys')),
    report: () => {},
    names,
    mayUseOwnNetwork: async () => isOwnNetworkAllowed,
    ca: imap.server.ca,
    composeUrl: undefined,
    log: { warn() {} },
  })
  return { own, names }
}

/** The settings of own mailboxes on a computer that names none. */
async function settingsOf({ own, names }: Awaited<ReturnType<typeof open>>, now: () => number) {
  return new MailboxSettings({
    own,
    named: await openNamedMailboxes({
      ...{ folder: await freshFolder(), report() {}, named: undefined, now: () => new Date() },
    }),
    names,
    ca: imap.server.ca,
    byModel: { use: () => 'refused', allow: async () => {}, forget: async () => {} },
    model: () => null,
    setBy: async () => null,
    realtime: { publish() {} },
    now: () => new Date(now()),
    mail: {
      changeMailbox: (_, change) => change(),
      takeUp() {},
      countOffered: async () => 0,
      offer() {},
    },
  })
}

function formFor(user: string, change: Partial<MailboxForm> = {}): MailboxForm {
  const { appPassword: password } = imap.settings(user)
  const place = { host: 'localhost', port: imap.server.port, folder: 'INBOX' }
  return { address: user, ...place, security: 'starttls', user, password, ...change }
}

it('is looked up and checked anew for each connection, and left alone where it has moved', async () => {
  const proxy = await imap.proxy()
  const answers = [['127.0.0.1'], ['127.0.0.1', '169.254.169.254']]
  const { own } = await open(async () => answers.shift() ?? [])
  const form = formFor(imap.freshUser(), { port: proxy.port })
  await own.keep('ada', form, new Date())
  const mailbox = await own.open('ada')
  onTestFinished(() => mailbox?.close())
  const { signal } = new AbortController()

  await mailbox?.connect(signal)
  expect(mailbox?.health().state).toBe('ready')
  expect(proxy.accepted).toBe(1)
  proxy.reset()
  await expect.poll(() => mailbox?.health().state).toBe('connecting')

  await expect(mailbox?.connect(signal)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  expect(mailbox?.health()).toMatchObject({
    state: 'unreachable',
    error: 'The mail server lies at an address that may not be used here.',
  })
  expect(proxy.accepted).toBe(1)
})

it('leaves a host alone for 15 minutes that has refused five sign-ins, whoever asks', async () => {
  let at = Date.UTC(2026, 10, 28)
  const opened = await open(async () => ['127.0.0.1'])
  const settings = await settingsOf(opened, () => at)
  const { signal } = new AbortController()
  const wrong = formFor(imap.freshUser(), { password: 'canary' })
  for (const account of ['ada', 'ada', 'ada', 'bob', 'bob']) {
    const { steps } = await settings.test(account, wrong, signal)
    expect(steps[3]).toMatchObject({ step: 'sign-in', state: 'bad' })
  }

  const right = { ...wrong, password: formFor(wrong.user).password }
  await expect(settings.test('carol', right, signal)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  })
  at += 15 * 60_000
  expect((await settings.test('carol', right, signal)).isGood).toBe(true)
})

describe('whoever may not use the own network', () => {
  const loopback = [
    ...['localhost', '127.0.0.1', '127.1', '127.000.000.001', '0177.0.0.1', '0x7f.1', '0x7f000001'],
    ...['2130706433', '017700000001', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::'],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '0:0:0:0:0:ffff:7f00:1',
      '::127.0.0.1',
      '0.0.0.0',
      '0',
    ],
    ...['64:ff9b::7f00:1', '64:ff9b::127.0.0.1', '2002:7f00:1::', '127.0.0.1.', 'localhost.'],
  ]

  it('reaches nothing of it, by whatever spelling, and hears nothing of what is there', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.end('* OK hello\r\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '::', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const closed = await freePort()
    let at = Date.UTC(2026, 10, 28)
    // each is tried when another one may be
    const later = () => {
      at += 4 * 60_000
      return at
    }
    const settings = await settingsOf(await open(systemNames().addresses, false), later)
    const { signal } = new AbortController()

    const told = new Set<string>()
    for (const host of loopback) {
      for (const at of [port, closed]) {
        const form = formFor('ada@example.test', { host, port: at })
        const { steps } = await settings.test('bob', form, signal)
        expect(steps[0]).toMatchObject({ step: 'name', state: 'bad' })
        const { detail, hint } = steps[0] ?? {}
        told.add(`${detail?.replace(host, 'HOST').replace(String(at), 'PORT')} ${hint}`)
      }
    }

    expect(connections).toBe(0)
    // refused, or a spelling that is no name at all
    expect([...told].filter((each) => !each.startsWith('No server has the name'))).toEqual([
      expect.stringMatching(/^HOST with port PORT may not be used here\./),
    ])
  })

  it('is connected to nothing by a name that has moved there since it was tried', async () => {
    const proxy = await imap.proxy()
    const answers = [['8.8.8.8'], ['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1']]
    const { own } = await open(async () => answers.shift() ?? [], false)
    await own.keep('bob', formFor(imap.freshUser(), { port: proxy.port }), new Date())
    const mailbox = await own.open('bob')
    onTestFinished(() => mailbox?.close())

    // a public address on a port that is none of mail, then those of this computer
    for (let turn = 0; turn < 4; turn += 1)
      await expect(mailbox?.connect(new AbortController().signal)).rejects.toMatchObject({
        code: 'ADDRESS_REFUSED',
      })
    expect(proxy.accepted).toBe(0)
  })
})
