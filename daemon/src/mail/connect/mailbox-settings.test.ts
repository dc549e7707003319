import { join } from 'node:path'
import type { MailboxForm } from '@shortlist/contracts/settings'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { RecordStore } from '../../platform/projection/record-store.ts'
import { secretBox } from '../../platform/secret-box.ts'
import { openMailRecords } from '../store/mail-projection.ts'
import { openMailByModel } from './mail-by-model.ts'
import { MailboxSettings } from './mailbox-settings.ts'
import { openNamedMailboxes } from './named-mailbox.ts'
import { openOwnMailboxes } from './own-mailboxes.ts'

/** Nobody has its name, so that a test ends with its first step. */
const form: MailboxForm = {
  address: 'ada@mail.example',
  host: 'mail.example',
  port: 993,
  security: 'tls',
  user: 'ada',
  folder: 'INBOX',
  password: 'canary',
}
const { signal } = new AbortController()
const MINUTE = 60_000

/** Which accounts let a model read, on a computer without any mail. */
async function choicesIn(room: string, byDefault = false) {
  const store = new RecordStore({ folder: await freshFolder(), report() {} })
  onTestFinished(() => store.close())
  const records = await openMailRecords(store)
  return openMailByModel({ folder: join(room, 'data'), report() {}, records, byDefault })
}

async function start(setBy: string | null = null, byDefault = false) {
  const room = await freshFolder()
  const offered = { mails: 0 }
  const asked: string[] = []
  const changed: string[] = []
  const begun = Date.UTC(2026, 10, 28)
  const clock = { at: begun }
  const names = {
    async addresses(host: string): Promise<string[]> {
      asked.push(host)
      throw Object.assign(new Error('nobody'), { code: 'ENOTFOUND' })
    },
    exchangers: async () => [],
    services: async () => [],
  }
  const own = await openOwnMailboxes({
    folder: join(room, 'data'),
    box: secretBox(join(room, 'keys')),
    report: () => {},
    names,
    mayUseOwnNetwork: async () => false,
    ca: undefined,
    composeUrl: undefined,
    log: { warn() {} },
  })
  const settings = new MailboxSettings({
    own,
    named: await openNamedMailboxes({
      ...{ folder: join(room, 'data'), report() {}, named: undefined, now: () => new Date() },
    }),
    names,
    ca: undefined,
    byModel: await choicesIn(room, byDefault),
    model: () => ({ model: 'qwen3:8b', place: 'computer' }),
    setBy: async () => setBy,
    realtime: {
      publish: (userId, name) => changed.push(`${userId} hears ${name}`),
    },
    now: () => new Date(clock.at),
    mail: {
      async changeMailbox(userId, change) {
        await change()
        changed.push(userId)
      },
      takeUp: (userId) => changed.push(`${userId} reads`),
      countOffered: async () => offered.mails,
      offer: (userId) => changed.push(`${userId} offers`),
    },
  })
  return { settings, own, changed, clock, room, offered, asked }
}

/** How many tests are let through, one right after the other. */
async function passed(settings: MailboxSettings, userId: string, most: number): Promise<number> {
  for (let count = 0; count < most; count += 1) {
    const failure = await settings.test(userId, form, signal).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure) {
      expect(failure).toMatchObject({ code: 'RATE_LIMITED' })
      return count
    }
  }
  return most
}

