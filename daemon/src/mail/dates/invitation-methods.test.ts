import { expect, test } from 'vitest'
import { busyMilliseconds } from '../../../../.config/testing/busy-milliseconds.ts'
import { readInvitations } from './read-invitations.ts'
import { writeCalendar, writeEvent } from './testing/fixtures.ts'

const context = { userZone: 'Europe/Zurich', sentAt: '2026-11-18T12:00:00.000Z', dateOffset: 60 }
const start = 'DTSTART;TZID=Europe/Zurich:20261124T100000'
const end = 'DTEND;TZID=Europe/Zurich:20261124T110000'

const read = (...texts: string[]) => readInvitations(texts, context)

test('an invitation becomes a proposal with all that it says', async () => {
  const event = writeEvent(
    start,
    end,
    'SEQUENCE:2',
    'SUMMARY:Technical interview',
    'LOCATION:Room 4\\, Bern https://meet.example.com/a-b?c=d',
    'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:dev@example.com',
  )
  expect(await read(writeCalendar('REQUEST', event))).toEqual([
    {
      source: 'invitation',
      method: 'request',
      uid: 'interview-1@example.com',
      sequence: 2,
      recurrenceId: null,
      stamp: '2026-01-05T08:00:00.000Z',
      summary: 'Technical interview',
      location: 'Room 4, Bern, https://meet.example.com/a-b?c=d',
      time: {
        kind: 'instant',
        start: '2026-11-24T09:00:00.000Z',
        end: '2026-11-24T10:00:00.000Z',
        timeZone: 'Europe/Zurich',
      },
      evidence: 'Invitation: Technical interview, Tue 24 Nov 2026 10:00 Europe/Zurich',
      isProven: true,
    },
  ])
})

test.each([
  ['REQUEST', 'request'],
  ['request', 'request'],
  ['PUBLISH', 'request'],
  ['', 'request'],
  ['CANCEL', 'cancel'],
])('METHOD "%s" is a %s', async (method, expected) => {
  const proposals = await read(writeCalendar(method, writeEvent(start, end)))
  expect(proposals.map((proposal) => proposal.method)).toEqual([expected])
})

test.each(['REPLY', 'COUNTER', 'REFRESH', 'DECLINECOUNTER', 'NONSENSE', 'constructor'])(
  'METHOD %s gives nothing',
  async (method) => {
    expect(await read(writeCalendar(method, writeEvent(start, end)))).toEqual([])
  },
)

test('an event with STATUS:CANCELLED is a cancellation', async () => {
  const [proposal] = await read(writeCalendar('REQUEST', writeEvent(start, 'STATUS:CANCELLED')))
  expect(proposal).toMatchObject({ method: 'cancel', uid: 'interview-1@example.com' })
})

test('a cancellation of a series is one, for all of it', async () => {
  const event = writeEvent(start, end, 'RRULE:FREQ=WEEKLY', 'SEQUENCE:4')
  expect(await read(writeCalendar('CANCEL', event))).toMatchObject([
    { method: 'cancel', sequence: 4, recurrenceId: null },
  ])
})

test('a cancellation needs no time, an invitation does', async () => {
  expect(await read(writeCalendar('CANCEL', writeEvent('SEQUENCE:1')))).toMatchObject([
    { method: 'cancel', time: { kind: 'unclear', reason: 'The cancellation names no time.' } },
  ])
  expect(await read(writeCalendar('REQUEST', writeEvent('SEQUENCE:1')))).toEqual([])
})

test('an occurrence that cannot be told is cancelled by nobody', async () => {
  const lines = [start, 'RECURRENCE-ID;TZID=Mars:20261124T100000']
  expect(await read(writeCalendar('CANCEL', writeEvent(...lines)))).toEqual([])
  expect(await read(writeCalendar('REQUEST', writeEvent(...lines)))).toMatchObject([
    { uid: null, recurrenceId: null },
  ])
})

test('the same invitation twice in one mail is one', async () => {
  const calendar = writeCalendar('REQUEST', writeEvent(start, end))
  expect(await read(calendar, calendar)).toHaveLength(1)
})

