import { describe, expect, it } from 'vitest'
import { createThreads, namesOf, type Threaded } from './mail-records.ts'

const me = { name: '', address: 'robin@example.org' }
const ada = { name: 'Ada', address: 'ada@acme.example' }

function mail(extra: Partial<Threaded>): Threaded {
  const plain = { messageId: '', references: [], subject: 'Interview', from: ada, to: [me] }
  return { ...plain, date: '2026-03-02T09:00:00.000Z', ...extra }
}

const first = mail({ messageId: '<1@acme.example>' })
const answer = mail({
  messageId: '<2@example.org>',
  references: ['<1@acme.example>'],
  subject: 'Re: Interview',
  from: me,
  to: [ada],
})
const third = mail({
  messageId: '<3@acme.example>',
  references: ['<1@acme.example>', '<2@example.org>'],
  subject: 'Your visit',
})

describe('threadKey', () => {
  it('is one key for mails that cite each other, in whatever order they are read', () => {
    for (const order of [
      [first, answer, third],
      [third, answer, first],
      [answer, third, first],
    ]) {
      const threads = createThreads()
      const keys = order.map((message) => threads.keyOf(message))
      expect(new Set(keys).size).toBe(1)
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
      expect(keys[0]).toBe(createThreads().keyOf(first))
    }
  })

  it('follows In-Reply-To alone, read backwards too', () => {
    const last = mail({ messageId: '<3@acme.example>', references: ['<2@example.org>'] })
    const threads = createThreads()

    const keys = [last, answer, first].map((message) => threads.keyOf(message))

    expect(new Set(keys).size).toBe(1)
  })

  it.each([
    'Re: Interview',
    'RE: RE: interview',
    'AW: WG: Interview',
    'Re[2]: Interview',
    'Tr : Interview',
    'Réf: Interview',
    '[EXT] Fwd:  Interview',
  ])('joins a reply that cites nobody by its subject: %s', (subject) => {
    const reply = mail({ messageId: '<4@example.org>', subject, from: me, to: [ada] })
    const threads = createThreads()
    expect(threads.keyOf(first)).toBe(threads.keyOf(reply))

    const backwards = createThreads()
    expect(backwards.keyOf(reply)).toBe(backwards.keyOf(first))
  })

  it('keeps mails of one subject apart that are no replies or come from others', () => {
    const threads = createThreads()
    const bob = { name: 'Bob', address: 'bob@other.example' }

    const keys = [
      first,
      mail({ messageId: '<8@acme.example>' }),
      mail({ messageId: '<9@other.example>', subject: 'Re: Interview', from: bob }),
      mail({ messageId: '<10@acme.example>', subject: '' }),
      mail({ messageId: '<11@acme.example>', subject: 'Re:' }),
    ].map((message) => threads.keyOf(message))

    expect(new Set(keys).size).toBe(5)
  })

  it('goes on with stored keys', () => {
    const names = namesOf(first)
    const threads = createThreads((name) => (names.has(name) ? 'stored' : undefined))

    expect(threads.keyOf(answer)).toBe('stored')
    expect(threads.keyOf(mail({ messageId: '<12@b>', subject: 'Re: Interview' }))).toBe('stored')
  })

  it('names a mail without any id by what it says', () => {
    const threads = createThreads()

    expect(threads.keyOf(mail({}))).toBe(threads.keyOf(mail({})))
    expect(threads.keyOf(mail({ date: null }))).not.toBe(threads.keyOf(mail({})))
  })
})