describe('the settings of a mailbox', () => {
  it('ask a domain only where it is that of the address, and as seldom as they test', async () => {
    const { settings, asked } = await start()
    const ask = (domain: string) =>
      settings.lookUp('ada', { address: 'ada@lovelace-works.example', ask: domain }, signal)

    for (const other of ['works.example', 'other.example', ''])
      await expect(ask(other)).rejects.toHaveProperty('code', 'VALIDATION')
    expect(asked).toEqual([])
    for (const _ of ['1', '2', '3'])
      expect(await ask('Lovelace-Works.example')).toMatchObject({ found: 'nowhere', host: null })
    await expect(ask('lovelace-works.example')).rejects.toHaveProperty('code', 'RATE_LIMITED')
    const hosts = ['autoconfig.lovelace-works.example', 'lovelace-works.example']
    expect(asked).toEqual([...hosts, ...hosts, ...hosts])
  })

  it('store nothing where a step is bad', async () => {
    const { settings, own, changed } = await start()

    const { test, settings: after } = await settings.connect('ada', form, signal)

    expect(test.steps.map(({ state }) => state)).toEqual([
      'bad',
      'not-tried',
      'not-tried',
      'not-tried',
      'not-tried',
    ])
    expect(after.mailbox).toMatchObject({
      origin: 'none',
      setBy: null,
      canConfigure: true,
      own: null,
    })
    expect(own.users()).toEqual([])
    expect(changed).toEqual([])
  })

  it('take an empty password for the stored one, at the same place alone', async () => {
    const { settings, own } = await start()
    await own.keep('ada', form, new Date())
    const empty = { ...form, password: '' }

    expect((await settings.test('ada', empty, signal)).isGood).toBe(false)
    for (const change of [{ host: 'evil.example' }, { port: 143 }, { user: 'bob' }])
      await expect(settings.test('ada', { ...empty, ...change }, signal)).rejects.toMatchObject({
        code: 'VALIDATION',
      })
    await expect(settings.test('bob', empty, signal)).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('are locked where the environment names the mailbox', async () => {
    const { settings } = await start('IMAP_USER')

    expect((await settings.read('ada')).mailbox).toMatchObject({
      origin: 'environment',
      setBy: 'IMAP_USER',
      canConfigure: false,
      own: null,
    })
    for (const call of ['test', 'connect'] as const)
      await expect(settings[call]('ada', form, signal)).rejects.toMatchObject({
        code: 'SET_BY_ENVIRONMENT',
      })
    for (const act of [settings.pause('ada', true), settings.remove('ada')])
      await expect(act).rejects.toMatchObject({ code: 'SET_BY_ENVIRONMENT' })
  })

  it('pause, resume and remove what is there, and say so where there is nothing', async () => {
    const { settings, own, changed } = await start()
    for (const act of [settings.pause('ada', true), settings.remove('ada')])
      await expect(act).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await own.keep('ada', form, new Date())

    expect((await settings.pause('ada', true)).mailbox.own).toMatchObject({ isPaused: true })
    expect((await settings.pause('ada', false)).mailbox.own).toMatchObject({ isPaused: false })
    const read = JSON.stringify(await settings.read('ada'))
    expect(read).toContain('"hasSecret":true')
    expect(read).not.toContain('canary')
    expect((await settings.remove('ada')).mailbox.own).toBeNull()
    const hears = 'ada hears settings-changed'
    expect(changed).toEqual(['ada', hears, 'ada', 'ada reads', hears, 'ada', hears])
  })
})

describe('tests of a mailbox', () => {
  it('are limited to three a minute and twenty an hour, by account', async () => {
    const { settings, clock } = await start()

    expect(await passed(settings, 'ada', 10)).toBe(3)
    expect(await passed(settings, 'bob', 1)).toBe(1)
    let all = 3
    for (let minute = 1; minute < 20; minute += 1) {
      clock.at += MINUTE + 1
      all += await passed(settings, 'ada', 10)
    }
    expect(all).toBe(20)
    clock.at += 60 * MINUTE
    expect(await passed(settings, 'ada', 10)).toBe(3)
  })

  it('are limited to sixty an hour in all', async () => {
    const { settings } = await start()
    const counts = []
    for (let account = 0; account < 22; account += 1)
      counts.push(await passed(settings, `account-${account}`, 10))

    expect(counts).toEqual([...Array(20).fill(3), 0, 0])
  })

  it('run one at once', async () => {
    const { settings } = await start()

    const both = await Promise.allSettled([
      settings.test('ada', form, signal),
      settings.test('ada', form, signal),
      settings.test('bob', form, signal),
    ])

    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})

describe('a model', () => {
  it('reads the mails of an account once its user has said so, also after a restart', async () => {
    const { settings, room } = await start()
    expect((await settings.read('ada')).mailByModel).toBe(false)

    expect((await settings.allowModel('ada', true)).mailByModel).toBe(true)

    expect((await settings.read('bob')).mailByModel).toBe(false)
    const again = await choicesIn(room)
    expect(['ada', 'bob'].map((user) => again.use(user))).toEqual(['allowed', 'unasked'])
  })

  it('is asked for once, as soon as there are mails for it', async () => {
    const { settings, offered, changed } = await start()
    expect((await settings.read('ada')).modelQuestion).toBeNull()
    offered.mails = 64
    const question = { mails: 64, model: 'qwen3:8b', place: 'computer' }
    expect((await settings.read('ada')).modelQuestion).toEqual(question)

    expect((await settings.allowModel('bob', false)).modelQuestion).toBeNull()
    expect((await settings.allowModel('ada', true)).modelQuestion).toBeNull()
    expect(changed.filter((each) => each.endsWith('offers'))).toEqual(['ada offers'])
    const known = await start(null, true)
    known.offered.mails = 64
    expect((await known.settings.read('ada')).modelQuestion).toBeNull()
  })

  it('reads them unless the user has said no where the environment names it', async () => {
    const { settings } = await start(null, true)
    expect((await settings.read('ada')).mailByModel).toBe(true)

    expect((await settings.allowModel('ada', false)).mailByModel).toBe(false)
  })
})
