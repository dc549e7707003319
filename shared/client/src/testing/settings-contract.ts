import type { ModelServerForm } from '@shortlist/contracts/machine'
import type { MailboxForm } from '@shortlist/contracts/settings'
import { expect, it } from 'vitest'
import { WRONG_SECRET } from '../memory/memory-google.ts'
import { WRONG_KEY } from '../memory/memory-machine.ts'
import { WRONG_PASSWORD } from '../memory/memory-settings.ts'
import type { ClientWorld } from './client-world.ts'

const form: MailboxForm = {
  address: 'ada@gmail.com',
  host: 'imap.gmail.com',
  port: 993,
  security: 'tls',
  user: 'ada@gmail.com',
  folder: 'INBOX',
  password: 'canary password',
}

/** What every client promises of an own mailbox, or refuses as a whole. */
export function testSettings(opened: () => ClientWorld): void {
  it('says who keeps the mailbox of an address', async () => {
    const { client, enter } = opened()
    await enter()

    expect(await client.settings.lookUpMailbox('ada@gmail.com')).toMatchObject({
      provider: 'Gmail',
      host: 'imap.gmail.com',
      found: 'table',
    })
    expect(await client.settings.lookUpMailbox('ada@own.test')).toMatchObject({
      provider: null,
      host: null,
      found: 'nowhere',
    })
  })

  it('connects a mailbox by a test, lets it rest and removes it, or refuses each of that', async () => {
    const { client, enter } = opened()
    await enter()
    const { settings } = client
    const { mailbox } = await settings.read()
    expect(mailbox).toMatchObject({ origin: 'none', setBy: null, own: null })
    if (!mailbox.canConfigure) {
      const calls = [
        settings.testMailbox(form),
        settings.connectMailbox(form),
        settings.takeOverMailbox(),
      ]
      for (const call of calls) await expect(call).rejects.toMatchObject({ status: 403 })
      return
    }

    const { test, settings: unchanged } = await settings.connectMailbox({
      ...form,
      password: WRONG_PASSWORD,
    })
    expect(test.steps.map(({ state }) => state)).toEqual([
      'good',
      'good',
      'good',
      'bad',
      'not-tried',
    ])
    expect(unchanged.mailbox.own).toBeNull()
    expect((await settings.testMailbox(form)).isGood).toBe(true)
    expect((await settings.read()).mailbox.own).toBeNull()

    const connected = await settings.connectMailbox(form)
    expect(connected.settings.mailbox).toMatchObject({ origin: 'own', own: { hasSecret: true } })
    expect(await settings.read()).toEqual(connected.settings)
    expect(JSON.stringify(connected)).not.toContain(form.password)
    expect((await client.mail.status()).mailbox).toMatchObject({ kind: 'imap', state: 'ready' })
    expect((await settings.pauseMailbox()).mailbox.own?.isPaused).toBe(true)
    expect((await client.mail.status()).mailbox.isPaused).toBe(true)
    expect((await settings.resumeMailbox()).mailbox.own?.isPaused).toBe(false)
    expect((await settings.removeMailbox()).mailbox.own).toBeNull()
    expect((await client.mail.status()).connected).toBe(false)
    for (const call of [settings.removeMailbox(), settings.takeOverMailbox()])
      await expect(call).rejects.toMatchObject({ status: 404 })
  })

  it('chooses what answers, adds a server by a test and removes it, or refuses each of that', async () => {
    const { client, enter } = opened()
    await enter()
    const { settings } = client
    const server: ModelServerForm = { url: 'http://127.0.0.1:9/v1', key: 'canary-key' }
    const { isOwner, setBy } = await settings.readMachine()
    if (!isOwner || setBy !== null) {
      const status = isOwner ? 409 : 403
      const calls = [
        settings.changeMachine({ chosen: 'guides' }),
        settings.testServer(server),
        settings.addServer(server),
        settings.removeServer('nothing'),
      ]
      for (const call of calls) await expect(call).rejects.toMatchObject({ status })
      return
    }

    const refused = await settings.addServer({ ...server, key: WRONG_KEY })
    expect(refused.test.isGood).toBe(false)
    expect(refused.machine.servers).toEqual([])
    expect((await settings.testServer(server)).isGood).toBe(true)
    const { machine } = await settings.addServer(server)
    expect(machine).toMatchObject({ chosen: 'found', servers: [{ hasKey: true }] })
    expect(JSON.stringify(machine)).not.toContain(server.key)

    const chosen = machine.servers[0]?.id ?? ''
    expect(await settings.changeMachine({ chosen })).toMatchObject({
      chosen,
      answering: expect.stringContaining('127.0.0.1:9'),
    })
    expect(await settings.removeServer(chosen)).toMatchObject({ chosen: 'found', servers: [] })
    expect(await settings.changeMachine({ chosen: 'guides' })).toMatchObject({
      answering: 'Built-in guides',
    })
    for (const call of [settings.removeServer(chosen), settings.changeMachine({ chosen })])
      await expect(call).rejects.toMatchObject({ status: 404 })
  })

  it('enters the Google client by a test and removes it, or refuses each of that', async () => {
    const { client, enter } = opened()
    await enter()
    const { settings, calendar } = client
    const entered = { clientId: 'another.example.test', clientSecret: 'canary-secret' }
    const { isOwner, setBy } = await settings.readGoogle()
    if (!isOwner || setBy !== null) {
      const status = isOwner ? 409 : 403
      const calls = [
        settings.testGoogle(entered),
        settings.enterGoogle(entered),
        settings.removeGoogle(),
      ]
      for (const call of calls) await expect(call).rejects.toMatchObject({ status })
      return
    }

    expect(await settings.removeGoogle()).toMatchObject({ clientId: null, hasSecret: false })
    expect((await calendar.status()).canUseGoogle).toBe(false)
    const refused = await settings.enterGoogle({ ...entered, clientSecret: WRONG_SECRET })
    expect(refused.test.steps.map(({ state }) => state)).toEqual(['good', 'bad'])
    expect(refused.client.clientId).toBeNull()
    const unstored = settings.testGoogle({ ...entered, clientSecret: '' })
    await expect(unstored).rejects.toMatchObject({ status: 400 })
    const { test, client: google } = await settings.enterGoogle(entered)
    expect(test.isGood).toBe(true)
    expect(google).toMatchObject({ clientId: entered.clientId, hasSecret: true, setBy: null })
    expect(await settings.readGoogle()).toEqual(google)
    expect((await calendar.status()).canUseGoogle).toBe(true)
    expect((await settings.testGoogle({ ...entered, clientSecret: '' })).isGood).toBe(true)
    expect(JSON.stringify([test, google])).not.toContain(entered.clientSecret)
  })

  it('tells the owner whether all is well with the computer, and nobody else', async () => {
    const { client, enter } = opened()
    await enter()
    const { settings } = client
    if (!(await settings.readMachine()).isOwner) {
      await expect(settings.checkSetUp()).rejects.toMatchObject({ status: 403 })
      return
    }

    const { checks, dataFolder, logFolder, report } = await settings.checkSetUp()

    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['Node', 'Model']))
    expect([dataFolder, logFolder]).toEqual([expect.any(String), expect.any(String)])
    expect(report).toContain('Model')
  })

  it('lets a model read the mails, or no longer', async () => {
    const { client, enter } = opened()
    await enter()
    const { settings } = client
    const { mailByModel, mailbox } = await settings.read()
    if (!mailbox.canConfigure && mailbox.setBy === null) {
      await expect(settings.allowModel(true)).rejects.toMatchObject({ status: 403 })
      return
    }

    expect((await settings.allowModel(!mailByModel)).mailByModel).toBe(!mailByModel)
    expect((await settings.read()).mailByModel).toBe(!mailByModel)
    await settings.allowModel(mailByModel)
  })
}
