import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { halfHour } from './testing/proposals.ts'
import { type IcsEvent, writeIcs } from './write-ics.ts'

const event: IcsEvent = {
  id: 'a'.repeat(52),
  summary: 'Interview; with Ünal, "final" \\ 😀',
  location: 'Hauptstr. 1, Berlin',
  description: `One line.\nAnother: ${'ä'.repeat(200)}`,
  time: halfHour('2026-11-24T09:00Z'),
  changedAt: '2026-11-19T08:00:00.000Z',
  sequence: 2,
}

function parsed(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { calendar, events: calendar.getAllSubcomponents('vevent') }
}

describe('an iCalendar file', () => {
  it('says to a parser what went in', async () => {
    const { calendar, events } = parsed(await writeIcs('Shortlist', [event]))
    const [entry] = events
    const value = (name: string) => entry?.getFirstPropertyValue(name)

    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Shortlist')
    expect(events).toHaveLength(1)
    expect(value('uid')).toBe(`${event.id}@shortlist`)
    expect(value('summary')).toBe(event.summary)
    expect(value('location')).toBe(event.location)
    expect(value('description')).toBe(event.description)
    expect(value('sequence')).toBe(2)
    expect(value('status')).toBe('CONFIRMED')
    expect(String(value('dtstart'))).toBe('2026-11-24T09:00:00Z')
    expect(String(value('dtend'))).toBe('2026-11-24T09:30:00Z')
    expect(String(value('dtstamp'))).toBe('2026-11-19T08:00:00Z')
    expect(String(value('last-modified'))).toBe('2026-11-19T08:00:00Z')
  })

  it('writes days as dates', async () => {
    const time = { kind: 'day', start: '2026-11-24', end: '2026-11-26' } as const
    const text = await writeIcs('Shortlist', [{ ...event, time }])

    expect(text).toContain('DTSTART;VALUE=DATE:20261124\r\n')
    expect(text).toContain('DTEND;VALUE=DATE:20261126\r\n')
  })

  it.each([
    'ä'.repeat(200),
    'a'.repeat(300),
    'aä'.repeat(100),
    '😀'.repeat(90),
    'a b, '.repeat(60),
  ])('ends lines by CRLF and folds them at 75 octets (RFC 5545, 3.1): %s', async (description) => {
    const text = await writeIcs('Shortlist', [{ ...event, description }])
    const lines = text.split('\r\n')

    expect(lines.at(-1)).toBe('')
    expect(lines.join('')).not.toMatch(/[\r\n]/)
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(parsed(text).events[0]?.getFirstPropertyValue('description')).toBe(description)
  })

  it('says how often a feed is to be read again (RFC 7986, 5.7)', async () => {
    expect(await writeIcs('Shortlist', [event], 'PT1H')).toContain(
      '\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n',
    )
    expect(await writeIcs('Shortlist', [event])).not.toContain('REFRESH-INTERVAL')
  })

  it('cannot be broken out of by what a mail says', async () => {
    const summary = 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:evil'
    const { events } = parsed(await writeIcs('Shortlist', [{ ...event, summary }]))

    expect(events).toHaveLength(1)
  })

  it('is a calendar without events, too, and the same for the same events', async () => {
    expect(parsed(await writeIcs('Shortlist', [])).events).toEqual([])
    expect(await writeIcs('Shortlist', [event])).toBe(await writeIcs('Shortlist', [event]))
  })
})
