import { simpleParser } from 'mailparser'
import { expect, it } from 'vitest'
import { startMail } from '../../../test/mail-under-test.ts'
import { AppError } from '../../errors.ts'

async function withMail(from?: string) {
  const mail = await startMail()
  mail.deliver({ number: 1, date: new Date(0), ...(from !== undefined && { from }) })
  await mail.syncToEnd()
  const [{ id } = { id: '' }] = await mail.emails()
  return { mail, id }
}

it('puts the reply into the Drafts folder and says when', async () => {
  const { mail, id } = await withMail()

  const email = await mail.assistant.saveDraft('ada', id, 'Thank you.')

  const [raw = Buffer.alloc(0)] = mail.mailbox.drafts.values()
  const draft = await simpleParser(raw)
  expect(draft).toMatchObject({
    subject: 'Re: Your application 1',
    inReplyTo: '<mail-1@northwind.example>',
    text: 'Thank you.\n',
    from: { text: 'ada@mail.example' },
  })
  expect(draft.messageId).toMatch(/^<[\w-]+@mail\.example>$/)
  expect(email.draftSavedAt).toMatch(/^2026-10-01T/)
  expect(mail.told('email-changed').at(-1)?.payload).toEqual({ email })
})

it('replaces its own earlier draft, also when asked twice at once and after a restart', async () => {
  const { mail, id } = await withMail()
  const save = (body: string) => mail.assistant.saveDraft('ada', id, body)
  await Promise.all([save('one'), save('two')])
  const again = await mail.reopen()

  await again.assistant.saveDraft('ada', id, 'three')

  const texts = [...mail.mailbox.drafts.values()].map((raw) => raw.toString())
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('three')
})

it('says why no draft is saved', async () => {
  const { mail, id } = await withMail('nobody')
  const nowhere = mail.assistant.saveDraft('ada', id, 'Hello')
  await expect(nowhere).rejects.toMatchObject({ code: 'MAIL_DRAFT' })

  const { mail: other, id: answerable } = await withMail()
  other.mailbox.saveDraft = async () => {
    throw new AppError('MAIL_DRAFT', 'There is no Drafts folder.')
  }
  const refused = other.assistant.saveDraft('ada', answerable, 'Hello')
  await expect(refused).rejects.toThrow('There is no Drafts folder.')
  expect((await other.emails())[0]?.draftSavedAt).toBeNull()
})
