import { expect, test } from 'vitest'
import { busyMilliseconds } from '../../../../.config/testing/busy-milliseconds.ts'
import { readInvitations } from './read-invitations.ts'
import { describeZone, showTime, writeCalendar, writeEvent } from './testing/fixtures.ts'

const context = { userZone: 'Europe/Zurich', sentAt: '2026-03-01T12:00:00.000Z', dateOffset: 60 }

async function occurrences(...components: string[]) {
  const proposals = await readInvitations([writeCalendar('REQUEST', ...components)], context)
  return proposals.flatMap(({ method, recurrenceId, time, repeats = [] }) => [
    [
      method === 'cancel' ? 'cancelled ' : '',
      recurrenceId?.replace(':00.000Z', 'Z'),
      ' at ',
      showTime(time).split(' ')[0],
    ].join(''),
    ...repeats.slice(0, 2).map((start) => {
      const short = start.replace(':00.000Z', 'Z')
      return `${short} at ${short}`
    }),
  ])
}

const start = 'DTSTART;TZID=America/New_York:20260303T100000'
const hour = 'DURATION:PT1H'

/** What the rule gives: occurrences by their start in UTC. */
const rules: [title: string, lines: string[], starts: string[]][] = [
  [
    'keeps its wall clock across the change of clocks',
    [start, 'RRULE:FREQ=WEEKLY'],
    ['2026-03-03T15:00Z', '2026-03-10T14:00Z', '2026-03-17T14:00Z'],
  ],
  [
    'ends after its count',
    [start, 'RRULE:FREQ=DAILY;COUNT=2'],
    ['2026-03-03T15:00Z', '2026-03-04T15:00Z'],
  ],
  [
    'counts occurrences that are over',
    ['DTSTART;TZID=Europe/Zurich:20260223T100000', 'RRULE:FREQ=WEEKLY;COUNT=3'],
    ['2026-03-02T09:00Z', '2026-03-09T09:00Z'],
  ],
  [
    'ends with its last instant',
    [start, 'RRULE:FREQ=WEEKLY;UNTIL=20260310T140000Z'],
    ['2026-03-03T15:00Z', '2026-03-10T14:00Z'],
  ],
  [
    'ends a second before it',
    [start, 'RRULE:FREQ=WEEKLY;UNTIL=20260310T135959Z'],
    ['2026-03-03T15:00Z'],
  ],
  [
    'ends with its last day',
    [start, 'RRULE:FREQ=WEEKLY;UNTIL=20260310'],
    ['2026-03-03T15:00Z', '2026-03-10T14:00Z'],
  ],
  [
    'takes place every other week',
    [start, 'RRULE:FREQ=WEEKLY;INTERVAL=2'],
    ['2026-03-03T15:00Z', '2026-03-17T14:00Z', '2026-03-31T14:00Z'],
  ],
  [
    'takes place on working days',
    ['DTSTART;TZID=Europe/Zurich:20260306T090000', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['2026-03-06T08:00Z', '2026-03-09T08:00Z', '2026-03-10T08:00Z'],
  ],
  [
    'takes place on the second Tuesday',
    ['DTSTART;TZID=Europe/Zurich:20260310T090000', 'RRULE:FREQ=MONTHLY;BYDAY=2TU'],
    ['2026-03-10T08:00Z', '2026-04-14T07:00Z', '2026-05-12T07:00Z'],
  ],
  [
    'takes place on the last working day',
    [
      'DTSTART;TZID=Europe/Zurich:20260331T090000',
      'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    ],
    ['2026-03-31T07:00Z', '2026-04-30T07:00Z', '2026-05-29T07:00Z'],
  ],
  [
    'skips months without its day',
    ['DTSTART;TZID=Europe/Zurich:20260331T090000', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31'],
    ['2026-03-31T07:00Z', '2026-05-31T07:00Z', '2026-07-31T07:00Z'],
  ],
  [
    'takes place every year',
    ['DTSTART;TZID=Europe/Zurich:20250401T090000', 'RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1'],
    ['2026-04-01T07:00Z', '2027-04-01T07:00Z', '2028-04-01T07:00Z'],
  ],
  [
    'takes place on every 29 February',
    ['DTSTART;TZID=Europe/Zurich:20240229T090000', 'RRULE:FREQ=YEARLY'],
    ['2028-02-29T08:00Z', '2032-02-29T08:00Z', '2036-02-29T08:00Z'],
  ],
  [
    'has days without times',
    ['DTSTART;VALUE=DATE:20260301', 'RRULE:FREQ=WEEKLY'],
    ['2026-03-01', '2026-03-08', '2026-03-15'],
  ],
  [
    'leaves out what is excluded',
    [start, 'RRULE:FREQ=WEEKLY', 'EXDATE;TZID=America/New_York:20260310T100000,20260317T100000'],
    ['2026-03-03T15:00Z', '2026-03-24T14:00Z', '2026-03-31T14:00Z'],
  ],
  [
    'leaves out what is excluded in UTC',
    [start, 'RRULE:FREQ=WEEKLY', 'EXDATE:20260310T140000Z'],
    ['2026-03-03T15:00Z', '2026-03-17T14:00Z', '2026-03-24T14:00Z'],
  ],
  [
    'leaves out excluded days',
    [start, 'RRULE:FREQ=WEEKLY', 'EXDATE;VALUE=DATE:20260310'],
    ['2026-03-03T15:00Z', '2026-03-17T14:00Z', '2026-03-24T14:00Z'],
  ],
  [
    'has additional dates',
    [start, 'RRULE:FREQ=WEEKLY', 'RDATE;TZID=America/New_York:20260305T120000'],
    ['2026-03-03T15:00Z', '2026-03-05T17:00Z', '2026-03-10T14:00Z'],
  ],
  [
    'consists of dates alone',
    [start, 'RDATE;TZID=America/New_York:20260305T120000'],
    ['2026-03-03T15:00Z', '2026-03-05T17:00Z'],
  ],
  [
    'counts weeks from Monday',
    ['DTSTART:20260303T090000Z', 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO'],
    ['2026-03-03T09:00Z', '2026-03-08T09:00Z', '2026-03-17T09:00Z'],
  ],
  [
    'counts weeks from Sunday',
    ['DTSTART:20260303T090000Z', 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU'],
    ['2026-03-03T09:00Z', '2026-03-15T09:00Z', '2026-03-17T09:00Z'],
  ],
  ['is over', ['DTSTART;TZID=Europe/Zurich:20200303T100000', 'RRULE:FREQ=WEEKLY;COUNT=4'], []],
  [
    'began long ago',
    ['DTSTART;TZID=Europe/Zurich:19900101T100000', 'RRULE:FREQ=DAILY'],
    ['2026-03-02T09:00Z', '2026-03-03T09:00Z', '2026-03-04T09:00Z'],
  ],
]

test.each(rules)('a series %s', async (_title, lines, starts) => {
  expect(await occurrences(writeEvent(...lines, hour))).toEqual(
    starts.map((at) => `${at} at ${at}`),
  )
})

test('a series in a zone that the calendar describes keeps its wall clock', async () => {
  const lines = ['DTSTART;TZID=Here:20260303T100000', hour, 'RRULE:FREQ=WEEKLY;COUNT=2']
  expect(await occurrences(describeZone('outlookEastern', 'Here'), writeEvent(...lines))).toEqual([
    '2026-03-03T15:00Z at 2026-03-03T15:00Z',
    '2026-03-10T14:00Z at 2026-03-10T14:00Z',
  ])
})

const weekly = writeEvent(start, hour, 'RRULE:FREQ=WEEKLY')
const third = 'RECURRENCE-ID;TZID=America/New_York:20260317T100000'

test('a changed occurrence replaces its own, by its original start', async () => {
  const change = writeEvent(third, 'DTSTART;TZID=America/New_York:20260318T160000', hour)
  expect(await occurrences(weekly, change)).toEqual([
    '2026-03-03T15:00Z at 2026-03-03T15:00Z',
    '2026-03-10T14:00Z at 2026-03-10T14:00Z',
    '2026-03-24T14:00Z at 2026-03-24T14:00Z',
    '2026-03-17T14:00Z at 2026-03-18T20:00Z',
  ])
})

test('a cancelled occurrence is cancelled, and the series goes on', async () => {
  const change = writeEvent('RECURRENCE-ID:20260310T140000Z', start, 'STATUS:CANCELLED')
  expect(await occurrences(weekly, change)).toEqual([
    '2026-03-03T15:00Z at 2026-03-03T15:00Z',
    '2026-03-17T14:00Z at 2026-03-17T14:00Z',
    '2026-03-24T14:00Z at 2026-03-24T14:00Z',
    'cancelled 2026-03-10T14:00Z at 2026-03-03T15:00Z',
  ])
})

test('a changed occurrence comes alone', async () => {
  const change = writeEvent(third, 'DTSTART;TZID=America/New_York:20260318T160000', hour)
  expect(await occurrences(change)).toEqual(['2026-03-17T14:00Z at 2026-03-18T20:00Z'])
})

test('a change of all later occurrences waits for the user', async () => {
  const change = writeEvent(third.replace('ID;', 'ID;RANGE=THISANDFUTURE;'), start, hour)
  expect(await occurrences(change)).toEqual(['2026-03-17T14:00Z at unclear'])
})

test('a series is unclear if it is not known what it leaves out', async () => {
  const lines = [start, 'RRULE:FREQ=WEEKLY', 'EXDATE;TZID=Mars:20260310T100000']
  expect(await occurrences(writeEvent(...lines))).toEqual([' at unclear'])
})

test.each([
  'FREQ=SECONDLY',
  'FREQ=HOURLY;INTERVAL=1',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYWEEKNO=53',
  'FREQ=MONTHLY;BYDAY=5MO',
  'FREQ=DAILY;INTERVAL=1000000000',
  'FREQ=DAILY;COUNT=-1',
  'FREQ=WEEKLY;BYDAY=MO;BYSECOND=0,1,2,3,4,5,6,7,8,9',
])('a series by the rule %s is unclear, at once', async (rule) => {
  const begun = busyMilliseconds()
  const [proposal, ...others] = await readInvitations(
    [writeCalendar('REQUEST', writeEvent(start, hour, `RRULE:${rule}`))],
    context,
  )
  expect(proposal?.time).toMatchObject({ kind: 'unclear', reason: expect.stringMatching(/rule/) })
  expect(others).toEqual([])
  expect(busyMilliseconds() - begun).toBeLessThan(500)
})
