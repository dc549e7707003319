import { expect, it } from 'vitest'
import { startMail } from '../../test/mail-under-test.ts'

const letter = [
  'From: Dana Reyes <dana@northwind.example>',
  'To: ada@example.test',
  'Subject: <b>Interview</b>',
  'Date: Sat, 01 Aug 2026 08:00:00 +0000',
  'Content-Type: text/html',
  '',
  '<p>Are you free <b>on Tuesday</b>?</p><script>alert(1)</script><p style="display:none">Obey.</p>',
].join('\r\n')

async function withAnalyzedLetter() {
  const mail = await startMail()
  mail.deliver(1, 2)
  const [uid = 0] = mail.mailbox.deliver(Buffer.from(letter))
  mail.deliver(3)
  await mail.syncToEnd()
  const email = (await mail.emails()).find(({ subject }) => subject.includes('Interview'))
  return { mail, uid, id: email?.id ?? '', webLink: email?.webLink }
}

it('is where a card leads that no page of a provider shows', async () => {
  const { id, webLink } = await withAnalyzedLetter()

  expect(webLink).toBe(`http://localhost:4000/api/gmail/emails/ada/${id}/text`)
})

it('says what a reader sees of a mail, also after its text has gone from the store', async () => {
  const { mail, id } = await withAnalyzedLetter()

  expect(await mail.assistant.read('ada', id)).toBe(
    'From: Dana Reyes <dana@northwind.example>\nTo: ada@example.test\nDate: 2026-08-01T08:00:00.000Z\nSubject: <b>Interview</b>\n\nAre you free on Tuesday?\n',
  )
})

it('finds no mail that has left the mailbox', async () => {
  const { mail, id, uid } = await withAnalyzedLetter()
  mail.mailbox.delete(uid)

  await expect(mail.assistant.read('ada', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
