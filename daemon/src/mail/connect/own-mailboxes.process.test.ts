import { join } from 'node:path'
import type { MailboxForm } from '@shortlist/contracts/settings'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { imapUnderTest } from '../../../test/imap-under-test.ts'
import { secretBox } from '../../platform/secret-box.ts'
import { MailboxSettings } from './mailbox-settings.ts'
import { openNamedMailboxes } from './named-mailbox.ts'
import { openOwnMailboxes } from './own-mailboxes.ts'

const imap = await imapUnderTest()

/** Own mailboxes on the real server, whose host is looked up as a test says. */
async function open(addresses: (host: string) => Promise<readonly string[]>) {
  const room = await freshFolder()
  const names = { addresses, exchangers: async () => [], services: async () => [] }
  const own = await openOwnMailboxes({
    folder: join(room, 'data'),
    box: secretBox(join(room, 'keys')),
    report: () => {},
    names,
    mayUseOwnNetwork: async () => true,
    ca: imap.server.ca,
    composeUrl: undefined,
    log: { warn() {} },
  })
  return { own, names }
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
  const { own, names } = await open(async () => ['127.0.0.1'])
  let at = Date.UTC(2026, 10, 28)
  const settings = new MailboxSettings({
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
    now: () => new Date(at),
    mail: {
      changeMailbox: (_, change) => change(),
      takeUp() {},
      countOffered: async () => 0,
      offer() {},
    },
  })
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
