import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import type { MailboxForm, TestStep } from '@shortlist/contracts/settings'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../.config/testing/free-port.ts'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { imapUnderTest } from '../../../test/imap-under-test.ts'
import { startScriptedImap } from '../../../test/scripted-imap.ts'
import { reach, systemNames } from '../../platform/egress/reach.ts'
import { type TestParts, testMailbox } from './test-mailbox.ts'

const imap = await imapUnderTest()

function formFor(user: string, change: Partial<MailboxForm> = {}): MailboxForm {
  const { port, appPassword: password } = imap.settings(user)
  const place = { host: 'localhost', port, security: 'tls', folder: 'INBOX' } as const
  return { address: user, ...place, user, password, ...change }
}

async function tried(form: MailboxForm, parts: Partial<TestParts> = {}) {
  const rules = { names: systemNames(), isOwnNetworkAllowed: true }
  return testMailbox(form, {
    reach: () => reach(form.host, rules),
    ca: imap.server.ca,
    signal: new AbortController().signal,
    ...parts,
  })
}

/** The bad step of a test in which there is one, after which nothing was tried. */
async function badStep(form: MailboxForm, parts: Partial<TestParts> = {}): Promise<TestStep> {
  const { isGood, steps } = await tried(form, parts)
  const at = steps.findIndex(({ state }) => state === 'bad')
  const states = steps.map(({ state }) => state)
  expect(isGood).toBe(false)
  expect(states.slice(0, at)).toEqual(states.slice(0, at).fill('good'))
  expect(states.slice(at + 1)).toEqual(states.slice(at + 1).fill('not-tried'))
  expect(JSON.stringify(steps)).not.toContain(form.password)
  return steps[at] as TestStep
}

const brief = { connectMs: 300, tlsMs: 300, signInMs: 1500, folderMs: 1500 }

describe('a mailbox that works', () => {
  it.each(['tls', 'starttls'] as const)('is good in five steps over %s', async (security) => {
    const user = imap.freshUser()
    imap.deliver(user, 1, 2)
    const port = security === 'tls' ? imap.server.tlsPort : imap.server.port

    const { isGood, steps, folders } = await tried(formFor(user, { security, port }))

    expect(steps.map(({ step, detail }) => [step, detail])).toEqual([
      ['name', expect.stringMatching(/^localhost has (one address|\d addresses)$/)],
      ['reach', `port ${port} answers`],
      [
        'tls',
        expect.stringMatching(/^TLS 1\.3; certificate of localhost, valid until \d+ \w+ \d{4}$/),
      ],
      ['sign-in', `signed in as ${user}`],
      ['folder', 'INBOX: 2 mails; drafts go to Drafts'],
    ])
    expect(isGood).toBe(true)
    expect(folders).toEqual(expect.arrayContaining(['INBOX', 'Drafts', 'Sent']))
    expect(steps.every(({ ms, hint }) => Number.isInteger(ms) && hint === null)).toBe(true)
  })

  it('is connected to at the address that was looked up first, and at no later one', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    const names = { addresses: async () => answers.shift() ?? [] }
    let connections = 0
    const other = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    other.listen(imap.server.tlsPort, '127.0.0.2')
    onTestFinished(() => void other.close())

    const { isGood } = await tried(formFor(imap.freshUser()), {
      reach: () => reach('localhost', { names, isOwnNetworkAllowed: true }),
    })

    expect(isGood).toBe(true)
    expect(connections).toBe(0)
    expect(answers).toHaveLength(1)
  })
})

