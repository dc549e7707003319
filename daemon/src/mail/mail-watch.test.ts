import { expect, it } from 'vitest'
import { startMail } from '../../test/mail-under-test.ts'
import { ScriptedMailbox } from '../../test/scripted-mailbox.ts'
import { AppError } from '../errors.ts'

it('tells of a mail that comes while nothing runs, and has it analysed', async () => {
  const mail = await startMail()
  mail.deliver(1)
  mail.assistant.start()
  await mail.syncToEnd()

  mail.deliver(2)
  await mail.settle()

  const [newest] = await mail.emails()
  expect(newest).toMatchObject({ subject: 'Your application 2', status: 'analyzed' })
  const names = mail.realtime.told
    .map(({ name }) => name)
    .filter((name) => name !== 'mail-rows-changed')
  expect(names.slice(names.indexOf('sync-complete') + 1)).toEqual([
    'email-changed',
    'email-analyzing',
    'email-analyzed',
    'sync-progress',
    'sync-complete',
  ])
})

it('takes a mail up into the sync that runs', async () => {
  const mail = await startMail({ concurrency: 1 })
  const analyses = mail.analysis.hold(1)
  mail.deliver(1, 2)
  mail.assistant.start()
  await mail.assistant.sync('ada')
  await mail.passUntil(analyses.reached)

  mail.deliver(3)
  await mail.passUntil(
    new Promise<void>((resolve) => {
      const total = async () => (await mail.assistant.status('ada')).sync?.total
      const look = async () => void ((await total()) === 3 ? resolve() : setImmediate(look))
      look()
    }),
  )
  analyses.release()
  await mail.settle()

  expect(mail.analysis.asked.map((subject) => subject.at(-1))).toEqual(['2', '3', '1'])
  expect(mail.told('sync-complete')).toHaveLength(1)
  expect(mail.told('email-analyzed').at(-1)?.payload).toMatchObject({
    analyzedCount: 3,
    totalToAnalyze: 3,
  })
})

it('reads nothing of a mailbox that was never synced', async () => {
  const mail = await startMail()
  mail.assistant.start()

  mail.deliver(1)
  await mail.settle()

  expect(mail.mailbox.fetches).toBe(0)
})

it('misses no mail that comes while the mailbox is read for the first time', async () => {
  const mail = await startMail()
  mail.deliver(1)
  mail.assistant.start()
  const last = mail.mailbox.hold()
  const syncing = mail.assistant.sync('ada')
  await last.reached

  mail.deliver(2)
  last.release()
  await syncing
  await mail.settle()

  expect((await mail.emails()).map(({ status }) => status)).toEqual(['analyzed', 'analyzed'])
})

it('only stores new mail while no calendar is there', async () => {
  const mail = await startMail()
  mail.deliver(1)
  mail.assistant.start()
  await mail.syncToEnd()
  mail.calendar.isConnected = false

  mail.deliver(2)
  await mail.settle()

  expect((await mail.emails())[0]).toMatchObject({
    subject: 'Your application 2',
    status: 'pending',
  })
  expect(mail.told('sync-complete')).toHaveLength(1)
})

it('does not ask again by itself about a mail whose analysis has failed', async () => {
  const mail = await startMail()
  mail.analysis.answer = async () => {
    throw new AppError('LLM_REFUSED', 'No.')
  }
  mail.deliver(1)
  mail.assistant.start()
  await mail.syncToEnd()

  mail.deliver(2)
  await mail.settle()

  expect(mail.analysis.asked.map((subject) => subject.at(-1))).toEqual(['1', '2'])
})

it('tells that the mailbox is doing worse, and reads it once it is back', async () => {
  const mail = await startMail()
  mail.deliver(1)
  mail.assistant.start()
  await mail.syncToEnd()

  const error = 'The mail server cannot be reached.'
  mail.mailbox.become({ state: 'unreachable', error })
  expect(mail.told('mail-changed')).toHaveLength(1)
  expect(await mail.assistant.status('ada')).toMatchObject({
    connected: false,
    error,
    emails: { length: 1 },
    mailbox: { state: 'unreachable' },
  })
  mail.mailbox.failAfter(0, new AppError('IMAP_NET', error))
  mail.deliver(2)
  await mail.settle()
  expect(await mail.emails()).toHaveLength(1)

  await mail.assistant.connect('ada')
  await mail.settle()

  expect(await mail.emails()).toHaveLength(2)
  expect(mail.failures).toEqual([])
})

it('says why a mailbox cannot be reached', async () => {
  const mail = await startMail()
  mail.mailbox.refusal = new AppError('IMAP_AUTH', 'The password was refused.')

  await expect(mail.assistant.connect('ada')).rejects.toMatchObject({
    code: 'MAIL_CONNECT',
    message: 'The password was refused.',
  })
})

it('tells of many new mails as one change of the list', async () => {
  const mail = await startMail({ mailbox: new ScriptedMailbox({ batchSize: 100 }) })
  mail.deliver(1)
  mail.assistant.start()
  await mail.syncToEnd()
  const before = mail.realtime.told.length

  mail.deliver(...Array.from({ length: 60 }, (_, n) => n + 2))
  await mail.settle()

  expect(await mail.emails()).toHaveLength(61)
  const names = mail.realtime.told.slice(before).map(({ name }) => name)
  expect(names.filter((name) => name === 'mail-changed')).toHaveLength(1)
  expect(names).not.toContain('email-changed')
})