test('of several versions the last one counts, by SEQUENCE and then by DTSTAMP', async () => {
  const version = (sequence: number, day: string, summary: string) =>
    writeEvent(start, `SEQUENCE:${sequence}`, `DTSTAMP:202601${day}T080000Z`, `SUMMARY:${summary}`)
  const calendar = writeCalendar(
    'REQUEST',
    version(1, '07', 'second'),
    version(2, '05', 'third'),
    version(2, '06', 'last'),
    version(0, '09', 'first'),
  )
  expect((await read(calendar)).map(({ summary }) => summary)).toEqual(['last'])
})

test('several events of one calendar and several calendars are all read', async () => {
  const event = (uid: string) => writeEvent(`UID:${uid}`, start, end)
  const calendar = writeCalendar('REQUEST', event('a'), event('b'))
  const proposals = await read(calendar + writeCalendar('CANCEL', event('c')))
  expect(proposals.map(({ uid, method }) => `${uid} ${method}`)).toEqual([
    'a request',
    'b request',
    'c cancel',
  ])
})

test('what is broken costs nothing else', async () => {
  const broken = [
    writeEvent('DTSTART:tomorrow'),
    writeEvent('DTSTART:20260230T100000'),
    writeEvent(start, 'this is no property'),
    writeEvent(start, 'RRULE:FREQ=SOMETIMES'),
    'BEGIN:VEVENT\r\nDTSTART:20261124T100000Z',
  ]
  const whole = writeEvent('UID:whole', start, end)
  const calendar = writeCalendar('REQUEST', ...broken, whole)
  expect((await read(calendar)).map(({ uid }) => uid)).toEqual(['whole'])
})

test('lines may be folded, and end in any way', async () => {
  const calendar = writeCalendar(
    'REQUEST',
    writeEvent(start, end, 'SUMMARY:Techni\r\n cal interview'),
  )
  for (const text of [calendar, calendar.replaceAll('\r\n', '\n')])
    expect((await read(text))[0]?.summary).toBe('Technical interview')
})

test('texts come out as plain lines without addresses, direction marks and control characters', async () => {
  const event = writeEvent(
    start,
    `SUMMARY:Pay\u202e now\u0007 at http://evil.example ${'x'.repeat(300)}`,
    'LOCATION:javascript:alert(1) http://evil.example/a ftp://evil.example',
  )
  const [proposal] = await read(writeCalendar('REQUEST', event))
  expect(proposal?.summary).toMatch(/^Pay now at x+…$/)
  expect(proposal?.summary).toHaveLength(120)
  expect(proposal?.location).not.toMatch(/evil|:\/\//)
})

test('a link to a meeting stands in for the location', async () => {
  const event = writeEvent(start, 'X-GOOGLE-CONFERENCE:https://meet.example.com/abc')
  const [proposal] = await read(writeCalendar('REQUEST', event))
  expect(proposal?.location).toBe('https://meet.example.com/abc')
})

test.each([
  ['no calendar', 'hello'],
  ['empty', ''],
  ['thousands of open events', 'BEGIN:VCALENDAR\n'.concat('BEGIN:VEVENT\n'.repeat(70_000))],
  ['thousands of calendars', 'BEGIN:VCALENDAR\n'.repeat(50_000)],
  ['more than a million characters', `BEGIN:VCALENDAR\n${'x'.repeat(1_000_001)}`],
  [
    'nested alarms',
    writeCalendar('REQUEST', 'BEGIN:VEVENT\n', 'BEGIN:VALARM\n'.repeat(50_000), 'END:VEVENT'),
  ],
  [
    'a name of a prototype',
    writeCalendar(
      'REQUEST',
      writeEvent('DTSTART;TZID=__proto__:20261124T100000Z', 'UID:__proto__'),
    ),
  ],
])('is done at once with %s', async (_title, text) => {
  const begun = busyMilliseconds()
  expect((await read(text)).length).toBeLessThanOrEqual(1)
  expect(busyMilliseconds() - begun).toBeLessThan(1_000)
})

test('at most 20 appointments come out of one mail', async () => {
  const events = Array.from({ length: 150 }, (_, index) => writeEvent(`UID:${index}`, start, end))
  expect(await read(writeCalendar('REQUEST', ...events))).toHaveLength(20)
})
