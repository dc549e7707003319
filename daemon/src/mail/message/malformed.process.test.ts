import { afterAll, describe, expect, it } from 'vitest'
import { corpus } from '../../../../.config/testing/corpus.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { seededRandom } from '../../../test/seeded-random.ts'
import type { ReadMessage } from '../ports.ts'
import { MessageReader } from './message-reader.ts'
import { unreadable } from './read-message.ts'
import { malformedMails } from './testing/malformed-mails.ts'

const MUTATIONS = sized(150, 1000)

// A computer that has much else to do is no fault of the mail.
const reader = new MessageReader({ milliseconds: 60_000 })
afterAll(() => reader.close())

function read(source: Uint8Array): Promise<ReadMessage> {
  const receivedAt = '2026-03-02T09:00:00.000Z'
  return reader.read({ uid: 1, receivedAt, source, isWhole: true, parts: [] })
}

/** A message that can be stored and shown, whatever it is made of. */
function expectSound(message: ReadMessage, name: string): void {
  const json = JSON.stringify(message)
  expect(JSON.parse(json), name).toEqual(message)
  expect(Object.keys(message).sort(), name).toEqual(Object.keys(unreadable('')).sort())
  expect(`${message.subject}${message.from.name}`, name).not.toMatch(/[\n\0\u202e]/)
  expect(message.text.isWellFormed() && !message.text.includes('\0'), name).toBe(true)
}

describe('readMessage of malformed mail', () => {
  const mails = malformedMails()

  it('has mails enough', () => {
    expect(mails.size).toBeGreaterThanOrEqual(85)
  })

  it('makes a message of each of them', async () => {
    const problems: string[] = []

    for (const [fault, raw] of mails) {
      const message = await read(raw)
      expectSound(message, fault)
      if (message.problem !== null) problems.push(fault)
    }

    expect(problems).toEqual([
      '1,000 levels',
      '1,000 levels of one boundary',
      'three megabytes of headers',
    ])
  }, 120_000)

  it.each([
    ['headers only', { subject: 'Hi', text: '' }],
    ['no headers', { text: 'Hello' }],
    ['encoded words of half characters', { subject: 'ä' }],
    ['a message id without brackets', { messageId: '<abc@acme.example>' }],
    ['a boundary that is never closed', { text: 'Hello' }],
    ['an unknown charset', { text: 'Hello' }],
    ['NULs in the text', { text: 'Hello' }],
    ['20,000 open elements', { text: '' }],
    ['three megabytes of headers', { from: { name: '', address: 'ada@acme.example' } }],
  ])('saves what can be saved of a mail with %s', async (fault, saved) => {
    const message = await read(mails.get(fault) ?? Buffer.of())

    expect(message).toMatchObject(saved)
  })

  it(`makes a message of each of ${MUTATIONS} mutilated mails`, async () => {
    const random = seededRandom(7)
    const originals = [...corpus(12)].map(({ raw }) => raw).filter(({ length }) => length < 50_000)
    const mutilated = Array.from({ length: MUTATIONS }, () =>
      mutilate(originals[Math.floor(random() * originals.length)] ?? Buffer.of(), random),
    )

    const messages = await Promise.all(mutilated.map(read))

    for (const [index, message] of messages.entries()) expectSound(message, `mutation ${index}`)
    expect(messages).toHaveLength(MUTATIONS)
  }, 120_000)
})

/** Cuts, doubles, swaps and overwrites pieces, mostly where the structure is. */
function mutilate(raw: Buffer, random: () => number): Buffer {
  let mail = Buffer.from(raw)
  for (let blow = 0; blow < 8; blow++) {
    const at = Math.floor(random() ** 2 * mail.length)
    const piece = mail.subarray(at, at + Math.floor(random() * 200))
    const noise = Buffer.from([Math.floor(random() * 256), 0, 13, 10, 45, 45])
    const middle = [Buffer.of(), noise, Buffer.concat([piece, piece]), Buffer.from(piece).reverse()]
    const chosen = middle[Math.floor(random() * middle.length)] ?? noise
    mail = Buffer.concat([mail.subarray(0, at), chosen, mail.subarray(at + piece.length)])
  }
  return mail
}
