import { describe, expect, it, onTestFinished } from 'vitest'
import { corpus } from '../../../../.config/testing/corpus.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import type { FetchedMail } from '../message-ports.ts'
import { MessageReader, type MessageReaderSettings } from './message-reader.ts'
import { readMessage } from './read-message.ts'

/** A worker that fails in the way that a mail's first word says, unless only headers are asked. */
const failing = new URL('./testing/failing-worker.ts', import.meta.url)

/** A worker whose messages tell which thread they are from. */
const counting = new URL('./testing/counting-worker.ts', import.meta.url)

const mail = (text: string): FetchedMail => ({
  uid: 1,
  receivedAt: '2026-03-02T09:00:00.000Z',
  source: Buffer.from(`From: ada@acme.example\r\nSubject: Hi\r\n\r\n${text}`),
  isWhole: true,
  parts: [],
})

function open(settings: MessageReaderSettings = {}) {
  const reader = new MessageReader(settings)
  onTestFinished(() => reader.close())
  return reader
}

describe('MessageReader', () => {
  it('reads real mails as they are read outside a thread', async () => {
    const reader = open()
    const mails = [...corpus(200)].map(({ raw }) => ({ ...mail(''), source: raw }))

    const messages = await Promise.all(mails.map((each) => reader.read(each)))

    expect(mails.length).toBeGreaterThan(25)
    expect(messages).toEqual(await Promise.all(mails.map(readMessage)))
  })

  it('reads mails in threads and leaves their bytes alone', async () => {
    const reader = open()
    const mails = ['one', 'two', 'three'].map(mail)

    const messages = await Promise.all(mails.map((each) => reader.read(each)))

    expect(messages.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
    expect(mails.every(({ source }) => source.length > 0)).toBe(true)
  })

  it.each([
    ['takes too long', 'hang'],
    ['takes too much memory', 'hoard'],
    ['ends its thread', 'exit'],
    ['throws in its thread', 'throw'],
  ])('reads only the headers of a mail that %s, and goes on', async (_, fault) => {
    const reader = open({ milliseconds: 1000, megabytes: 32, script: failing })

    const [bad, good] = await Promise.all([reader.read(mail(fault)), reader.read(mail('fine'))])
    const next = await reader.read(mail('next'))

    expect(bad).toMatchObject({
      subject: 'Hi',
      text: '',
      problem: expect.stringContaining('headers'),
    })
    expect(good).toMatchObject({ text: 'fine', problem: null })
    expect(next).toMatchObject({ text: 'next', problem: null })
  })

  it('blames one mail alone for what many together cost', async () => {
    const reader = open({ milliseconds: 1000, script: failing })
    const texts = [...'abcdefgh'].map((letter) => (letter === 'c' ? 'hang' : letter))

    const messages = await Promise.all(texts.map((text) => reader.read(mail(text))))

    const good = messages.filter(({ problem }) => problem === null).map(({ text }) => text)
    expect(good.join('')).toBe('abdefgh')
    expect(messages[2]).toMatchObject({
      subject: 'Hi',
      problem: expect.stringContaining('headers'),
    })
  })

  it('says so where not even the headers can be read', async () => {
    const reader = open({ milliseconds: 500, script: failing })

    expect(await reader.read(mail('hang always'))).toMatchObject({
      subject: '',
      problem: expect.stringContaining('too much time or memory'),
    })
  })

  it('ends its threads when there is nothing to read for a minute, and starts new ones', async () => {
    const clock = manualClock()
    const reader = open({ script: counting, clock })
    const first = await reader.read(mail('one'))
    clock.pass(59_000)
    const second = await reader.read(mail('two'))

    clock.pass(60_000)

    expect((await reader.read(mail('three'))).text).not.toBe(first.text)
    expect(second.text).toBe(first.text)
  })

  it('does not blame a mail for a thread that cannot be started', async () => {
    const reader = open({ script: new URL('./testing/no-such-worker.ts', import.meta.url) })

    await expect(reader.read(mail('fine'))).rejects.toThrow('no-such-worker')
  })

  it('ends reading when it is closed', async () => {
    const reader = open({ script: failing })
    await reader.read(mail('fine'))
    const reading = [
      reader.read(mail('hang')),
      reader.read(mail('hang')),
      reader.read(mail('fine')),
    ]
    const settled = Promise.allSettled(reading)

    await reader.close()

    for (const { status, ...rest } of await settled) {
      expect(status).toBe('rejected')
      expect(rest).toHaveProperty('reason.name', 'AbortError')
    }
    await expect(reader.read(mail('fine'))).rejects.toHaveProperty('name', 'AbortError')
  })
})
