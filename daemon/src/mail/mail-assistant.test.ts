import { EmailPath, MailStatus } from '@shortlist/contracts/mail'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../test/contents-of.ts'
import { startMail } from '../../test/mail-under-test.ts'
import { finding, proposal } from '../../test/scripted-analysis.ts'
import { ScriptedMailbox } from '../../test/scripted-mailbox.ts'
import { AppError } from '../errors.ts'

it('answers a status of the form of the contract, with ids that paths take', async () => {
  const { assistant, deliver, syncToEnd } = await startMail()
  deliver(1)
  await syncToEnd()

  const status = await assistant.status('ada')

  expect(MailStatus.parse(status)).toEqual(status)
  expect(status).toMatchObject({ connected: true, error: null, sync: null })
  expect(status.lastSync).toMatch(/^2026-10-01T/)
  const [email] = status.emails
  expect(EmailPath.parse({ userId: 'ada', emailId: email?.id }).emailId).toBe(email?.id)
})

it('calls a mail new until a sync has come to its end after it', async () => {
  const { deliver, assistant, settle, syncToEnd, emails } = await startMail()
  deliver(1)
  await syncToEnd()
  deliver(2)

  const { emails: listed } = await assistant.sync('ada')

  expect(listed.map(({ isNewSinceLastSync }) => isNewSinceLastSync)).toEqual([true, false])
  await settle()
  expect((await emails()).some(({ isNewSinceLastSync }) => isNewSinceLastSync)).toBe(false)
})

describe('a correction', () => {
  it('is told, and outlives the analysis and a restart', async () => {
    const mail = await startMail()
    mail.deliver(1)
    mail.analysis.answer = async () => {
      throw new AppError('LLM_REFUSED', 'No.')
    }
    await mail.syncToEnd()
    const [{ id } = { id: '' }] = await mail.emails()

    const corrected = await mail.assistant.correct('ada', id, { priority: 'high' })
    await mail.assistant.correct('ada', id, { category: 'job_offer' })

    expect(corrected).toMatchObject({ priority: 'high', category: null, corrected: ['priority'] })
    mail.analysis.answer = async () => ({ finding, proposals: [] })
    await mail.syncToEnd()
    const expected = {
      priority: 'high',
      category: 'job_offer',
      corrected: ['priority', 'category'],
      analysis: { ...finding, priority: 'high', category: 'job_offer', calendarEvents: [] },
    }
    expect(mail.told('email-analyzed')[0]?.payload).toMatchObject({ analysis: expected.analysis })
    expect(mail.told('email-changed').length).toBeGreaterThanOrEqual(2)
    const again = await mail.reopen()
    expect((await again.emails())[0]).toMatchObject(expected)
  })
})

describe('a restart', () => {
  it('goes on with a sync that was cut off, and repeats no finished analysis', async () => {
    const mail = await startMail({ concurrency: 1 })
    mail.analysis.answer = async () => ({ finding, proposals: [proposal] })
    mail.deliver(1, 2, 3)
    await mail.assistant.sync('ada')
    await mail.passUntil(mail.realtime.hears('email-analyzed'))
    const analyses = mail.analysis.hold(1)
    await mail.passUntil(analyses.reached)

    const again = await mail.reopen()
    analyses.release()
    expect((await again.emails()).filter(({ analyzed }) => analyzed).length).toBeGreaterThanOrEqual(
      1,
    )
    again.assistant.start()
    await again.settle()

    expect((await again.emails()).every(({ analyzed }) => analyzed)).toBe(true)
    expect(again.told('sync-complete')).toHaveLength(1)
    expect(mail.told('sync-error')).toHaveLength(1)
    expect(mail.analysis.asked).toHaveLength(4)
    expect(new Set(mail.calendar.placed).size).toBe(3)
  })

  it('waits for the user where the calendar is not there, or the sync was cancelled', async () => {
    const mail = await startMail({ concurrency: 1 })
    const analyses = mail.analysis.hold(1)
    mail.deliver(1, 2)
    await mail.assistant.sync('ada')
    await mail.passUntil(analyses.reached)
    const cut = await mail.reopen()
    cut.calendar.isConnected = false
    cut.assistant.start()
    await cut.settle()
    expect(cut.realtime.told).toEqual([])
    cut.calendar.isConnected = true
    const syncing = cut.assistant.sync('ada')
    await cut.passUntil(cut.realtime.hears('email-analyzing'))
    cut.assistant.cancelSync('ada')
    analyses.release()
    await syncing
    await cut.settle()

    const cancelled = await cut.reopen()
    cancelled.assistant.start()
    await cancelled.settle()

    expect(cancelled.realtime.told).toEqual([])
    expect((await cancelled.emails()).filter(({ analyzed }) => !analyzed)).toHaveLength(1)
  })

  it('keeps the text of a mail only until it is analysed', async () => {
    const mail = await startMail()
    mail.analysis.answer = async ({ message }) => {
      if (message.subject.endsWith('2')) throw new AppError('LLM_REFUSED', 'No.')
      return { finding, proposals: [] }
    }
    const secret = (number: number) => ({ number, body: `${'word '.repeat(60)}secret-${number}` })
    mail.deliver(secret(1), secret(2), secret(3))

    await mail.syncToEnd()

    expect(await everything(mail.folder)).not.toMatch(/secret-[13]/)
    expect(await everything(mail.folder)).toContain('secret-2')
    mail.analysis.answer = async () => ({ finding, proposals: [] })
    await mail.syncToEnd()
    expect(await everything(mail.folder)).not.toContain('secret-')
  })
})

it('never mixes what is stored of two mailboxes', async () => {
  const mail = await startMail()
  mail.deliver(1)
  await mail.syncToEnd()
  const other = new ScriptedMailbox({ identity: 'imap://ada@other.example/INBOX' })

  const moved = await mail.reopen({ mailbox: other, openConfigured: () => other })

  expect(await moved.emails()).toEqual([])
  const back = await moved.reopen({ openConfigured: () => mail.mailbox })
  expect(await back.emails()).toHaveLength(1)
})

async function everything(folder: string): Promise<string> {
  return [...(await contentsOf(folder)).values()].join('\n')
}
