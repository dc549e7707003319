import { describe, expect, it, onTestFinished } from 'vitest'
import { corpus } from '../../../../.config/testing/corpus.ts'
import { describeReaderContract } from '../../../test/reader-contract.ts'
import type { FetchedMail } from '../ports.ts'
import { MessageReader, type MessageReaderSettings } from './message-reader.ts'
import { readMessage } from './read-message.ts'

/** A worker that fails in the way that a mail's first word says, unless only headers are asked. */
const failing = new URL('./testing/failing-worker.ts', import.meta.url)

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

describeReaderContract('MessageReader', ({ script, ...settings }) => {
  const reader = open({
    ...settings,
    script: new URL(`./testing/${script}-worker.ts`, import.meta.url),
  })
  return {
    async read(name) {
      const { text, problem } = await reader.read(mail(name))
      return problem === null ? text : null
    },
    close: () => reader.close(),
  }
})

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

  it('says so where not even the headers can be read', async () => {
    const reader = open({ milliseconds: 500, script: failing })

    expect(await reader.read(mail('hang always'))).toMatchObject({
      subject: '',
      problem: expect.stringContaining('too much time or memory'),
    })
  })
})
