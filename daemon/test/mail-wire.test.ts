import { beforeAll, describe, expect, it } from 'vitest'
import { inDays, invitation, plainMail } from '../../.config/testing/plain-mail.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type Heard, type MailClient, mailClient } from './mail-client.ts'

/** What clients that we do not control read of mail and calendar (wire contract, sections 8 to 11). */

let daemon: RunningDaemon
let ada: MailClient

/** A daemon with four mails, and an account that nothing is connected to. */
async function open(): Promise<void> {
  const mails = [1, 2, 3, 4].map((number) => {
    const calendar = { calendar: invitation({ uid: 'uid-4', start: inDays(4) }) }
    const date = new Date(Date.UTC(2026, 9, number))
    return plainMail({ number, date, ...(number === 4 && calendar) })
  })
  daemon = await startDaemon({ mails })
  ada = await mailClient(daemon.url)
}

type Json = Record<string, unknown>

async function get(path: string): Promise<{ status: number; type: string; body: Json }> {
  const answer = await ada.caller.call('GET', `${path}/${ada.caller.account.id}`)
  const type = answer.headers.get('content-type') ?? ''
  return { status: answer.status, type, body: (await answer.json()) as Json }
}

async function refused(path: string, body?: object): Promise<[number, unknown]> {
  const answer = await ada.post(path, body)
  return [answer.status, ((await answer.json()) as Json).error]
}

function payloads(name: Heard['name']): Json[] {
  return ada.heard.filter((event) => event.name === name).map(({ payload }) => payload as Json)
}

describe('before anything is connected', () => {
  beforeAll(open)

  it('says that there is no calendar, in JSON', async () => {
    const { status, type, body } = await get('/api/calendar/status')

    expect([status, type, body.connected]).toEqual([200, 'application/json', false])
    expect(body.error).toBeNull()
  })

  it('answers a wish to connect with an address or an error', async () => {
    expect(await refused('/api/calendar/connect')).toEqual([
      409,
      expect.stringContaining('GOOGLE_CLIENT_ID'),
    ])
    expect(await refused('/api/calendar/connect', { userId: undefined })).toEqual([
      400,
      'User ID is required',
    ])
    expect(await refused('/api/calendar/connect', { userId: '' })).toEqual([
      400,
      'User ID is required',
    ])
    expect(await refused('/api/calendar/connect', { userId: 'undefined' })).toEqual([
      403,
      'Forbidden',
    ])
  })

  it('refuses a sync in the words of the specification', async () => {
    expect(await refused('/api/gmail/sync')).toEqual([
      409,
      'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.',
    ])
  })

  it('tells a stranger what is wrong, and answers 500 where the mailbox cannot be read', async () => {
    const bob = await mailClient(daemon.url, 'bob@example.test')
    const answer = await bob.post('/api/gmail/connect')
    const sentence = 'The mailbox of this computer belongs to another account.'

    expect([answer.status, await answer.json()]).toMatchObject([
      500,
      { error: sentence, message: sentence },
    ])
    expect(await bob.status()).toMatchObject({ connected: false, error: sentence, emails: [] })
    expect(await bob.calendar()).toMatchObject({ connected: false, error: null })
  })
})

