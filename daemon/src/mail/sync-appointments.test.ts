import { describe, expect, it } from 'vitest'
import { plainMail } from '../../../.config/testing/plain-mail.ts'
import { startMail } from '../../test/mail-under-test.ts'
import { finding, proposal } from '../../test/scripted-analysis.ts'
import { AppError } from '../errors.ts'

describe('the calendar', () => {
  it('may fail for one mail without ending the sync', async () => {
    const mail = await startMail()
    mail.analysis.answer = async () => ({ finding, proposals: [proposal] })
    mail.calendar.failure = new AppError('CAL_UNREACHABLE', 'away')
    mail.deliver(1, 2)
    await mail.syncToEnd()
    mail.calendar.failure = undefined

    await mail.syncToEnd()

    expect(mail.told('sync-complete')).toHaveLength(2)
    expect(mail.calendar.placed).toHaveLength(2)
  })

  it.each([
    ['a newsletter', { ...finding, category: 'newsletter' } as const, 'It came with a newsletter.'],
    ['any other mail', finding, null],
  ])('is told what speaks against %s', async (_, found, doubt) => {
    const mail = await startMail()
    mail.analysis.answer = async () => ({ finding: found, proposals: [proposal] })
    mail.deliver(1)

    await mail.syncToEnd()

    expect(mail.calendar.doubts).toEqual([doubt])
  })

  it.each([
    ['mail to many', 'Precedence: bulk\r\n', 'dmarc=none', 'It came with a mail to many.'],
    ['mail to many that is proven', 'Precedence: bulk\r\n', 'dmarc=pass', null],
    ['a letter that is not', '', 'dmarc=none', null],
  ])('is told what speaks against %s', async (_, header, authentication, doubt) => {
    const mail = await startMail()
    mail.analysis.answer = async () => ({ finding, proposals: [proposal] })
    const raw = plainMail({ number: 1, authentication }).toString()
    mail.mailbox.deliver(Buffer.from(header + raw))

    await mail.syncToEnd()

    expect(mail.calendar.doubts).toEqual([doubt])
  })

  it('tries refused appointments again at each sync', async () => {
    const mail = await startMail()
    mail.deliver(1)
    await mail.syncToEnd()
    const [email] = await mail.emails()
    mail.calendar.refused = [email?.id ?? '']

    await mail.syncToEnd()

    expect(mail.told('email-changed').at(-1)?.payload).toMatchObject({ email: { id: email?.id } })
  })
})
