import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailboxForm } from '@shortlist/contracts/settings'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { AddressRefused, type Names } from '../../platform/egress/reach.ts'
import { secretBox } from '../../platform/secret-box.ts'
import { type OwnMailboxParts, openOwnMailboxes } from './own-mailboxes.ts'

const password = 'canary mailbox password'
const form: MailboxForm = {
  address: 'ada@mail.example',
  host: 'imap.mail.example',
  port: 993,
  security: 'tls',
  user: 'ada',
  folder: 'INBOX',
  password,
}
const now = new Date('2026-11-28T10:00:00Z')

const names: Names = {
  addresses: async () => ['8.8.8.8'],
  exchangers: async () => [],
  services: async () => [],
}

async function open(change: Partial<OwnMailboxParts> & { readonly room?: string } = {}) {
  const { room = await freshFolder(), ...parts } = change
  const own = await openOwnMailboxes({
    folder: join(room, 'data'),
    box: secretBox(join(room, 'keys')),
    report: () => {},
    names,
    mayUseOwnNetwork: async () => false,
    ca: undefined,
    composeUrl: undefined,
    log: { warn() {} },
    ...parts,
  })
  return { own, room }
}

async function filesOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((each) => each.isFile())
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

describe('an own mailbox', () => {
  it('is kept for its account, and its password apart from what is known of it', async () => {
    const { own, room } = await open()
    await own.keep('ada', form, now)

    const { own: again } = await open({ room })

    const { password: _, ...place } = form
    expect(again.get('ada')).toEqual({
      ...place,
      userId: 'ada',
      isPaused: false,
      savedAt: now.toISOString(),
    })
    expect(again.users()).toEqual(['ada'])
    expect(again.get('bob')).toBeUndefined()
    expect(await again.open('bob')).toBeUndefined()
    expect(await again.passwordFor('ada', form)).toBe(password)
    const stored = await filesOf(room)
    expect(stored).toContain(form.host)
    expect(stored).not.toContain(password)
    expect(stored).not.toContain(Buffer.from(password).toString('base64').slice(4, -4))
  })

  it.each([
    ['host', { host: 'imap.evil.example' }],
    ['port', { port: 143 }],
    ['user', { user: 'bob' }],
  ])('opens its password for no other %s', async (_, change) => {
    const { own } = await open()
    await own.keep('ada', form, now)

    expect(await own.passwordFor('ada', { ...form, ...change })).toBeUndefined()
    expect(await own.passwordFor('bob', form)).toBeUndefined()
  })

  it('is gone when it is removed, from both copies of the file', async () => {
    const { own, room } = await open()
    await own.keep('ada', form, now)
    await own.keep('bob', { ...form, host: 'imap.other.example' }, now)

    await own.remove('ada')

    expect(own.get('ada')).toBeUndefined()
    const stored = await filesOf(room)
    expect(stored).not.toContain(form.host)
    expect(stored).toContain('imap.other.example')
  })

  it('rests while it is paused, and says so', async () => {
    const { own } = await open()
    await own.keep('ada', form, now)
    await own.setPaused('ada', true)
    await own.setPaused('bob', true)

    const mailbox = await own.open('ada')
    const { signal } = new AbortController()

    expect(own.users()).toEqual(['ada'])
    expect(mailbox?.identity).toBe('imap://ada@imap.mail.example/INBOX')
    expect(mailbox?.health()).toMatchObject({
      kind: 'imap',
      state: 'unreachable',
      isPaused: true,
      error: expect.stringContaining('paused'),
    })
    await expect(mailbox?.connect(signal)).rejects.toMatchObject({ code: 'MAIL_CONNECT' })
    const read = async () =>
      mailbox
        ?.changes(null, async () => [], signal)
        [Symbol.asyncIterator]()
        .next()
    await expect(read()).rejects.toMatchObject({ code: 'MAIL_CONNECT' })

    await own.setPaused('ada', false)
    expect((await own.open('ada'))?.health()).toMatchObject({ state: 'connecting', error: null })
    expect((await own.open('ada'))?.health()).not.toHaveProperty('isPaused')
  })

  it('asks for its password anew where the key is another one', async () => {
    const { own, room } = await open()
    await own.keep('ada', form, now)

    const { own: again } = await open({ room, box: secretBox(await freshFolder()) })

    expect((await again.open('ada'))?.health()).toMatchObject({
      state: 'wrong-password',
      error: expect.stringContaining('another key'),
    })
  })
})

describe('the way to an own mailbox', () => {
  it('leads to the ports of mail servers alone, on the internet', async () => {
    const { own } = await open({ mayUseOwnNetwork: async () => true })

    for (const port of [993, 143])
      expect(await own.reach('ada', { host: 'a.example', port })()).toMatchObject({
        address: '8.8.8.8',
      })
    for (const port of [22, 25, 80, 1143])
      await expect(own.reach('ada', { host: 'a.example', port })()).rejects.toBeInstanceOf(
        AddressRefused,
      )
  })

  it('leads to any port of the own network, for whoever may use it', async () => {
    const { own } = await open({
      names: { ...names, addresses: async () => ['192.168.1.5'] },
      mayUseOwnNetwork: async (userId, host) => userId === 'ada' && host === 'nas.home',
    })

    expect(await own.reach('ada', { host: 'nas.home', port: 1143 })()).toMatchObject({
      address: '192.168.1.5',
      name: 'nas.home',
    })
    for (const [userId, host] of [
      ['bob', 'nas.home'],
      ['ada', 'other.home'],
    ] as const)
      await expect(own.reach(userId, { host, port: 993 })()).rejects.toBeInstanceOf(AddressRefused)
  })
})