describe('a sync', () => {
  let answer: Json

  beforeAll(async () => {
    await open()
    await ada.useLocalCalendar()
    const ended = ada.next('sync-complete', 'sync-error')
    answer = (await (await ada.post('/api/gmail/sync')).json()) as Json
    await ended
  })

  it('answers with preliminary items of exactly these types', () => {
    expect(answer).toEqual({
      emails: expect.any(Array),
      status: 'preliminary',
      analysisInProgress: true,
      performance: { totalFetched: 4, newStored: 4 },
    })
    const [first] = answer.emails as Json[]
    expect(first).toMatchObject({
      id: expect.stringMatching(/^[a-z0-9-]+$/),
      subject: 'Your application 4',
      from: 'Dana Reyes <dana@northwind.example>',
      date: '2026-10-04T00:00:00.000Z',
      snippet: 'Thank you for your application, this is letter 4.',
      bodyPreview: 'Thank you for your application, this is letter 4.',
      webLink: expect.stringMatching(/^http:\/\/localhost:\d+\/api\/gmail\/emails\/.+\/text$/),
      analyzed: false,
      status: 'pending',
      analysis: null,
      summary: null,
      category: null,
      priority: null,
      isNewSinceLastSync: true,
    })
  })

  it('tells how the mailbox is without its mails, for who asks so', async () => {
    const path = `/api/gmail/status/${ada.caller.account.id}`
    const { emails, ...rest } = await ada.status()
    const short = await (await ada.caller.call('GET', `${path}?emails=none`)).json()

    expect(emails).toHaveLength(4)
    expect(short).toEqual({ ...rest, emails: [] })
    expect((await ada.caller.call('GET', `${path}?emails=some`)).status).toBe(400)
  })

  it('tells of each mail after the answer, counting it in, and ends once', () => {
    const order = ada.heard
      .map(({ name }) => name)
      .filter((name) => /^(email-ana|sync-c)/.test(name))
    const [begun, done] = [payloads('email-analyzing'), payloads('email-analyzed')]
    const ids = (answer.emails as Json[]).map(({ id }) => id)

    expect(order[0]).toBe('email-analyzing')
    expect(order.at(-1)).toBe('sync-complete')
    expect(order.filter((name) => name === 'sync-complete').length).toBe(1)
    expect(begun.map(({ emailId }) => emailId).sort()).toEqual([...ids].sort())
    expect(done.map(({ analyzedCount }) => analyzedCount)).toEqual([1, 2, 3, 4])
    for (const each of [...begun, ...done]) expect(each.totalToAnalyze).toBe(4)
    for (const { subject } of begun) expect(subject).toMatch(/^Your application \d$/)
    expect(payloads('sync-progress').at(-1)).toEqual({ analyzed: 4, total: 4 })
    expect(payloads('sync-complete')[0]).toMatchObject({
      totalFetched: 4,
      newStored: 4,
      analyzed: 4,
    })
  })

  it('brings analyses in which nothing is of another type than clients take', () => {
    for (const { analysis } of payloads('email-analyzed')) {
      const { actionItems, calendarEvents, priority, category, sentiment } = analysis as Json
      expect([priority, category, sentiment].map((value) => typeof value)).toEqual(
        Array(3).fill('string'),
      )
      expect(Array.isArray(actionItems)).toBe(true)
      for (const event of calendarEvents as Json[]) {
        expect(Object.keys(event).sort()).toEqual(
          ['summary', 'startTime', 'endTime', 'location', 'link'].sort(),
        )
        for (const value of Object.values(event)) expect(typeof value).toBe('string')
      }
    }
  })

  it('lists in an analysis the events that were created, and no others', async () => {
    const { body } = await get('/api/gmail/status')
    const [first] = body.emails as { analysis: Json; events: Json[] }[]
    const event = { summary: 'Technical interview', startTime: inDays(4).toISOString() }
    expect(first?.analysis.calendarEvents).toMatchObject([event])

    const path = `/api/calendar/events/${ada.caller.account.id}/${first?.events[0]?.id}`
    expect((await ada.caller.call('DELETE', path)).status).toBe(200)

    const after = (await get('/api/gmail/status')).body.emails as typeof body.emails & Json[]
    expect(after[0]).toMatchObject({
      analysis: { calendarEvents: [] },
      events: [{ state: 'undone' }],
    })
  })

  it('leaves cards that survive a reload, newest first', async () => {
    const { status, body } = await get('/api/gmail/status')

    expect([status, body.connected, body.error]).toEqual([200, true, null])
    expect((body.emails as Json[]).map(({ subject }) => subject)).toEqual(
      [4, 3, 2, 1].map((number) => `Your application ${number}`),
    )
    expect(Date.parse(String(body.lastSync))).not.toBeNaN()
  })

  it('answers the older calls as they always were', async () => {
    const path = `/api/gmail/emails/${ada.caller.account.id}?limit=3`
    const list = (await (await ada.caller.call('GET', path)).json()) as Json
    expect(list).toEqual({ emails: expect.any(Array), total: 4, source: 'database' })
    expect((list.emails as Json[]).length).toBe(3)

    expect(await (await ada.post('/api/gmail/connect')).json()).toEqual({
      success: true,
      message: 'The mailbox can be read.',
    })
  })
})
