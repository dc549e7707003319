import { simpleParser } from 'mailparser'
import { expect, it } from 'vitest'
import { composeDraft, type Reply } from './save-draft.ts'

const reply: Reply = {
  from: 'ada@mail.example',
  to: { name: 'Dana Reyes', address: 'dana@northwind.example' },
  subject: 'Interview on Tuesday',
  inReplyTo: '<3@northwind.example>',
  references: ['<1@northwind.example>', '<2@northwind.example>'],
  body: 'Tuesday suits me.\n\nAda Grünwald 🙂',
  messageId: '<draft-1@mail.example>',
  date: new Date('2026-10-01T10:00:00Z'),
}

async function compose(change: Partial<Reply> = {}) {
  const raw = Buffer.from(await composeDraft({ ...reply, ...change }))
  return { raw: raw.toString(), mail: await simpleParser(raw) }
}

it('answers one person, in plain text and within the conversation', async () => {
  const { raw, mail } = await compose()

  expect(mail.to).toMatchObject({ text: '"Dana Reyes" <dana@northwind.example>' })
  expect(mail.from).toMatchObject({ text: 'ada@mail.example' })
  expect([mail.cc, mail.bcc, mail.attachments]).toEqual([undefined, undefined, []])
  expect(mail.subject).toBe('Re: Interview on Tuesday')
  expect(mail.inReplyTo).toBe('<3@northwind.example>')
  expect(mail.references).toEqual([1, 2, 3].map((n) => `<${n}@northwind.example>`))
  expect(mail.messageId).toBe('<draft-1@mail.example>')
  expect(mail.date).toEqual(reply.date)
  expect(mail.text?.trim()).toBe(reply.body)
  expect(raw).toContain('Content-Type: text/plain; charset=utf-8')
  expect(raw).not.toMatch(/[^\r]\n/)
})

it.each(['Re: Interview on Tuesday', 'RE: Interview on Tuesday', 're : Interview on Tuesday'])(
  'does not double the mark of %s',
  async (subject) => {
    expect((await compose({ subject })).mail.subject).toBe(subject)
  },
)

it('answers a mail without an id or a subject', async () => {
  const { mail } = await compose({ inReplyTo: '', references: [], subject: '', from: undefined })

  expect([mail.inReplyTo, mail.references, mail.from]).toEqual([undefined, undefined, undefined])
  expect(mail.subject).toBe('Re:')
})

it('lets no header be smuggled in', async () => {
  const { raw, mail } = await compose({
    subject: 'Hi\r\nBcc: thief@elsewhere.example',
    to: { name: 'Dana\r\nBcc: thief@elsewhere.example', address: 'dana@northwind.example' },
    inReplyTo: '<3@northwind.example>\r\nBcc: thief@elsewhere.example',
  })

  expect(raw).not.toMatch(/^bcc:/im)
  expect(mail.bcc).toBeUndefined()
  expect([mail.to].flat()).toMatchObject([{ value: [{ address: 'dana@northwind.example' }] }])
})
