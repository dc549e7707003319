import type { ServerEventName } from '@shortlist/contracts/events'
import { describe, expect, it } from 'vitest'
import { type MailUnderTest, startMail } from '../../test/mail-under-test.ts'
import { finding, proposal } from '../../test/scripted-analysis.ts'
import { AppError } from '../errors.ts'

const endings = ['sync-complete', 'sync-error'] as const

function payloads(mail: MailUnderTest, name: ServerEventName) {
  return mail.told(name).map(({ payload }) => payload)
}

describe('the events of a sync', () => {
  it('come after the answer, newest mail first, and end once', async () => {
    const mail = await startMail({ concurrency: 1 })
    mail.deliver(1, 2, 3, 4)

    const { emails } = await mail.assistant.sync('ada')
    const [newest, , , oldest] = emails.map(({ id }) => id)
    mail.clock.pass(99)
    await mail.letRun()
    expect(mail.told('email-analyzing')).toEqual([])
    await mail.settle()

    expect(mail.analysis.asked).toEqual([4, 3, 2, 1].map((n) => `Your application ${n}`))
    const begun = { subject: 'Your application 4', analyzedCount: 0, totalToAnalyze: 4 }
    expect(payloads(mail, 'email-analyzing')[0]).toEqual({ emailId: newest, ...begun })
    expect(payloads(mail, 'email-analyzed').at(-1)).toEqual({
      emailId: oldest,
      analysis: { ...finding, calendarEvents: [] },
      events: [],
      warnings: [],
      analyzedCount: 4,
      totalToAnalyze: 4,
    })
    expect(mail.told(...endings)).toHaveLength(1)
    expect(mail.realtime.told.at(-1)?.name).toBe('sync-complete')
  })

  it('say how far it is, while fetching and while analysing', async () => {
    const mail = await startMail({ concurrency: 1 })
    mail.deliver(1, 2, 3, 4)

    await mail.syncToEnd()

    const counts = payloads(mail, 'sync-progress')
    expect(counts.slice(0, 3)).toEqual(Array(3).fill({ analyzed: 0, total: 4 }))
    expect(counts.at(-1)).toEqual({ analyzed: 4, total: 4 })
  })

  it('end with sync-complete where there is nothing to do', async () => {
    const mail = await startMail()

    const reply = await mail.assistant.sync('ada')
    await mail.settle()

    expect(reply).toMatchObject({ emails: [], analysisInProgress: false })
    expect(mail.told(...endings).map(({ name }) => name)).toEqual(['sync-complete'])
  })

  it('carry what was created in the calendar', async () => {
    const mail = await startMail()
    mail.analysis.answer = async () => ({ finding, proposals: [proposal] })
    mail.deliver(1)

    await mail.syncToEnd()

    const created = { summary: 'Interview', startTime: '2026-12-01T09:00:00.000Z' }
    expect(payloads(mail, 'email-analyzed')).toMatchObject([
      { analysis: { calendarEvents: [created] }, events: [{ ...created, state: 'created' }] },
    ])
    expect(payloads(mail, 'sync-complete')).toMatchObject([{ eventsCreated: 1 }])
    expect((await mail.emails())[0]?.analysis?.calendarEvents).toMatchObject([created])
  })
})

describe('a sync', () => {
  it('fetches nothing and asks nobody where nothing is new', async () => {
    const mail = await startMail()
    mail.deliver(1, 2, 3)
    await mail.syncToEnd()

    mail.deliver(4)
    const before = mail.mailbox.fetches
    await mail.syncToEnd()
    await mail.syncToEnd()

    expect(mail.mailbox.fetches - before).toBe(1)
    expect(mail.analysis.asked).toHaveLength(4)
  })

  it('is joined by a second call while it runs', async () => {
    const mail = await startMail()
    const analyses = mail.analysis.hold(2)
    mail.deliver(1, 2, 3)

    const [first, second] = await Promise.all([
      mail.assistant.sync('ada'),
      mail.assistant.sync('ada'),
    ])
    await mail.passUntil(analyses.reached)
    const third = await mail.assistant.sync('ada')
    analyses.release()
    await mail.settle()

    expect(second).toEqual(first)
    expect(third).toMatchObject({ analysisInProgress: true, emails: { length: 3 } })
    expect(mail.told(...endings)).toHaveLength(1)
    expect(mail.analysis.asked).toHaveLength(3)
  })

  it('analyses no more mails at once than it may', async () => {
    const mail = await startMail({ concurrency: 3 })
    const analyses = mail.analysis.hold(3)
    mail.deliver(1, 2, 3, 4, 5, 6, 7)

    await mail.assistant.sync('ada')
    await mail.passUntil(analyses.reached)
    analyses.release()
    await mail.settle()

    expect(mail.analysis.peak).toBe(3)
  })

  it('can be followed after a reload', async () => {
    const mail = await startMail({ concurrency: 1 })
    const analyses = mail.analysis.hold(1)
    mail.deliver(1, 2)
    await mail.assistant.sync('ada')
    await mail.passUntil(analyses.reached)

    const { sync, emails } = await mail.assistant.status('ada')

    const [{ id } = { id: '' }] = emails
    expect(sync).toMatchObject({
      analyzed: 0,
      total: 2,
      emailId: id,
      subject: 'Your application 2',
      isCancelling: false,
    })
    analyses.release()
    await mail.settle()
    expect((await mail.assistant.status('ada')).sync).toBeNull()
  })

  it('answers after 10 s where the mailbox takes longer, and analyses what follows too', async () => {
    const mail = await startMail()
    mail.deliver(1, 2, 3, 4)
    mail.mailbox.hold().release()
    const second = mail.mailbox.hold()

    const syncing = mail.assistant.sync('ada')
    await second.reached
    const reply = await mail.passUntil(syncing)
    second.release()
    await mail.settle()

    expect(reply.emails.length).toBeLessThanOrEqual(3)
    expect(await mail.emails()).toHaveLength(4)
    expect(mail.told('email-analyzed')).toHaveLength(4)
  })
})