describe('a mailbox that does not work', () => {
  it('says that nobody has its name', async () => {
    expect(await badStep(formFor(imap.freshUser(), { host: 'no..where' }))).toMatchObject({
      step: 'name',
      detail: 'No server has the name no..where.',
    })
  })

  it('says that its address may not be used, without a connection', async () => {
    const proxy = await imap.proxy()
    const form = formFor(imap.freshUser(), { port: proxy.port })

    const step = await badStep(form, {
      reach: () => reach('localhost', { names: systemNames(), isOwnNetworkAllowed: false }),
    })

    expect(step).toMatchObject({ step: 'name', detail: expect.stringContaining('not be used') })
    expect(proxy.accepted).toBe(0)
  })

  it('says that its port is closed', async () => {
    const port = await freePort()
    expect(await badStep(formFor(imap.freshUser(), { port }))).toMatchObject({
      step: 'reach',
      detail: `The server takes no connections on port ${port}.`,
    })
  })

  it('says that its certificate is its own, with the fingerprint', async () => {
    const step = await badStep(formFor(imap.freshUser()), { ca: undefined })

    expect(step).toMatchObject({ step: 'tls' })
    expect(step.detail).toMatch(/certificate of its own, SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}\.$/)
  })

  it('says that its certificate is for another host', async () => {
    const names = { addresses: async () => ['127.0.0.1'] }
    const form = formFor(imap.freshUser(), { host: 'mail.example' })

    const step = await badStep(form, {
      reach: () => reach(form.host, { names, isOwnNetworkAllowed: true }),
    })

    expect(step).toMatchObject({
      step: 'tls',
      detail: 'The certificate of the mail server belongs to another host.',
    })
  })

  it('says that nothing is encrypted', async () => {
    const { port } = await startScriptedImap()
    expect(await badStep(formFor(imap.freshUser(), { port }))).toMatchObject({ step: 'tls' })

    const plain = await startScriptedImap()
    plain.answer('STARTTLS', 'BAD <b>no</b>\u0007 such command')
    const form = formFor(imap.freshUser(), { port: plain.port, security: 'starttls' })
    expect(await badStep(form)).toMatchObject({
      step: 'tls',
      detail: 'The server says: "BAD no such command"',
    })
  })

  it.each([
    ['another protocol', 'HTTP/1.1 400 Bad Request'],
    ['ten megabytes', `* OK ${'x'.repeat(10 * 1024 * 1024)}`],
  ])('says that %s is no IMAP', async (_, greeting) => {
    const { port } = await startScriptedImap(greeting)
    const form = formFor(imap.freshUser(), { port, security: 'starttls' })

    expect(await badStep(form)).toMatchObject({
      step: 'tls',
      detail: 'The server does not speak IMAP.',
    })
  })

  it("says in the server's own words that the password is wrong", async () => {
    const password = 'canary-password'
    const step = await badStep(formFor(imap.freshUser(), { password }))

    expect(step).toMatchObject({
      step: 'sign-in',
      hint: 'Check the user name and the app password.',
    })
    expect(step.detail).toMatch(/^The server says: ".*[Aa]uthentication failed.*"$/)
  })

  it('says that it has no such folder, and which it has', async () => {
    const { steps, folders } = await tried(formFor(imap.freshUser(), { folder: 'Inbox2' }))

    expect(steps.at(-1)).toMatchObject({ state: 'bad', detail: 'There is no folder "Inbox2".' })
    expect(folders).toContain('INBOX')
  })

  it('says in time that the server hangs, before it encrypts and after', async () => {
    const proxy = await imap.proxy()
    const change = { port: proxy.port, security: 'starttls' } as const
    const form = formFor(imap.freshUser(), change)
    proxy.toClient({ isStalled: true })
    expect(await badStep(form, { patience: brief })).toMatchObject({
      step: 'tls',
      detail: 'The server did not answer in time.',
    })

    const slow = await imap.proxy()
    slow.onceSaid(/STARTTLS.*STARTTLS/s, () => slow.toClient({ isStalled: true }))
    expect(
      await badStep({ ...form, port: slow.port }, { patience: { ...brief, tlsMs: 5000 } }),
    ).toMatchObject({ step: 'sign-in', detail: 'The mail server did not answer in time.' })
  })

  it('ends at once where nobody wants to know any more', async () => {
    const proxy = await imap.proxy()
    proxy.toClient({ isStalled: true })
    const form = formFor(imap.freshUser(), { port: proxy.port, security: 'starttls' })
    const ending = new AbortController()

    const trying = tried(form, { signal: ending.signal })
    await expect.poll(() => proxy.accepted).toBe(1)
    ending.abort(new Error('enough'))

    await expect(trying).rejects.toThrow('enough')
  })
})

const DAY_MS = 86_400_000

const CA = `[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
[any]
commonName = supplied
`

