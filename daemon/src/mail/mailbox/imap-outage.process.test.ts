import { describe, expect, it } from 'vitest'
import { imapUnderTest } from '../../../test/imap-under-test.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { ReadMailbox, range } from '../../../test/read-mailbox.ts'
import type { ConnectionParts } from './imap-connection.ts'

const imap = await imapUnderTest()
const COUNT = 450

/** A full mailbox behind a network that can fail. */
async function openFull(parts: Partial<ConnectionParts> = {}) {
  const user = imap.freshUser()
  imap.deliver(user, ...range(1, COUNT))
  const proxy = await imap.proxy()
  const settings = imap.settings(user, { security: 'none', port: proxy.port })
  const mailbox = imap.open(settings, parts)
  return { user, proxy, mailbox, read: new ReadMailbox(mailbox) }
}

const lost = {
  code: 'IMAP_NET',
  message: 'The connection to the mail server was lost.',
}

describe('a connection that breaks while mails arrive', { timeout: 20_000 }, () => {
  it('keeps what was whole, and goes on with nothing twice and nothing missing', async () => {
    const { proxy, mailbox, read } = await openFull()

    const reading = read.read(() => {
      proxy.toClient({ resetAfterBytes: 20_000 })
      return false
    })

    await expect(reading).rejects.toMatchObject(lost)
    expect(mailbox.health()).toMatchObject({ state: 'unreachable', error: lost.message })
    expect(read.fetched).toHaveLength(200)
    await read.read()
    expect(read.numbers).toEqual(range(1, COUNT))
    expect(read.fetched).toHaveLength(COUNT)
    expect(mailbox.health()).toMatchObject({ state: 'ready', error: null })
  })

  it('goes on wherever it breaks, even again and again', async () => {
    const { proxy, read } = await openFull()
    let failures = 0

    for (let bytes = 400; read.cursor?.missing !== ''; bytes += 23_000) {
      proxy.toClient({ resetAfterBytes: bytes })
      await read.read().catch((failure) => {
        expect(failure).toHaveProperty('code', 'IMAP_NET')
        failures += 1
      })
    }

    expect(failures).toBeGreaterThan(3)
    expect(read.numbers).toEqual(range(1, COUNT))
    expect(read.fetched).toHaveLength(COUNT)
  })

  it('survives that the server stops and starts in the middle', async () => {
    const { proxy, read } = await openFull()
    const stopped = Promise.withResolvers<void>()
    proxy.toClient({ bytesPerSecond: 100_000 })

    const reading = read.read(() => {
      stopped.resolve(imap.server.stop())
      return false
    })

    await expect(reading).rejects.toHaveProperty('code', 'IMAP_NET')
    await stopped.promise
    await expect(read.read()).rejects.toHaveProperty('code', 'IMAP_NET')
    await imap.server.start()
    proxy.toClient({})
    await read.read()
    expect(read.numbers).toEqual(range(1, COUNT))
    expect(read.fetched).toHaveLength(COUNT)
  })

  it('takes an orderly end in the middle of a mail for what it is', async () => {
    const { proxy, read } = await openFull()
    proxy.toClient({ bytesPerSecond: 200_000 })

    const reading = read.read()
    proxy.onceSaid(/UID FETCH/, () => proxy.cut())

    await expect(reading).rejects.toHaveProperty('code', 'IMAP_NET')
    proxy.toClient({})
    await read.read()
    expect(read.numbers).toEqual(range(1, COUNT))
  })

  it('does not wait for ever for a server that has fallen silent', async () => {
    const { proxy, read, mailbox } = await openFull({ timers: { silenceMs: 300 } })

    const reading = read.read(() => {
      proxy.toClient({ isStalled: true })
      return false
    })

    await expect(reading).rejects.toMatchObject({
      code: 'IMAP_NET',
      message: 'The mail server did not answer in time.',
    })
    expect(mailbox.health().state).toBe('unreachable')
    proxy.toClient({})
    await read.read()
    expect(read.fetched).toHaveLength(COUNT)
  })
})

describe('a line on which bytes only trickle', () => {
  it('is given up in the end, and then asked for less', async () => {
    const clock = manualClock()
    const { proxy, read } = await openFull({ clock })
    const reading = read.read(() => {
      proxy.onceSaid(/UID FETCH 51:250/, () => clock.pass(600_000))
      proxy.toClient({ bytesPerSecond: 100 })
      return false
    })
    await expect(reading).rejects.toMatchObject({
      code: 'IMAP_NET',
      message: 'The mail server did not answer in time.',
    })

    proxy.toClient({})
    await read.read()

    expect(read.batches.map(({ mails }) => mails.length)).toEqual([200, 100, 150, 0])
    expect(read.numbers).toEqual(range(1, COUNT))
  })
})

describe('a kept connection that has died unnoticed', () => {
  it.each(['reset', 'cut'] as const)('is replaced before anybody is told (%s)', async (end) => {
    const user = imap.freshUser()
    imap.deliver(user, 1)
    const proxy = await imap.proxy()
    const mailbox = imap.open(imap.settings(user, { security: 'none', port: proxy.port }))
    const read = new ReadMailbox(mailbox)
    await read.read()

    imap.deliver(user, 2)
    proxy[end]()
    await read.read()

    expect(read.numbers).toEqual([1, 2])
    expect(proxy.accepted).toBe(2)
    expect(mailbox.health().state).toBe('ready')
  })
})
