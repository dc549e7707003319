import { MailStatus } from '@shortlist/contracts/mail'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AssistantClient } from '../assistant-client.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { demoClient } from './demo-client.ts'

const begin = Date.parse('2026-11-21T12:00:00Z')
const INTERVIEW = 'demo-mail-interview'
const INQUIRY = 'demo-mail-inquiry'
const NEWSLETTER = 'demo-mail-newsletter'
const CALL = 'demo00call'

let clock: FakeClock
let client: AssistantClient

beforeEach(async () => {
  clock = new FakeClock(begin)
  client = demoClient({ pages: 'https://demo.example/', version: '1.0.0', clock })
  void client.mail.status()
  await clock.advance(1000)
})

async function eventState(eventId: string) {
  const { emails } = await client.mail.status()
  return emails.flatMap(({ events }) => events).find(({ id }) => id === eventId)?.state
}

describe('the mailbox of the demo', () => {
  it('holds the three emails of the specification', async () => {
    const status = await client.mail.status()

    expect(MailStatus.parse(status)).toEqual(status)
    expect(status).toMatchObject({
      connected: true,
      emails: [
        {
          id: INTERVIEW,
          priority: 'high',
          category: 'job_application',
          analysis: { hasInterview: true, calendarEvents: [{}] },
          events: [{ state: 'created' }],
        },
        { id: INQUIRY, priority: 'medium', category: 'freelance', events: [{ state: 'waiting' }] },
        { id: NEWSLETTER, analyzed: false, analysis: null, summary: null, priority: null },
      ],
    })
  })

  it.each(['2026-11-21T12:00:00Z', '2026-12-30T23:30:00Z', '2028-02-25T00:10:00Z'])(
    'has its appointments on working days ahead, seen at %s',
    async (time) => {
      clock = new FakeClock(Date.parse(time))
      const seen = demoClient({ pages: null, version: '1.0.0', clock })
      const asking = seen.mail.status()
      await clock.runOut()

      const { emails } = await asking
      const starts = emails.flatMap(({ events }) =>
        events.map(({ startTime }) => new Date(startTime)),
      )
      expect(starts.map((start) => start.getHours())).toEqual([10, 15])
      expect(starts.every((start) => start.getTime() > clock.now() + 86_400_000)).toBe(true)
      expect(starts.some((start) => [0, 6].includes(start.getDay()))).toBe(false)
    },
  )

  it('quotes the words of the mail as the reason for an appointment', async () => {
    const { emails } = await client.mail.status()

    for (const { bodyPreview, events } of emails) {
      for (const { evidence } of events) expect(bodyPreview).toContain(evidence)
    }
  })

  it('syncs only with a calendar', async () => {
    await expect(client.mail.sync()).rejects.toThrow(
      'Google Calendar must be connected before syncing emails.',
    )
  })

  it('does not create an event again that was undone, nor the same one twice', async () => {
    await client.calendar.choose('local')
    await client.calendar.undo(CALL)
    const heard: number[] = []
    client.on('sync-complete', ({ eventsCreated }) => heard.push(eventsCreated))

    for (const _ of [1, 2]) {
      await client.mail.sync()
      await clock.runOut()
    }

    expect(heard).toEqual([0, 0])
    expect(await eventState(CALL)).toBe('undone')
  })

  it('names in the analysis the events that are in the calendar', async () => {
    const created = async () => {
      const { emails } = await client.mail.status()
      return emails.map(({ analysis }) => analysis?.calendarEvents.map(({ summary }) => summary))
    }
    await client.calendar.choose('local')
    expect(await created()).toEqual([['Technical interview: Northwind Labs'], [], undefined])

    await client.calendar.undo('demo00interview')
    await client.calendar.add(CALL)

    expect(await created()).toEqual([[], ['Call with Bluebird Studio'], undefined])
  })

  it('leaves what a visitor has set by hand to the next sync as well', async () => {
    await client.calendar.choose('local')
    await client.mail.correct(INTERVIEW, { priority: 'low' })
    await client.mail.correct(INTERVIEW, { category: 'job_interview' })

    await client.mail.sync()
    await clock.runOut()

    expect((await client.mail.status()).emails[0]).toMatchObject({
      priority: 'low',
      category: 'job_interview',
      corrected: ['priority', 'category'],
      analysis: { priority: 'high' },
    })
  })

  it('analyses an email again on demand', async () => {
    const heard: unknown[] = []
    client.on('email-changed', ({ email }) => heard.push([email.id, email.status]))

    await client.mail.retry(NEWSLETTER)
    await clock.runOut()

    expect(heard).toEqual([[NEWSLETTER, 'analyzed']])
  })
})

describe('the sync of the demo', () => {
  it('takes up its emails at 0.5, 1.5 and 2.5 s and is done at 3.5 s', async () => {
    await client.calendar.choose('local')
    const asked = clock.now()
    const heard: unknown[] = []
    const at = () => clock.now() - asked
    client.on('sync-progress', ({ analyzed, total }) => heard.push([at(), analyzed, total]))
    client.on('email-analyzing', ({ emailId }) => heard.push([at(), 'begins', emailId]))
    client.on('email-analyzed', ({ emailId }) => heard.push([at(), 'ends', emailId]))
    client.on('sync-complete', ({ eventsCreated }) => heard.push([at(), 'done', eventsCreated]))

    await client.mail.sync()
    await clock.runOut()

    expect(heard).toEqual([
      [0, 0, 3],
      [500, 'begins', INTERVIEW],
      [1500, 'ends', INTERVIEW],
      [1500, 'begins', INQUIRY],
      [2500, 'ends', INQUIRY],
      [2500, 'begins', NEWSLETTER],
      [3500, 'ends', NEWSLETTER],
      [3500, 'done', 1],
    ])
    expect(await eventState(CALL)).toBe('created')
  })

  it('says in the status how far it is, and is joined instead of begun again', async () => {
    await client.calendar.choose('local')
    const ends: number[] = []
    client.on('sync-complete', ({ analyzed }) => ends.push(analyzed))
    await client.mail.sync()
    await clock.advance(1600)
    const { sync } = await client.mail.status()
    await client.mail.sync()
    await clock.runOut()

    expect(sync).toMatchObject({ analyzed: 1, total: 3, emailId: INQUIRY })
    expect((await client.mail.status()).sync).toBeNull()
    expect(ends).toEqual([3])
  })

  it('keeps what it has done when it is cancelled', async () => {
    await client.calendar.choose('local')
    const heard: unknown[] = []
    client.on('sync-cancelled', (event) => heard.push(event))

    await client.mail.sync()
    await clock.advance(2600)
    await client.mail.cancelSync()
    await clock.runOut()

    expect(heard).toEqual([{ analyzed: 2, total: 3 }])
    expect(await eventState(CALL)).toBe('created')
    expect((await client.mail.status()).emails[2]).toMatchObject({ analyzed: false })
  })
})
