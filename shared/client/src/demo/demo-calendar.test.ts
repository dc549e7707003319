import { CalendarStatus } from '@shortlist/contracts/calendar'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AssistantClient } from '../assistant-client.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { demoClient } from './demo-client.ts'

const begin = Date.parse('2026-11-21T12:00:00Z')
const CALL = 'demo00call'

let clock: FakeClock
let client: AssistantClient

beforeEach(async () => {
  clock = new FakeClock(begin)
  client = demoClient({ pages: 'https://demo.example/', version: '1.0.0', clock })
  void client.mail.status()
  await clock.advance(1000)
})

describe('the calendar of the demo', () => {
  it('is connected 5 s after its popup was opened, and not before', async () => {
    const asked = clock.now()
    const heard: number[] = []
    client.on('calendar-changed', () => heard.push(clock.now() - asked))

    expect(await client.calendar.connect()).toBe('https://demo.example/demo-consent.html')
    await clock.advance(4999)
    expect(await client.calendar.status()).toMatchObject({ connected: false })
    await clock.advance(1)

    expect(heard).toEqual([5000])
    const status = await client.calendar.status()
    expect(CalendarStatus.parse(status)).toEqual(status)
    expect(status).toMatchObject({ connected: true, kind: 'google' })
  })

  it('counts from the last popup, and not at all after another choice', async () => {
    await client.calendar.connect()
    await clock.advance(3000)
    await client.calendar.connect()
    await clock.advance(3000)
    expect(await client.calendar.status()).toMatchObject({ connected: false })

    await client.calendar.choose('local')
    await clock.runOut()

    expect(await client.calendar.status()).toMatchObject({ kind: 'local' })
  })

  it('stays away when the popup is closed before that', async () => {
    await client.calendar.connect()
    await clock.advance(2000)
    client.calendar.abandon()
    await clock.runOut()

    expect(await client.calendar.status()).toMatchObject({ connected: false })
  })

  it('stays what it is when a feed is renewed that it has not', async () => {
    await client.calendar.connect()
    await clock.runOut()

    expect(await client.calendar.renewFeed()).toMatchObject({ kind: 'google', feedUrl: null })
  })

  it('tells of every other choice', async () => {
    const heard: unknown[] = []
    client.on('calendar-changed', (event) => heard.push(event))

    await client.calendar.choose('local')
    await client.calendar.disconnect()

    expect(heard).toEqual([{}, {}])
  })

  it('takes no event while there is none', async () => {
    await expect(client.calendar.add(CALL)).rejects.toMatchObject({ status: 409 })
    const { emails } = await client.mail.status()
    expect(emails[1]?.events).toMatchObject([{ id: CALL, state: 'waiting' }])
  })

  it('publishes its events as an iCalendar file, which follows them', async () => {
    const { feedUrl } = await client.calendar.choose('local')
    const before = await textAt(feedUrl)
    await client.calendar.add(CALL)
    const after = await textAt((await client.calendar.status()).feedUrl)
    await expect(fetch(feedUrl ?? '')).rejects.toThrow()

    expect(before.split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Shortlist//Demo//EN',
      'BEGIN:VEVENT',
      'UID:demo00interview@shortlist.demo',
      'DTSTAMP:20261121T120001Z',
      expect.stringMatching(/^DTSTART:20261124T\d{6}Z$/),
      expect.stringMatching(/^DTEND:20261124T\d{6}Z$/),
      'SUMMARY:Technical interview: Northwind Labs',
      'LOCATION:Video call',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
    expect(after.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  })
})

async function textAt(address: string | null): Promise<string> {
  return (await fetch(address ?? '')).text()
}
