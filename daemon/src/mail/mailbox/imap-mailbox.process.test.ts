import { describe, expect, it } from 'vitest'
import { imapUnderTest } from '../../../test/imap-under-test.ts'
import { describeMailbox } from '../../../test/mailbox-contract.ts'
import { ReadMailbox } from '../../../test/read-mailbox.ts'
import { createImapMailbox } from './imap-mailbox.ts'

const imap = await imapUnderTest()
const anySignal = () => new AbortController().signal

describeMailbox('IMAP', {
  batch: 200,
  async open() {
    const user = imap.freshUser()
    const mailbox = imap.open(imap.settings(user))
    return {
      mailbox,
      deliver: (...numbers) => imap.deliver(user, ...numbers),
      remove: (number) => imap.remove(user, number),
      stop: () => mailbox.close(),
    }
  },
})

describe('createImapMailbox', () => {
  it.each([
    ['tls', () => imap.server.tlsPort],
    ['starttls', () => imap.server.port],
    ['none', () => imap.server.port],
  ] as const)('reads with IMAP_SECURITY %s', async (security, port) => {
    const user = imap.freshUser()
    imap.deliver(user, 1)
    const mailbox = imap.open(imap.settings(user, { security, port: port() }))
    const read = new ReadMailbox(mailbox)

    await read.read()

    expect(read.numbers).toEqual([1])
  })

  it('sends no password before STARTTLS has encrypted the connection', async () => {
    const user = imap.freshUser()
    const proxy = await imap.proxy()
    const mailbox = imap.open(imap.settings(user, { security: 'starttls', port: proxy.port }))

    await mailbox.connect(anySignal())

    expect(proxy.said).toContain('STARTTLS')
    expect(proxy.said).not.toMatch(/LOGIN|AUTHENTICATE/)
  })

  it('contacts nobody before it is asked to', async () => {
    const proxy = await imap.proxy()

    const mailbox = imap.open(imap.settings(imap.freshUser(), { port: proxy.port }))

    expect(mailbox.health()).toMatchObject({ state: 'connecting', error: null, retryAt: null })
    expect(proxy.accepted).toBe(0)
  })

  it('keeps one connection for everything', async () => {
    const proxy = await imap.proxy()
    const settings = imap.settings(imap.freshUser(), { security: 'none', port: proxy.port })
    const mailbox = imap.open(settings)
    const read = new ReadMailbox(mailbox)

    await Promise.all([mailbox.connect(anySignal()), read.read(), mailbox.connect(anySignal())])
    await mailbox.saveDraft(Buffer.from('Subject: Hi\r\n\r\n'), '<a@b>', null, anySignal())

    expect(proxy.accepted).toBe(1)
  })

  it('is another mailbox for another user, host or folder, whatever the port', () => {
    const parts = { log: { warn: () => {} } }
    const settings = { ...unreached, host: 'mail.example', user: 'ada@mail.example' }
    const identity = (change: object) =>
      createImapMailbox({ ...settings, ...change }, parts).identity

    expect(identity({ port: 143, host: 'Mail.Example' })).toBe(identity({}))
    expect(identity({ folder: 'Jobs' })).not.toBe(identity({}))
    expect(identity({ user: 'eve@mail.example' })).not.toBe(identity({}))
    expect(identity({ host: 'other.example' })).not.toBe(identity({}))
  })

  it('takes host, links and addresses from the provider that the address names', () => {
    const mailbox = createImapMailbox(
      { ...unreached, host: undefined, user: 'ada@gmail.com' },
      { log: { warn: () => {} } },
    )

    expect(mailbox.identity).toContain('imap.gmail.com')
    expect(mailbox.webLink('<a+b@c>')).toBe(
      'https://mail.google.com/mail/?authuser=ada%40gmail.com#search/rfc822msgid%3Aa%2Bb%40c',
    )
    expect(mailbox.health()).toMatchObject({
      kind: 'imap',
      label: 'ada@gmail.com',
      provider: 'Gmail',
      appPasswordUrl: 'https://myaccount.google.com/apppasswords',
      composeUrl: 'https://mail.google.com/mail/?view=cm&fs=1',
      canSaveDrafts: true,
    })
    expect(mailbox.health()).not.toHaveProperty('host')
  })

  it('is named by its server where no known provider keeps it', () => {
    const settings = { ...unreached, host: 'mail.acme.example' }

    const mailbox = createImapMailbox(settings, { log: { warn: () => {} } })

    expect(mailbox.health()).toMatchObject({ provider: null, host: 'mail.acme.example' })
  })

  it('lets the settings decide where drafts are composed', () => {
    const composeUrl = 'https://mail.example/new'
    const settings = { ...unreached, host: 'imap.gmail.com', composeUrl }

    const mailbox = createImapMailbox(settings, { log: { warn: () => {} } })

    expect(mailbox.health().composeUrl).toBe(composeUrl)
  })

  it('refuses settings that do not tell the server', () => {
    const settings = { ...unreached, host: undefined, user: 'ada@example.test' }

    expect(() => createImapMailbox(settings, { log: { warn: () => {} } })).toThrow(
      expect.objectContaining({ code: 'IMAP_NOT_CONFIGURED' }),
    )
  })
})

const unreached = {
  host: undefined,
  port: 993,
  security: 'tls',
  user: 'ada@gmail.com',
  appPassword: 'secret',
  folder: 'INBOX',
  ca: undefined,
  composeUrl: undefined,
} as const
