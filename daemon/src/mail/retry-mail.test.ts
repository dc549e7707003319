import { expect, it } from 'vitest'
import { startMail } from '../../test/mail-under-test.ts'
import { finding, proposal } from '../../test/scripted-analysis.ts'
import { AppError } from '../errors.ts'

async function withFailedMail() {
  const mail = await startMail()
  mail.analysis.answer = async () => {
    throw new AppError('LLM_REFUSED', 'The model refused.')
  }
  mail.deliver(1)
  await mail.syncToEnd()
  const [{ id } = { id: '' }] = await mail.emails()
  return { mail, id }
}

it('analyses a mail again whose analysis has failed, and places its appointments', async () => {
  const { mail, id } = await withFailedMail()
  mail.analysis.answer = async () => ({ finding, proposals: [proposal] })

  const email = await mail.assistant.retry('ada', id)

  expect(email).toMatchObject({ status: 'analyzed', failure: null, summary: 'A letter.' })
  expect(email.events).toHaveLength(1)
  expect(mail.told('email-changed').at(-1)?.payload).toEqual({ email })
  expect(mail.told('sync-complete')).toHaveLength(1)
})

it('answers the failure where it fails again', async () => {
  const { mail, id } = await withFailedMail()

  expect(await mail.assistant.retry('ada', id)).toMatchObject({
    status: 'failed',
    failure: 'The model refused.',
  })
})

it('asks nobody about a mail that is analysed', async () => {
  const { mail, id } = await withFailedMail()
  mail.analysis.answer = async () => ({ finding, proposals: [] })
  await mail.assistant.retry('ada', id)
  const asked = mail.analysis.asked.length

  expect(await mail.assistant.retry('ada', id)).toMatchObject({ status: 'analyzed' })
  expect(mail.analysis.asked).toHaveLength(asked)
})

it('waits for an analysis that runs already', async () => {
  const mail = await startMail()
  const analyses = mail.analysis.hold(1)
  mail.deliver(1)
  await mail.assistant.sync('ada')
  await mail.passUntil(analyses.reached)
  const [{ id } = { id: '' }] = await mail.emails()

  const retries = Promise.all([mail.assistant.retry('ada', id), mail.assistant.retry('ada', id)])
  analyses.release()

  expect(await mail.passUntil(retries)).toMatchObject([{ analyzed: true }, { analyzed: true }])
  expect(mail.analysis.asked).toHaveLength(1)
  await mail.settle()
  expect(mail.told('sync-complete')).toHaveLength(1)
})

it('leaves the appointments to the next sync while no calendar is there', async () => {
  const { mail, id } = await withFailedMail()
  mail.analysis.answer = async () => ({ finding, proposals: [proposal] })
  mail.calendar.isConnected = false

  await mail.assistant.retry('ada', id)
  expect(mail.calendar.placed).toEqual([])
  mail.calendar.isConnected = true
  await mail.syncToEnd()

  expect(mail.calendar.placed).toEqual([id])
})