describe('a certificate that the user trusts', () => {
  /** A certificate that nobody vouches for, valid for a while from that day on, with its key. */
  async function makeCertificate(from = new Date()) {
    const folder = await freshFolder()
    const write = (name: string, text: string) => writeFile(join(folder, name), text)
    const day = (at: number) => new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
    const openssl = (...args: string[]) =>
      execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
    await write('index.txt', '')
    await write('ca.conf', CA)
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    openssl('req', '-new', ...curve, '-keyout', 'key', '-out', 'asked', '-subj', '/CN=bridge')
    const days = ['-startdate', day(from.getTime()), '-enddate', day(from.getTime() + DAY_MS)]
    const files = ['-config', 'ca.conf', '-keyfile', 'key', '-in', 'asked', '-out', 'certificate']
    openssl('ca', '-selfsign', '-batch', '-notext', '-create_serial', ...files, ...days)
    const read = (name: string) => readFile(join(folder, name), 'utf8')
    const [key, cert] = [await read('key'), await read('certificate')]
    const { fingerprint256: sha256, raw } = new X509Certificate(cert)
    return { key, cert, pin: { sha256, der: raw.toString('base64') } }
  }

  /** Greets over TLS as a server of IMAP does, and counts what is said to it. */
  async function greeter(certificate: { readonly key: string; readonly cert: string }) {
    const heard: string[] = []
    const server = createTlsServer(certificate, (socket) => {
      socket.on('error', () => {})
      socket.on('data', (bytes) => heard.push(bytes.toString('latin1')))
      socket.write('* OK [CAPABILITY IMAP4rev1] hello\r\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return { port: (server.address() as AddressInfo).port, heard }
  }

  it.each(['tls', 'starttls'] as const)(
    'is enough over %s, whatever name it is for',
    async (security) => {
      const user = imap.freshUser()
      imap.deliver(user, 1)
      const port = security === 'tls' ? imap.server.tlsPort : imap.server.port
      const form = formFor(user, { security, port, host: 'bridge.home' })
      const names = { addresses: async () => ['127.0.0.1'] }
      const home = () => reach(form.host, { names, isOwnNetworkAllowed: true })
      const unknown = { ca: undefined, reach: home }
      const { certificate } = await tried(form, unknown)
      expect(certificate?.sha256).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)

      const pinned = { ...form, pin: certificate ?? undefined }
      expect((await tried(pinned, unknown)).isGood).toBe(true)

      const mailbox = imap.open({ ...imap.settings(user), ...pinned, ca: undefined, reach: home })
      await mailbox.connect(new AbortController().signal)
      expect(mailbox.health().state).toBe('ready')
    },
  )

  it('is the only one: neither another nor one of a known authority is taken, and it is said', async () => {
    const { pin } = await makeCertificate()
    const form = { ...formFor(imap.freshUser()), pin }

    const step = await badStep(form)
    expect(step.step).toBe('tls')
    expect(step.detail).toMatch(/^The server shows another certificate than the one that you trust/)
    expect(step.hint).toContain('Somebody may stand in between.')
    expect((await tried(form)).certificate?.sha256).not.toBe(pin.sha256)

    const home = () => reach('localhost', { names: systemNames(), isOwnNetworkAllowed: true })
    const mailbox = imap.open({ ...imap.settings(form.user), pin, reach: home })
    await expect(mailbox.connect(new AbortController().signal)).rejects.toMatchObject({
      code: 'IMAP_TLS',
      message: 'The mail server shows another certificate than the one that you trust.',
    })
  })

  it('is refused once it has expired, and the password is not sent', async () => {
    const certificate = await makeCertificate(new Date('2020-01-01'))
    const { port, heard } = await greeter(certificate)
    const form = formFor(imap.freshUser(), { port, pin: certificate.pin })

    expect(await badStep(form)).toMatchObject({
      step: 'tls',
      detail: 'The certificate of the mail server has expired.',
    })
    expect((await tried(form)).certificate).toBeNull()
    expect(heard).toEqual([])
  })

  it('counts in the own network alone, and is offered nowhere else', async () => {
    const { pin } = await makeCertificate()
    const asIfPublic = async () => ({ ...(await localhost()), isOwnNetwork: false })
    const localhost = () => reach('localhost', { names: systemNames(), isOwnNetworkAllowed: true })
    const form = formFor(imap.freshUser())

    const unknown = await tried(form, { ca: undefined, reach: asIfPublic })
    expect([unknown.isGood, unknown.certificate]).toEqual([false, null])
    expect(await badStep({ ...form, pin }, { reach: asIfPublic })).toMatchObject({
      step: 'tls',
      detail: 'Single certificates are trusted on this computer and in its network alone.',
    })
    const mailbox = imap.open({ ...imap.settings(form.user), pin, reach: asIfPublic })
    await expect(mailbox.connect(new AbortController().signal)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    })
  })
})