describe('a mailbox that takes long to be read', () => {
  /** Its first three mails are stored, and the others held back until they are released. */
  async function halfRead(count: number, started?: MailUnderTest) {
    const mail = started ?? (await startMail({ concurrency: 1 }))
    mail.deliver(...Array.from({ length: count }, (_, at) => at + 1))
    mail.mailbox.hold().release()
    const rest = mail.mailbox.hold()
    const syncing = mail.assistant.sync('ada')
    await rest.reached
    while (mail.told('sync-progress').length === 0) await mail.letRun()
    expect(mail.analysis.asked).toEqual([])
    mail.clock.pass(300)
    return { mail, rest, syncing }
  }

  const subjects = (mail: MailUnderTest) =>
    payloads(mail, 'email-changed').flatMap((told) => ('email' in told ? [told.email.subject] : []))

  it('has its first cards analysed while others are fetched, newest first', async () => {
    const { mail, rest, syncing } = await halfRead(7)
    const newest = [7, 6, 5].map((n) => `Your application ${n}`)
    expect(subjects(mail)).toEqual(newest)

    while (mail.told('email-analyzed').length < 3) await mail.letRun()

    expect(subjects(mail)).toEqual([...newest, ...newest])
    expect(await mail.emails()).toHaveLength(3)
    expect((await mail.assistant.status('ada')).sync).toMatchObject({ analyzed: 3, total: 7 })
    expect(payloads(mail, 'email-analyzed').at(-1)).toMatchObject({
      analyzedCount: 3,
      totalToAnalyze: 7,
    })
    rest.release()
    const { emails } = await mail.passUntil(syncing)
    await mail.settle()
    expect(emails.filter(({ analyzed }) => analyzed).length).toBeGreaterThanOrEqual(3)
    expect(mail.analysis.asked).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `Your application ${n}`))
    expect(mail.told(...endings).map(({ name }) => name)).toEqual(['sync-complete'])
  })

  it('tells nothing between the answer and its arrival that the answer does not hold', async () => {
    const mail = await startMail({ concurrency: 1 })
    const analyses = mail.analysis.hold(1)
    const { rest, syncing } = await halfRead(4, mail)
    await analyses.reached

    mail.clock.pass(9_700)
    const { emails } = await syncing
    analyses.release()
    await mail.letRun()
    expect(emails.map(({ analyzed }) => analyzed)).toEqual([false, false, false])
    expect(mail.told('email-analyzed')).toEqual([])
    mail.clock.pass(99)
    await mail.letRun()
    expect(mail.told('email-analyzed')).toEqual([])

    rest.release()
    await mail.settle()
    expect(mail.told('email-analyzed')).toHaveLength(4)
  })

  it('is stored and analysed as a whole, though the disk is full for a moment', async () => {
    const mail = await startMail({ concurrency: 1 })
    mail.analysis.answer = async () => {
      mail.analysis.answer = async () => ({ finding, proposals: [] })
      throw new AppError('STORE_FULL', 'The disk is full.')
    }
    const { rest, syncing } = await halfRead(5, mail)
    rest.release()
    await mail.passUntil(syncing)
    await mail.settle()

    expect(mail.told(...endings).map(({ name }) => name)).toEqual(['sync-error'])
    await mail.syncToEnd()
    expect((await mail.emails()).map(({ status }) => status)).toEqual(Array(5).fill('analyzed'))
  })
})

describe('a cancelled sync', () => {
  it('finishes the mails in flight, begins no other and can be taken up again', async () => {
    const mail = await startMail({ concurrency: 2 })
    const analyses = mail.analysis.hold(2)
    mail.deliver(1, 2, 3, 4, 5)
    await mail.assistant.sync('ada')
    await mail.passUntil(analyses.reached)

    mail.assistant.cancelSync('ada')
    expect((await mail.assistant.status('ada')).sync?.isCancelling).toBe(true)
    analyses.release()
    await mail.settle()

    expect(mail.told('email-analyzed')).toHaveLength(2)
    expect(mail.realtime.told.slice(-2)).toMatchObject([
      { name: 'sync-cancelled', payload: { analyzed: 2, total: 5 } },
      { name: 'sync-error', payload: { error: 'Sync cancelled' } },
    ])
    expect(await mail.assistant.status('ada')).toMatchObject({ sync: null, lastSync: null })
    await mail.syncToEnd()
    expect(mail.analysis.asked).toHaveLength(5)
  })

  it('stops reading the mailbox, keeps what was read and answers', async () => {
    const mail = await startMail()
    mail.deliver(1, 2, 3, 4)
    mail.mailbox.hold().release()
    const second = mail.mailbox.hold()
    const syncing = mail.assistant.sync('ada')
    await second.reached

    mail.assistant.cancelSync('ada')
    second.release()
    const reply = await syncing
    await mail.settle()

    expect(reply.emails.length).toBeLessThanOrEqual(3)
    expect(mail.analysis.asked).toEqual([])
    expect(mail.told(...endings)).toHaveLength(1)
  })

  it('does nothing where none runs', async () => {
    const mail = await startMail()

    mail.assistant.cancelSync('ada')
    mail.assistant.cancelSync('nobody')

    expect(mail.realtime.told).toEqual([])
  })
})
